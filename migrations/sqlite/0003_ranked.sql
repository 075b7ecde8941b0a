-- Games that were called "sealed" are ranked: the classes of their seeds, the column of tables, and the table of averages.
UPDATE categories SET class = 'ranked' WHERE class = 'sealed';
UPDATE categories SET class = 'ranked_daily' WHERE class = 'sealed_daily';
ALTER TABLE game_tables RENAME COLUMN sealed TO ranked;
ALTER TABLE sealed_games RENAME TO ranked_games;
DROP INDEX sealed_games_open;
CREATE UNIQUE INDEX ranked_games_open ON ranked_games (player, category) WHERE is_open = 1;
