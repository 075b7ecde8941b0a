-- The rating (Glicko-2) of each player in each game for several seats.
CREATE TABLE ratings (
    player INTEGER NOT NULL REFERENCES players,
    game TEXT NOT NULL,
    rating INTEGER NOT NULL,         -- in thousandths, as is the next
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,     -- in millionths
    games INTEGER NOT NULL,          -- how many were rated
    opponents INTEGER NOT NULL,      -- different ones in them
    rank_key INTEGER NOT NULL,       -- twice the deviation minus the rating: a lower key is better
    hidden INTEGER NOT NULL DEFAULT 0, -- 1: not listed, since the player is banned
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
-- The last two columns are only in the index so that lists are counted without the table.
CREATE INDEX ratings_listed ON ratings (game, rank_key, player, opponents, hidden) WHERE opponents >= 10 AND hidden = 0;

-- The last day on which a game of two players was rated. The player is the one with the lower number.
CREATE TABLE rated_pairs (
    player INTEGER NOT NULL REFERENCES players,
    opponent INTEGER NOT NULL REFERENCES players,
    game TEXT NOT NULL,
    day INTEGER NOT NULL,            -- when it begins (UTC)
    PRIMARY KEY (player, opponent, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_pairs_by_opponent ON rated_pairs (opponent);

-- Ratings by Weng-Lin, which counted every game.
ALTER TABLE records DROP COLUMN rated;
ALTER TABLE records DROP COLUMN rating;
ALTER TABLE records DROP COLUMN uncertainty;

-- Averages are counted without the table, too.
DROP INDEX averages_listed;
CREATE INDEX averages_listed ON averages (category, month, mean, rest, player, games, hidden) WHERE games >= 20 AND hidden = 0;
