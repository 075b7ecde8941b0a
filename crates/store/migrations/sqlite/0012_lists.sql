-- A board of every run has a list of its own, and is no longer the sum of two: half as many pieces are read of it. `best` told the lines that were
-- their players' bests from the others; `bests` tells a board of bests from one of every run. An older program that has the database open
-- finds no such column, and so writes to no board what it no longer means.

ALTER TABLE pieces RENAME COLUMN best TO bests;
INSERT INTO memory (name, value) VALUES ('boards are to be made', x'') ON CONFLICT DO NOTHING;
