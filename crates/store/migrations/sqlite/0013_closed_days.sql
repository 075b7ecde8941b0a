-- The newest day that was reached closes all days before it (see `days.rs`). The tables that a closed day leaves open are found by this index;
-- they no longer become due at the end of their day.

CREATE INDEX game_tables_left_open ON game_tables (day) WHERE day IS NOT NULL AND status < 2;
UPDATE game_tables SET due = NULL WHERE day IS NOT NULL AND status = 1 AND due = day + 86400000;
