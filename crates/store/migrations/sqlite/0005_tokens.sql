-- Several tokens for each player, and a recovery code.
--
-- The token that each player had becomes the first of theirs. The column that held its hash holds that of the recovery code from
-- now on, which nobody has yet.

CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, so that nobody revokes a token that came later
    player INTEGER NOT NULL REFERENCES players,
    hash BLOB NOT NULL UNIQUE,       -- SHA-256
    label TEXT,
    created_at INTEGER NOT NULL,
    last_used_on INTEGER,            -- the first millisecond of the day (UTC) on which it was last used; NULL: never
    -- Of a token that a recovery code made and that was not used yet: the hash of that code, and the salt of which, with the code,
    -- the token and the next code were made. So the same call can be repeated until its answer has arrived.
    recovered_by BLOB UNIQUE,
    recovery_salt BLOB
) STRICT;
CREATE INDEX tokens_by_player ON tokens (player);

INSERT INTO tokens (player, hash, created_at)
SELECT id, token_hash, created_at FROM players WHERE token_hash IS NOT NULL;

ALTER TABLE players RENAME COLUMN token_hash TO recovery_hash;
UPDATE players SET recovery_hash = NULL;

-- A request that is repeated is answered with a recovery code, and these players have none.
DELETE FROM repeatable;
