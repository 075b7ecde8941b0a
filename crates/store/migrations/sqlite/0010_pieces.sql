-- Boards are kept in pieces of many lines each, which take a tenth of the writes and a quarter of the room that rows of single lines did.
--
-- What stood on boards is dropped here and made anew from `runs` when the program opens the database.

DROP TABLE standings;
DROP TABLE counts;

-- What changed on a list, which is the lines of a board that are their players' bests there, or those that are not: places that were taken or
-- given up, in the order of places. What stands on a list is the sum of its levels; what changes is merged into the lowest, and one that is full into the next.
CREATE TABLE pieces (
    id INTEGER PRIMARY KEY,
    level INTEGER NOT NULL,
    period INTEGER NOT NULL,         -- 0 is all time, else 4 times the day, ISO week or month since 1970, plus 1, 2 or 3
    course INTEGER NOT NULL,
    scope INTEGER NOT NULL,          -- 0 is the total, 1 the first room
    best INTEGER NOT NULL,
    -- The place at which it begins; the first piece of a level begins before all places.
    merit INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    run INTEGER NOT NULL,
    before INTEGER NOT NULL,         -- how many lines the pieces before it in its level come to
    total INTEGER NOT NULL,          -- how many lines its level comes to
    after INTEGER NOT NULL,          -- how many pieces come after it
    changes BLOB NOT NULL            -- packed
) STRICT;

-- The lowest levels of boards of one period lie together, for they change together.
CREATE UNIQUE INDEX pieces_by_place ON pieces (level, period, course, scope, best, merit, moves, run);

-- What the runs of a line hold is read from the bests of their player, and where a seed has no boards of its own, from its few runs.
DROP INDEX runs_by_line;
ALTER TABLE runs DROP COLUMN standing;

INSERT INTO memory (name, value) VALUES ('boards are to be made', x'') ON CONFLICT DO NOTHING;
