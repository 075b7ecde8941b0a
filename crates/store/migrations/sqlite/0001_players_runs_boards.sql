-- Players, runs, and the boards on which runs stand.
--
-- Everything that can be worked out from `runs` is worked out here, by triggers, so that it is kept in the transaction that
-- writes the run: `standings` and `bests` are what the views below them say, and `counts` counts them.

-- "FUNH": how a file is known to be ours.
PRAGMA application_id = 0x46554E48;

-- What the service must remember of itself: the secret, and how far a walk through all runs has come.
CREATE TABLE memory (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT,                       -- NULL once the player is deleted
    token_hash BLOB UNIQUE,          -- SHA-256; NULL once the player is deleted
    created_at INTEGER NOT NULL      -- milliseconds since 1970, as all times here
) STRICT;

-- Every form under which a name in use or once used may not be taken again, as hashes: a deleted player's name is not kept.
CREATE TABLE names_taken (
    form BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Names that were taken with an Idempotency-Key, for as long as the request may come again.
CREATE TABLE repeatable (
    key BLOB PRIMARY KEY,            -- a hash of the key and the name
    player INTEGER NOT NULL REFERENCES players,
    salt BLOB NOT NULL,              -- of which, with the key, the token was made
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX repeatable_until ON repeatable (until);

-- What runs must share to be compared: game, rules, options, seed class; and one seed, where it has boards of its own.
CREATE TABLE courses (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,           -- canonical JSON
    class INTEGER NOT NULL,
    seed TEXT,                       -- NULL: any
    base INTEGER REFERENCES courses  -- the same with any seed
) STRICT;
CREATE UNIQUE INDEX courses_by_what ON courses (game, rules, options, class, ifnull(seed, ''));
CREATE UNIQUE INDEX courses_of_seeds ON courses (base, seed) WHERE base IS NOT NULL;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,          -- the sequence number, from 1: the order in which runs were taken in
    player INTEGER NOT NULL REFERENCES players,
    course INTEGER NOT NULL REFERENCES courses,
    seed TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    -- A list of [merit, moves]: the total, then room by room. Merit is the score, negated where high scores win: less is
    -- better on every board.
    merits TEXT NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    score TEXT NOT NULL,             -- the score card, as JSON
    digest BLOB NOT NULL,            -- SHA-256 of the final state
    fingerprint BLOB NOT NULL,       -- of game, rules, options, seed and moves
    moves BLOB NOT NULL              -- JSON, deflated
) STRICT;
CREATE UNIQUE INDEX runs_by_fingerprint ON runs (fingerprint, player);
CREATE INDEX runs_by_player ON runs (player, id);
CREATE INDEX runs_by_time ON runs (course, received_at, id);
CREATE INDEX runs_by_seed ON runs (course, seed, id);

-- Periods are numbers: 0 is all time, else 4 times the day, ISO week or month since 1970, plus 1, 2 or 3.
CREATE VIEW run_periods AS
SELECT id AS run,
    received_at / 86400000 * 4 + 1 AS day,
    (received_at / 86400000 + 3) / 7 * 4 + 2 AS week,
    (strftime('%Y', received_at / 1000, 'unixepoch') * 12 + strftime('%m', received_at / 1000, 'unixepoch') - 23641) * 4 + 3
        AS month
FROM runs;

-- Where a run is compared: on its course, and on that of its seed if there is one. `scope` 0 is the total, 1 the first room.
CREATE VIEW run_scopes AS
SELECT runs.id AS run, runs.player AS player, courses.id AS course, scopes.key AS scope,
    scopes.value ->> 0 AS merit, scopes.value ->> 1 AS moves
FROM runs
JOIN courses ON courses.id = runs.course OR (courses.base = runs.course AND courses.seed = runs.seed)
JOIN json_each(runs.merits) AS scopes
WHERE NOT runs.hidden;

-- Every run on the boards of all time and of its day; those of weeks and months are merged from their days.
CREATE VIEW all_standings AS
SELECT course, scope, period.value AS period, merit, moves, run, player
FROM run_scopes JOIN run_periods USING (run), json_each(json_array(0, day)) AS period;

-- Every run as one of its player's on the boards of all time, its day, week and month.
CREATE VIEW all_candidates AS
SELECT player, course, scope, period.value AS period, merit, moves, run
FROM run_scopes JOIN run_periods USING (run), json_each(json_array(0, day, week, month)) AS period;

CREATE TABLE standings (
    course INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    period INTEGER NOT NULL,
    merit INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    run INTEGER NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (course, scope, period, merit, moves, run)
) STRICT, WITHOUT ROWID;

-- The best of each player. A player's rows lie together, since a run may better many of them at once.
CREATE TABLE bests (
    player INTEGER NOT NULL,
    course INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    period INTEGER NOT NULL,
    merit INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY (player, course, period, scope)
) STRICT, WITHOUT ROWID;
CREATE INDEX bests_ranked ON bests (course, scope, period, merit, moves, run);

-- How many stand on a board with a merit and a number of moves; with any number of moves where `moves` is -1. Those of weeks
-- and months are kept too for `standings`, whose lines are merged from days: sums over 31 days would grow with the board.
CREATE TABLE counts (
    best INTEGER NOT NULL,           -- 0: of `standings`; 1: of `bests`
    course INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    period INTEGER NOT NULL,
    moves_told INTEGER NOT NULL,     -- 0 where `moves` is -1, else 1: sums of either kind are read in one stretch
    merit INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (best, course, scope, period, moves_told, merit, moves)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER standing_counted AFTER INSERT ON standings BEGIN
    INSERT INTO counts VALUES
        (0, NEW.course, NEW.scope, NEW.period, 0, NEW.merit, -1, 1),
        (0, NEW.course, NEW.scope, NEW.period, 1, NEW.merit, NEW.moves, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER standing_discounted AFTER DELETE ON standings BEGIN
    UPDATE counts SET n = n - 1
    WHERE best = 0 AND course = OLD.course AND scope = OLD.scope AND period = OLD.period AND merit = OLD.merit
        AND (moves_told, moves) IN (VALUES (0, -1), (1, OLD.moves));
END;

CREATE TRIGGER standing_of_day_counted AFTER INSERT ON standings WHEN NEW.period <> 0 BEGIN
    INSERT INTO counts
    SELECT 0, NEW.course, NEW.scope, periods.value, told.value, NEW.merit, iif(told.value, NEW.moves, -1), 1
    FROM run_periods, json_each(json_array(week, month)) AS periods, json_each('[0, 1]') AS told
    WHERE run_periods.run = NEW.run
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER standing_of_day_discounted AFTER DELETE ON standings WHEN OLD.period <> 0 BEGIN
    UPDATE counts SET n = n - 1
    WHERE best = 0 AND course = OLD.course AND scope = OLD.scope AND merit = OLD.merit
        AND period IN (SELECT value FROM run_periods, json_each(json_array(week, month)) WHERE run = OLD.run)
        AND (moves_told, moves) IN (VALUES (0, -1), (1, OLD.moves));
END;

CREATE TRIGGER best_counted AFTER INSERT ON bests BEGIN
    INSERT INTO counts VALUES
        (1, NEW.course, NEW.scope, NEW.period, 0, NEW.merit, -1, 1),
        (1, NEW.course, NEW.scope, NEW.period, 1, NEW.merit, NEW.moves, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER best_discounted AFTER DELETE ON bests BEGIN
    UPDATE counts SET n = n - 1
    WHERE best = 1 AND course = OLD.course AND scope = OLD.scope AND period = OLD.period AND merit = OLD.merit
        AND (moves_told, moves) IN (VALUES (0, -1), (1, OLD.moves));
END;

CREATE TRIGGER best_bettered AFTER UPDATE ON bests BEGIN
    UPDATE counts SET n = n - 1
    WHERE best = 1 AND course = OLD.course AND scope = OLD.scope AND period = OLD.period AND merit = OLD.merit
        AND (moves_told, moves) IN (VALUES (0, -1), (1, OLD.moves));
    INSERT INTO counts VALUES
        (1, NEW.course, NEW.scope, NEW.period, 0, NEW.merit, -1, 1),
        (1, NEW.course, NEW.scope, NEW.period, 1, NEW.merit, NEW.moves, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER uncounted AFTER UPDATE ON counts WHEN NEW.n = 0 BEGIN
    DELETE FROM counts
    WHERE best = NEW.best AND course = NEW.course AND scope = NEW.scope AND period = NEW.period
        AND moves_told = NEW.moves_told AND merit = NEW.merit AND moves = NEW.moves;
END;

CREATE TRIGGER run_stands AFTER INSERT ON runs BEGIN
    INSERT INTO standings SELECT * FROM all_standings WHERE run = NEW.id;
    INSERT INTO bests SELECT * FROM all_candidates WHERE run = NEW.id
    ON CONFLICT (player, course, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
END;

-- A seed that is played often gets boards of its own.
CREATE TRIGGER seed_stands AFTER INSERT ON courses WHEN NEW.base IS NOT NULL BEGIN
    INSERT INTO standings SELECT * FROM all_standings WHERE course = NEW.id;
    INSERT INTO bests SELECT * FROM all_candidates WHERE course = NEW.id
    ON CONFLICT (player, course, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
END;

CREATE TRIGGER run_is_hidden BEFORE UPDATE OF hidden ON runs WHEN NEW.hidden AND NOT OLD.hidden BEGIN
    DELETE FROM standings WHERE (course, scope, period, merit, moves, run) IN
        (SELECT course, scope, period, merit, moves, run FROM all_standings WHERE run = OLD.id);
    DELETE FROM bests WHERE run = OLD.id AND (player, course, period, scope) IN
        (SELECT player, course, period, scope FROM all_candidates WHERE run = OLD.id);
END;

-- What was second becomes its player's best.
CREATE TRIGGER run_was_hidden AFTER UPDATE OF hidden ON runs WHEN NEW.hidden AND NOT OLD.hidden BEGIN
    INSERT INTO bests SELECT * FROM all_candidates WHERE player = OLD.player
    ON CONFLICT (player, course, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
END;

CREATE TRIGGER run_is_shown AFTER UPDATE OF hidden ON runs WHEN OLD.hidden AND NOT NEW.hidden BEGIN
    INSERT INTO standings SELECT * FROM all_standings WHERE run = NEW.id;
    INSERT INTO bests SELECT * FROM all_candidates WHERE run = NEW.id
    ON CONFLICT (player, course, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
END;
