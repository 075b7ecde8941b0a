-- A board of every run has a list of its own, so that half as many pieces are read of it: `best` 0 is the list of all lines, and no longer that
-- of those which are no bests.

INSERT INTO memory (name, value) VALUES ('boards are to be made', '') ON CONFLICT DO NOTHING;
