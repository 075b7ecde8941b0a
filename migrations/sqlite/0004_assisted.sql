-- Whether the player reports hints or an analysis while playing: 1 or 0; NULL: not reported.
ALTER TABLE runs ADD COLUMN assisted INTEGER;
