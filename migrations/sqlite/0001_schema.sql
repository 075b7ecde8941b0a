-- The whole schema. Times are milliseconds since 1970 (UTC); a yes or no is 1 or 0.
--
-- Ranks: a board is ordered by `score_key`, then by `move_count`, then by the number of the run. The score key is the score, negated
-- in games in which high scores win, so that less is better on every board. `docs/database.md` shows how to read a board.

-- "FUNH": how a file is identified as ours.
PRAGMA application_id = 1179995720;

-- Single values: the secret, the newest day, checkpoints of jobs.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT,                       -- NULL once the player is deleted
    recovery_hash BLOB UNIQUE,       -- SHA-256 of the recovery code; NULL without one
    created_at INTEGER NOT NULL,
    banned_at INTEGER                -- NULL: not banned
) STRICT;

CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, so that no request can revoke a later token
    player INTEGER NOT NULL REFERENCES players,
    hash BLOB NOT NULL UNIQUE,       -- SHA-256
    label TEXT,
    created_at INTEGER NOT NULL,
    last_used_on INTEGER,            -- the first millisecond of the day (UTC) of its last use; NULL: never used
    -- Of a token that a recovery code created and that was not used yet: the hash of the code, and the salt from which token and next
    -- code were derived. With them the same request gets the same response until that has arrived.
    recovered_by BLOB UNIQUE,
    recovery_salt BLOB
) STRICT;
CREATE INDEX tokens_by_player ON tokens (player);

