-- Apps: front ends of others, which act for users of their own.
CREATE TABLE apps (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
    name TEXT,                       -- NULL once the app is deleted
    home_page TEXT NOT NULL,
    owner INTEGER,                   -- the player who asked for it; NULL: an operator created it, or that player is deleted
    state INTEGER NOT NULL,          -- 0: waits for an operator, 1: approved, 2: suspended
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX apps_by_owner ON apps (owner) WHERE owner IS NOT NULL;

CREATE TABLE app_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- a greater number is newer
    app INTEGER NOT NULL REFERENCES apps,
    hash BLOB NOT NULL UNIQUE,       -- SHA-256
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX app_keys_by_app ON app_keys (app);

-- The app that acts for a player, who has no recovery code and no token but the app's; NULL: the player acts for themselves.
ALTER TABLE players ADD COLUMN acted_for_by INTEGER;

-- The users of apps. An app's own id of a person is only here.
CREATE TABLE app_users (
    app INTEGER NOT NULL REFERENCES apps,
    user_id TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (app, user_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX app_users_by_player ON app_users (app, player);
CREATE INDEX app_users_of_player ON app_users (player);

-- Of a token that an app drew for a user; NULL in a player's own tokens.
ALTER TABLE tokens ADD COLUMN app INTEGER REFERENCES apps;
ALTER TABLE tokens ADD COLUMN expires_at INTEGER;
-- Of one that was drawn with an Idempotency-Key: a hash of app, user and key, and the salt from which, with the key, the token was derived.
ALTER TABLE tokens ADD COLUMN request BLOB;
ALTER TABLE tokens ADD COLUMN request_salt BLOB;
CREATE UNIQUE INDEX tokens_by_request ON tokens (request) WHERE request IS NOT NULL;
CREATE INDEX tokens_by_app ON tokens (app, player, id) WHERE app IS NOT NULL;
-- Expired tokens, which are deleted.
CREATE INDEX tokens_by_expiry ON tokens (expires_at) WHERE expires_at IS NOT NULL;

-- The app with whose token a run was submitted; NULL: none. In `hidden`, 8 means that the app acted for the player: then the run is only on
-- boards and lists of the app. A board that shows `app-7` has the best run of each player in app 7.
ALTER TABLE runs ADD COLUMN app INTEGER;
CREATE INDEX runs_by_app ON runs (app, player, id) WHERE app IS NOT NULL;
CREATE INDEX runs_by_app_and_time ON runs (app, category, received_at, id) WHERE app IS NOT NULL;

-- The app with whose token a table was created; NULL: none. In `listed`, 2 means that the table is only in lists of the app.
ALTER TABLE game_tables ADD COLUMN app INTEGER;
CREATE INDEX game_tables_waiting_by_app ON game_tables (app, created_at, id) WHERE app IS NOT NULL AND listed > 0 AND status = 0;
