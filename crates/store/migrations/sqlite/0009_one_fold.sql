-- Boards are kept by the program, which works out for a whole group of runs at a time what changes; no trigger does any more.
--
-- What stood on boards is dropped here and made anew from `runs` when the program opens the database.

DROP TRIGGER best_counted;
DROP TRIGGER best_discounted;
DROP TRIGGER best_bettered;
DROP TRIGGER uncounted;
DROP TRIGGER standing_counted;
DROP TRIGGER standing_discounted;
DROP TRIGGER standing_bettered;
DROP TRIGGER run_stands;
DROP TRIGGER seed_stands;
DROP TRIGGER run_is_hidden;
DROP TRIGGER run_was_hidden;
DROP TRIGGER run_is_shown;
DROP TRIGGER run_has_its_day;
DROP VIEW all_standings;
DROP VIEW all_candidates;
DROP VIEW run_scopes;
DROP VIEW run_periods;
DROP TABLE days;
DROP TABLE standings;
DROP TABLE bests;
DROP TABLE counts;

-- The runs of a player on a seed of a category are a line. On each board of every run stands the best run of each line in the
-- board's period; of those of a player one is the best, and stands on the board of bests as well. On the boards that a seed has of
-- its own every line is its player's best.
CREATE TABLE standings (
    course INTEGER NOT NULL,
    scope INTEGER NOT NULL,          -- 0 is the total, 1 the first room
    period INTEGER NOT NULL,         -- 0 is all time, else 4 times the day, ISO week or month since 1970, plus 1, 2 or 3
    best INTEGER NOT NULL,
    merit INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY (course, scope, period, best, merit, moves, run)
) STRICT, WITHOUT ROWID;

-- Where the best of a player stands in each scope, packed: merit, moves and run.
CREATE TABLE bests (
    player INTEGER NOT NULL,
    period INTEGER NOT NULL,
    course INTEGER NOT NULL,
    places BLOB NOT NULL,
    PRIMARY KEY (player, period, course)
) STRICT, WITHOUT ROWID;

-- How many stand on a board with merits of a stretch of 16, and how many of them are bests; and the same of each merit and number of
-- moves, packed.
CREATE TABLE counts (
    course INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    period INTEGER NOT NULL,
    stretch INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    bests INTEGER NOT NULL,
    scores BLOB NOT NULL,
    PRIMARY KEY (course, scope, period, stretch)
) STRICT, WITHOUT ROWID;

-- Whether the run is not hidden and stands on some board of every run: runs of its line that were bettered everywhere need not be
-- looked at when another comes.
ALTER TABLE runs ADD COLUMN standing INTEGER NOT NULL DEFAULT 1;
DROP INDEX runs_by_line;
CREATE INDEX runs_by_line ON runs (player, course, seed) WHERE standing = 1;

-- A day has one seed of the daily class, whose boards are those of the day.
DELETE FROM courses WHERE base IS NOT NULL AND class = 0;

INSERT INTO memory (name, value) VALUES ('boards are to be made', x'');
