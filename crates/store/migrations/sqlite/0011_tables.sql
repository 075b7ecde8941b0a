-- Tables: games that the service holds, with their moves; and what is kept of those that are over: averages and records.

CREATE TABLE game_tables (
    id INTEGER PRIMARY KEY,          -- drawn at random
    version INTEGER NOT NULL,        -- how often it was changed
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,           -- canonical JSON
    seed TEXT NOT NULL,
    sealed INTEGER NOT NULL,         -- 1: a solitaire that is ranked
    day INTEGER,                     -- the first millisecond of the day (UTC) whose seed it is; NULL: the seed is its own
    listed INTEGER NOT NULL,         -- 1: in the list of those that wait for players
    pace INTEGER NOT NULL,           -- seconds for a move
    maker INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    rematch_of INTEGER,              -- the table of which it is the rematch
    status INTEGER NOT NULL,         -- 0: waiting, 1: playing; over since it was 2: finished, 3: resigned, 4: abandoned
    -- Of each seat, from seat 1: the player, 0 for the built-in one, null for nobody.
    occupants TEXT NOT NULL,
    -- Of each seat, a list: until when its player must have moved, or null; how many times in a row they have not; 1 if they left.
    clocks TEXT NOT NULL,
    due INTEGER,                     -- when something is to be done that nobody asks for
    started_at INTEGER,
    ended_at INTEGER,
    moves INTEGER NOT NULL,          -- how many were made
    run INTEGER                      -- the run that was kept of it
) STRICT;
CREATE INDEX game_tables_due ON game_tables (due) WHERE due IS NOT NULL;
CREATE INDEX game_tables_waiting ON game_tables (made_at) WHERE listed = 1 AND status = 0;
CREATE INDEX game_tables_waiting_by_game ON game_tables (game, made_at) WHERE listed = 1 AND status = 0;
-- Each player has one table of a day's sealed seed, and each table one rematch.
CREATE UNIQUE INDEX game_tables_by_day ON game_tables (maker, game, day) WHERE day IS NOT NULL;
CREATE UNIQUE INDEX game_tables_by_rematch ON game_tables (rematch_of) WHERE rematch_of IS NOT NULL;

-- The moves of tables, one row each.
CREATE TABLE table_moves (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,         -- from 1
    seat INTEGER NOT NULL,           -- from 1
    made_by INTEGER NOT NULL,        -- 0: the player; the built-in one, 1: whose seat it is, 2: for a player whose time was up
    made_at INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- Who sits at which table, as `occupants` says, by player.
CREATE TABLE table_players (
    player INTEGER NOT NULL REFERENCES players,
    made_at INTEGER NOT NULL,        -- when the table was made
    table_id INTEGER NOT NULL,
    is_open INTEGER NOT NULL,        -- 0: the table is over
    PRIMARY KEY (player, made_at, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_players_open ON table_players (player) WHERE is_open = 1;

-- Tables that were made with an Idempotency-Key, for as long as the request may come again.
CREATE TABLE repeatable_tables (
    key BLOB PRIMARY KEY,            -- a hash of the player and the key
    request BLOB NOT NULL,           -- a hash of the request
    table_id INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX repeatable_tables_until ON repeatable_tables (until);

-- Sealed games in the order in which they ended, unfinished ones too: averages are of the latest of a player.
CREATE TABLE sealed_games (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players,
    course INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    merit INTEGER NOT NULL,          -- what it counts, as a rank key
    finished INTEGER NOT NULL
) STRICT;
CREATE INDEX sealed_games_by_player ON sealed_games (player, course);

-- The average of each player. Those of enough games are ranked by a list of `pieces`.
CREATE TABLE averages (
    course INTEGER NOT NULL,
    player INTEGER NOT NULL,
    games INTEGER NOT NULL,          -- how many it is of
    finished INTEGER NOT NULL,       -- how many of these were finished
    merits INTEGER NOT NULL,         -- the sum of what they count
    scaled INTEGER NOT NULL,         -- the mean, times a number that all numbers of games divide
    PRIMARY KEY (course, player)
) STRICT, WITHOUT ROWID;

-- How each player has fared in games for several seats.
CREATE TABLE records (
    player INTEGER NOT NULL REFERENCES players,
    game TEXT NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    places INTEGER NOT NULL,         -- their sum
    rated INTEGER NOT NULL,          -- how many were against other players
    rating INTEGER NOT NULL,         -- in thousandths, as the next
    uncertainty INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
