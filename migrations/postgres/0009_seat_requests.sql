-- 1: the maker of the table approves who takes a seat.
ALTER TABLE game_tables ADD COLUMN approval BIGINT NOT NULL DEFAULT 0;
-- The players who ask for a seat, and those who were refused, as JSON lists. Empty once the game has begun.
ALTER TABLE game_tables ADD COLUMN requests TEXT COLLATE "C" NOT NULL DEFAULT '[]';
ALTER TABLE game_tables ADD COLUMN refused TEXT COLLATE "C" NOT NULL DEFAULT '[]';

-- How often a player left games early, and when last. The number falls with time.
CREATE TABLE early_leaves (
    player BIGINT PRIMARY KEY REFERENCES players,
    count BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);
