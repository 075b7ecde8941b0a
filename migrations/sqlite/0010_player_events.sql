-- What happened to a player, for the stream of the player's events. Rows are deleted after seven days.
CREATE TABLE player_events (
    player INTEGER NOT NULL REFERENCES players,
    number INTEGER NOT NULL,         -- from 1; follows the newest that is left
    tag INTEGER NOT NULL,            -- random: another event with the same number has another tag
    at INTEGER NOT NULL,
    kind INTEGER NOT NULL,           -- 0: your turn, 1: started, 2: over, 3: set back, 4: rematch offered, 5: par known
    subject INTEGER NOT NULL,        -- the table, or the run
    detail INTEGER,                  -- the deadline of a turn, or the table of a rematch
    PRIMARY KEY (player, number)
) STRICT, WITHOUT ROWID;
-- Old events, which are deleted.
CREATE INDEX player_events_by_time ON player_events (at);
