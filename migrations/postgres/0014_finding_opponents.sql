-- 1: the result counts for ratings; 0: it does not. Without meaning for solitaires, and for games that are never rated.
ALTER TABLE game_tables ADD COLUMN rated BIGINT NOT NULL DEFAULT 1;
UPDATE game_tables SET rated = 0 WHERE app IS NOT NULL AND maker IN (SELECT id FROM players WHERE acted_for_by IS NOT NULL);

-- 1: the player says that they are a program.
ALTER TABLE players ADD COLUMN bot BIGINT NOT NULL DEFAULT 0;