-- Each form under which a name that is or was in use cannot be taken again, hashed: the name of a deleted player is not stored.
CREATE TABLE names_taken (
    form BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Sign-ups with an Idempotency-Key, for as long as the request may be repeated.
CREATE TABLE player_requests (
    key BLOB PRIMARY KEY,            -- a hash of the key and the name
    player INTEGER NOT NULL REFERENCES players,
    salt BLOB NOT NULL,              -- from which, with the key, the token was derived
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX player_requests_by_time ON player_requests (expires_at);
CREATE INDEX player_requests_by_player ON player_requests (player);

-- What runs must share to be compared.
CREATE TABLE categories (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,           -- canonical JSON
    class TEXT NOT NULL,             -- of the seeds: daily, drawn, chosen, sealed, sealed_daily
    UNIQUE (game, rules, options, class)
) STRICT;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,          -- from 1, in the order of arrival
    player INTEGER NOT NULL REFERENCES players,
    category INTEGER NOT NULL,
    seed TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    score_key INTEGER NOT NULL,
    move_count INTEGER NOT NULL,
    room_scores TEXT,                -- a JSON list of [score key, move count], room by room; NULL in games without rooms
    -- On no board unless 0: the sum of 1 (it failed its verification), 2 (a moderator hid it) and 4 (its player is banned).
    hidden INTEGER NOT NULL DEFAULT 0,
    score_card TEXT NOT NULL,        -- JSON
    digest BLOB NOT NULL,            -- SHA-256 of the final state
    fingerprint BLOB NOT NULL,       -- a hash of game, rules, options, seed and moves
    moves BLOB NOT NULL,             -- JSON, deflated
    same_as INTEGER,                 -- the first equivalent run of another player
    taken_back INTEGER               -- how many moves the player reports to have taken back; NULL: not reported
) STRICT;
CREATE UNIQUE INDEX runs_by_fingerprint ON runs (fingerprint, player);
CREATE INDEX runs_by_player ON runs (player, hidden, id);
CREATE INDEX runs_by_time ON runs (category, hidden, received_at, id);

-- The first run of each canonical form, and the first one of any other player: those to which later ones refer with `same_as`.
CREATE TABLE canonical_forms (
    form BLOB PRIMARY KEY,           -- a hash of game, rules, options, seed and the canonical form of the run
    run INTEGER NOT NULL,
    player INTEGER NOT NULL,
    run_of_another INTEGER
) STRICT, WITHOUT ROWID;

-- Seeds that were drawn without a token belong to the first player who submits a run.
CREATE TABLE seed_claims (
    game TEXT NOT NULL,
    seed TEXT NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (game, seed)
) STRICT, WITHOUT ROWID;

-- What boards consist of. All of it follows from `runs`; `funhouse rebuild` computes it again.

CREATE TABLE boards (
    id INTEGER PRIMARY KEY,
    category INTEGER NOT NULL,
    shows TEXT NOT NULL,             -- bests: the best run of each player; runs: the best run of each player on each seed
    room INTEGER NOT NULL,           -- whose score ranks: 0 is the whole game, 1 its first room
    period TEXT NOT NULL,            -- all, or a day, ISO week or month: 2026-11-20, 2026-W47, 2026-11
    UNIQUE (category, shows, room, period)
) STRICT;

-- The entries of boards that show bests.
CREATE TABLE bests (
    player INTEGER NOT NULL,
    all_time INTEGER NOT NULL,       -- 1: the period of the board is all time, so that these are found together
    board INTEGER NOT NULL,
    score_key INTEGER NOT NULL,
    move_count INTEGER NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY (player, all_time, board)
) STRICT, WITHOUT ROWID;
CREATE INDEX bests_by_rank ON bests (board, score_key, move_count, run);

-- The best run of each player on each seed: the entries of boards that show runs, and of the board of each seed.
CREATE TABLE seed_bests (
    category INTEGER NOT NULL,
    seed TEXT NOT NULL,
    player INTEGER NOT NULL,
    score_key INTEGER NOT NULL,
    move_count INTEGER NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY (category, seed, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX seed_bests_by_rank ON seed_bests (category, score_key, move_count, run);
CREATE INDEX seed_bests_by_rank_on_seed ON seed_bests (category, seed, score_key, move_count, run);

-- How many entries a board has with each score, and with each score and number of moves: a rank is a sum of few of them. The count of a
-- board is the sum over its shards: each instance of the service writes to its own, so that instances do not wait for each other.
CREATE TABLE score_counts (
    board INTEGER NOT NULL,
    score_key INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (board, score_key, shard)
) STRICT, WITHOUT ROWID;
CREATE TABLE move_counts (
    board INTEGER NOT NULL,
    score_key INTEGER NOT NULL,
    move_count INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (board, score_key, move_count, shard)
) STRICT, WITHOUT ROWID;

-- Tables: games that the service holds.

CREATE TABLE game_tables (
    id INTEGER PRIMARY KEY,          -- drawn at random
    version INTEGER NOT NULL,        -- number of changes
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,           -- canonical JSON
    seed TEXT NOT NULL,
    sealed INTEGER NOT NULL,         -- 1: a solitaire that is ranked
    day INTEGER,                     -- the first millisecond of the day (UTC) whose seed it has; NULL: the seed is its own
    listed INTEGER NOT NULL,         -- 1: in the list of tables that wait for players
    pace INTEGER NOT NULL,           -- seconds for a move
    maker INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    rematch_of INTEGER,              -- the table of which it is the rematch
    status INTEGER NOT NULL,         -- 0: waiting, 1: playing; over: 2 finished, 3 resigned, 4 abandoned
    -- The occupant of each seat, from seat 1, as a JSON list: the player, 0 for the robot, null for an open seat.
    occupants TEXT NOT NULL,
    -- Of each seat, a JSON list: the deadline of its player or null, the number of missed moves in a row, 1 if the player left.
    clocks TEXT NOT NULL,
    due INTEGER,                     -- when the service must act without a request
    started_at INTEGER,
    ended_at INTEGER,
    moves INTEGER NOT NULL,          -- number of moves
    run INTEGER                      -- the run that was stored of it
) STRICT;
CREATE INDEX game_tables_due ON game_tables (due, id) WHERE due IS NOT NULL;
CREATE INDEX game_tables_waiting ON game_tables (created_at, id) WHERE listed = 1 AND status = 0;
CREATE INDEX game_tables_waiting_by_game ON game_tables (game, created_at, id) WHERE listed = 1 AND status = 0;
-- Each player has one table of a day's sealed seed, and each table one rematch.
CREATE UNIQUE INDEX game_tables_by_day ON game_tables (maker, game, day) WHERE day IS NOT NULL;
CREATE UNIQUE INDEX game_tables_by_rematch ON game_tables (rematch_of) WHERE rematch_of IS NOT NULL;
-- The tables that a closed day leaves open.
CREATE INDEX game_tables_left_open ON game_tables (day, id) WHERE day IS NOT NULL AND status < 2;
-- Open tables, which are counted for metrics.
CREATE INDEX game_tables_open ON game_tables (status) WHERE status < 2;

CREATE TABLE table_moves (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,         -- from 1
    seat INTEGER NOT NULL,           -- from 1
    made_by INTEGER NOT NULL,        -- 0: the player; 1: the robot, whose seat it is; 2: the robot, for a player whose time was up
    made_at INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- Which players sit at which tables, as `occupants` has them.
CREATE TABLE table_players (
    player INTEGER NOT NULL REFERENCES players,
    created_at INTEGER NOT NULL,     -- of the table
    table_id INTEGER NOT NULL,
    is_open INTEGER NOT NULL,        -- 0: the table is over
    PRIMARY KEY (player, created_at, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_players_open ON table_players (player) WHERE is_open = 1;

-- Tables that were created with an Idempotency-Key, for as long as the request may be repeated.
CREATE TABLE table_requests (
    key BLOB PRIMARY KEY,            -- a hash of the player and the key
    request BLOB NOT NULL,           -- a hash of the request
    table_id INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX table_requests_by_time ON table_requests (expires_at);

-- Sealed games with seeds of their own, from their start on. A player plays one game of a category at a time.
CREATE TABLE sealed_games (
    table_id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL,
    category INTEGER NOT NULL,
    month INTEGER NOT NULL,          -- of the start (UTC), counted from January 1970, which is 0
    score_key INTEGER NOT NULL,      -- of what it counts so far
    finished INTEGER NOT NULL,
    is_open INTEGER NOT NULL         -- 0: its table is over
) STRICT;
CREATE UNIQUE INDEX sealed_games_open ON sealed_games (player, category) WHERE is_open = 1;

-- The sum of a player's sealed games of a month.
CREATE TABLE averages (
    category INTEGER NOT NULL,
    month INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players,
    games INTEGER NOT NULL,
    finished INTEGER NOT NULL,       -- how many of them are finished
    score_sum INTEGER NOT NULL,      -- the sum of the score keys
    mean INTEGER NOT NULL,           -- of the score keys, rounded down
    rest INTEGER NOT NULL,           -- the rest of the mean, in units of 2^-62, rounded down: both together order exact means
    hidden INTEGER NOT NULL DEFAULT 0, -- 1: not listed, since the player is banned
    PRIMARY KEY (category, month, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX averages_listed ON averages (category, month, mean, rest, player) WHERE games >= 20 AND hidden = 0;
CREATE INDEX averages_by_player ON averages (player, month, category);

-- The results of each player in games for several seats.
CREATE TABLE records (
    player INTEGER NOT NULL REFERENCES players,
    game TEXT NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    places INTEGER NOT NULL,         -- their sum
    rated INTEGER NOT NULL,          -- how many were against other players
    rating INTEGER NOT NULL,         -- in thousandths, as is the next
    uncertainty INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

-- What moderators did, in the order of time.
CREATE TABLE moderation_actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
    at INTEGER NOT NULL,
    action TEXT NOT NULL,            -- hide_run, restore_run, rename_player, ban_player, unban_player
    run INTEGER,
    player INTEGER REFERENCES players,
    old_name TEXT,                   -- of rename_player, as is the next; both NULL once the player is deleted
    new_name TEXT,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX moderation_actions_by_player ON moderation_actions (player) WHERE player IS NOT NULL;
