-- Averages are by month: of all sealed games with a seed of their own that a player started in it. Those of the latest twenty games are dropped
-- with their lists. A player plays one game of a category at a time.

DELETE FROM pieces WHERE period = -1;
DROP TABLE averages;
DROP TABLE sealed_games;

-- Sealed games with seeds of their own, from their start on. Games that were started before this migration are not among them.
CREATE TABLE sealed_games (
    table_id BIGINT PRIMARY KEY,
    player BIGINT NOT NULL,
    course BIGINT NOT NULL,
    month BIGINT NOT NULL,          -- in which it was started (UTC), counted from January 1970, which is 0
    merit BIGINT NOT NULL,          -- what it counts so far, as a rank key
    finished BIGINT NOT NULL,
    is_open BIGINT NOT NULL         -- 0: its table is over
);
CREATE UNIQUE INDEX sealed_games_open ON sealed_games (player, course) WHERE is_open = 1;

-- What the games of a month come to.
CREATE TABLE averages (
    course BIGINT NOT NULL,
    month BIGINT NOT NULL,
    player BIGINT NOT NULL REFERENCES players,
    games BIGINT NOT NULL,
    finished BIGINT NOT NULL,       -- how many of them
    merits BIGINT NOT NULL,         -- the sum
    mean BIGINT NOT NULL,           -- of the merits, rounded down
    rest BIGINT NOT NULL,           -- the rest of the mean, in units of 2^-62, rounded down: means are in order by both
    PRIMARY KEY (course, month, player)
);
CREATE INDEX averages_listed ON averages (course, month, mean, rest, player) WHERE games >= 20;
CREATE INDEX averages_by_player ON averages (player, month, course);
