-- Whether the moves of a table that is over are kept: NULL: not decided; 0: they are; 1: they were removed; 2: they cannot be read.
ALTER TABLE game_tables ADD COLUMN moves_state INTEGER;
-- What remains of removed moves: the SHA-256 of the final state, and the points and the place of each seat as JSON lists.
ALTER TABLE game_tables ADD COLUMN final_digest BLOB;
ALTER TABLE game_tables ADD COLUMN final_points TEXT;
ALTER TABLE game_tables ADD COLUMN final_places TEXT;
-- Tables whose moves may be removed once they are old enough.
CREATE INDEX game_tables_undecided ON game_tables (ended_at, id)
    WHERE ended_at IS NOT NULL AND ranked = 0 AND moves_state IS NULL;
-- Operators name players.
CREATE INDEX players_by_name ON players (name) WHERE name IS NOT NULL;
