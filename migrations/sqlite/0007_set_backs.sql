-- SHA-256 chained over the players of a table, from its start, and its moves; NULL if the table began before this was recorded.
ALTER TABLE game_tables ADD COLUMN history BLOB;
-- How often the database lost changes of the table that an instance knew, as after the promotion of an asynchronous standby.
ALTER TABLE game_tables ADD COLUMN set_backs INTEGER NOT NULL DEFAULT 0;
