-- On boards of every run, the runs of one player on one seed are one line: the best of them.
--
-- `standings` holds such lines for each period, as `bests` holds the best of each player. Where all runs are of one seed, the
-- lines are those of `bests`, so that the boards of a seed have none of their own here. Lines may differ between the days of
-- a week, so those of weeks and months are no longer merged from days.

DROP TRIGGER standing_counted;
DROP TRIGGER standing_discounted;
DROP TRIGGER standing_of_day_counted;
DROP TRIGGER standing_of_day_discounted;
DROP TRIGGER run_stands;
DROP TRIGGER seed_stands;
DROP TRIGGER run_is_hidden;
DROP TRIGGER run_was_hidden;
DROP TRIGGER run_is_shown;
DROP VIEW all_standings;
DROP TABLE standings;
DELETE FROM counts WHERE best = 0;

CREATE INDEX runs_by_line ON runs (player, course, seed);

-- Every run as one of its line on the boards of all time, its day, week and month. A line has the number of its first run, hidden
-- or not.
CREATE VIEW all_standings AS
SELECT
    (SELECT min(first.id) FROM runs AS first
        WHERE first.player = runs.player AND first.course = runs.course AND first.seed = runs.seed) AS line,
    scopes.key AS scope, periods.value AS period, runs.course AS course,
    scopes.value ->> 0 AS merit, scopes.value ->> 1 AS moves, runs.id AS run
FROM runs JOIN run_periods ON run_periods.run = runs.id, json_each(runs.merits) AS scopes,
    json_each(json_array(0, day, week, month)) AS periods
WHERE NOT runs.hidden;

-- The best of each line. The program fills in the lines of runs that are there already, once their days are.
CREATE TABLE standings (
    line INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    period INTEGER NOT NULL,
    course INTEGER NOT NULL,
    merit INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY (line, period, scope)
) STRICT, WITHOUT ROWID;

CREATE INDEX standings_ranked ON standings (course, scope, period, merit, moves, run);

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

CREATE TRIGGER standing_bettered AFTER UPDATE ON standings BEGIN
    UPDATE counts SET n = n - 1
    WHERE best = 0 AND course = OLD.course AND scope = OLD.scope AND period = OLD.period AND merit = OLD.merit
        AND (moves_told, moves) IN (VALUES (0, -1), (1, OLD.moves));
    INSERT INTO counts VALUES
        (0, NEW.course, NEW.scope, NEW.period, 0, NEW.merit, -1, 1),
        (0, NEW.course, NEW.scope, NEW.period, 1, NEW.merit, NEW.moves, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER run_stands AFTER INSERT ON runs BEGIN
    INSERT INTO standings SELECT * FROM all_standings WHERE run = NEW.id
    ON CONFLICT (line, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
    INSERT INTO bests SELECT * FROM all_candidates WHERE run = NEW.id
    ON CONFLICT (player, course, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
END;

-- A seed that is played often gets boards of its own.
CREATE TRIGGER seed_stands AFTER INSERT ON courses WHEN NEW.base IS NOT NULL BEGIN
    INSERT INTO bests SELECT * FROM all_candidates WHERE course = NEW.id
    ON CONFLICT (player, course, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
END;

CREATE TRIGGER run_is_hidden BEFORE UPDATE OF hidden ON runs WHEN NEW.hidden AND NOT OLD.hidden BEGIN
    DELETE FROM standings WHERE run = OLD.id AND (line, period, scope) IN
        (SELECT line, period, scope FROM all_standings WHERE run = OLD.id);
    DELETE FROM bests WHERE run = OLD.id AND (player, course, period, scope) IN
        (SELECT player, course, period, scope FROM all_candidates WHERE run = OLD.id);
END;

-- What was second becomes the best of its line, and its player's best.
CREATE TRIGGER run_was_hidden AFTER UPDATE OF hidden ON runs WHEN NEW.hidden AND NOT OLD.hidden BEGIN
    INSERT INTO standings SELECT * FROM all_standings
    WHERE run IN (SELECT id FROM runs WHERE player = OLD.player AND course = OLD.course AND seed = OLD.seed)
    ON CONFLICT (line, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
    INSERT INTO bests SELECT * FROM all_candidates WHERE player = OLD.player
    ON CONFLICT (player, course, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
END;

CREATE TRIGGER run_is_shown AFTER UPDATE OF hidden ON runs WHEN OLD.hidden AND NOT NEW.hidden BEGIN
    INSERT INTO standings SELECT * FROM all_standings WHERE run = NEW.id
    ON CONFLICT (line, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
    INSERT INTO bests SELECT * FROM all_candidates WHERE run = NEW.id
    ON CONFLICT (player, course, period, scope) DO UPDATE SET merit = excluded.merit, moves = excluded.moves, run = excluded.run
        WHERE (excluded.merit, excluded.moves, excluded.run) < (merit, moves, run);
END;
