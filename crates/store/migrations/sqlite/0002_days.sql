-- The days on which runs were received, each with its week and month.
--
-- The program fills this table, for it knows the calendar: no statement here works out a period. The day of a run is there
-- before the run is.
--
-- What the first migration says of its views is put right here. They stand above the tables: `all_standings` has the rows of
-- `standings`, and `all_candidates` those of which `bests` holds the best of each player. Its comment on the numbers of
-- periods holds for the columns below, which the program fills.

CREATE TABLE days (
    starts_at INTEGER PRIMARY KEY,   -- its first millisecond
    ends_at INTEGER NOT NULL,        -- the first millisecond after it
    day INTEGER NOT NULL,            -- the numbers of the day itself, of its ISO week and of its month, as periods
    week INTEGER NOT NULL,
    month INTEGER NOT NULL
) STRICT;

DROP VIEW run_periods;
CREATE VIEW run_periods AS
SELECT runs.id AS run, day, week, month
FROM runs CROSS JOIN days
    ON starts_at = (SELECT max(starts_at) FROM days AS begun WHERE begun.starts_at <= runs.received_at);

-- A run whose day is missing would stand on the boards of another day.
CREATE TRIGGER run_has_its_day BEFORE INSERT ON runs
WHEN NEW.received_at >= ifnull((SELECT ends_at FROM days WHERE starts_at <= NEW.received_at ORDER BY starts_at DESC LIMIT 1), 0)
BEGIN
    SELECT RAISE(ABORT, 'the day of a run is not in days');
END;
