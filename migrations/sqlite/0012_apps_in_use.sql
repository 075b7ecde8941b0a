-- What apps used of their limits, and what they were refused, by day. Instances add what they counted every few seconds.
CREATE TABLE app_usage (
    app INTEGER NOT NULL REFERENCES apps,
    day INTEGER NOT NULL,            -- when it began
    kind TEXT NOT NULL,
    used INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    PRIMARY KEY (app, day, kind)
) STRICT, WITHOUT ROWID;
-- Old days, which are deleted.
CREATE INDEX app_usage_by_day ON app_usage (day);
-- Open tables, which are counted for the limit of their app.
CREATE INDEX game_tables_open_by_app ON game_tables (app) WHERE app IS NOT NULL AND status < 2;

-- The app that a moderator suspended.
ALTER TABLE moderation_actions ADD COLUMN app INTEGER;

-- 1: the app hid all runs of the user on its own boards and lists. In `runs.app`, a negative number means that the app hid the run there.
ALTER TABLE app_users ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;

-- When the person took the player over from the app in `acted_for_by`: what began before is the app's. NULL: the app still acts, or none ever did.
ALTER TABLE players ADD COLUMN acted_for_until INTEGER;
-- 1: the person took the player over, and lets the app play for them.
ALTER TABLE app_users ADD COLUMN allowed INTEGER NOT NULL DEFAULT 0;

-- Links with which people take players over, or let apps play for them. Each user of an app has at most one.
CREATE TABLE app_links (
    hash BLOB PRIMARY KEY,           -- SHA-256 of the code in the link
    app INTEGER NOT NULL REFERENCES apps,
    player INTEGER NOT NULL REFERENCES players,
    consents INTEGER NOT NULL,       -- 0: to take the player over, 1: to let the app play
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX app_links_by_user ON app_links (app, player);
CREATE INDEX app_links_of_player ON app_links (player);
CREATE INDEX app_links_by_expiry ON app_links (expires_at);
