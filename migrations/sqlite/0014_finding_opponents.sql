-- 1: the result counts for ratings; 0: it does not. Without meaning for solitaires, and for games that are never rated.
ALTER TABLE game_tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 1;
UPDATE game_tables SET rated = 0 WHERE app IS NOT NULL AND maker IN (SELECT id FROM players WHERE acted_for_by IS NOT NULL);

-- 1: the player says that they are a program.
ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;

-- Players who block others. Neither of the two can take a seat next to the other, or invite the other.
CREATE TABLE blocks (
    player INTEGER NOT NULL REFERENCES players,
    blocked INTEGER NOT NULL REFERENCES players,
    at INTEGER NOT NULL,
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- Invitations to tables that wait for players. Rows are deleted when the table begins or is removed.
CREATE TABLE invitations (
    table_id INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players, -- who is invited
    by_player INTEGER NOT NULL REFERENCES players,
    at INTEGER NOT NULL,
    declined INTEGER NOT NULL,           -- 1: declined or withdrawn, or never shown to the invited player
    PRIMARY KEY (table_id, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_player ON invitations (player, at, table_id);
CREATE INDEX invitations_by_inviter ON invitations (by_player, player, declined);

-- Requests for opponents: at most one for each player. Rows are deleted a minute after the last sign of their player.
CREATE TABLE pairings (
    player INTEGER PRIMARY KEY REFERENCES players,
    id INTEGER NOT NULL,                 -- drawn at random
    app INTEGER,                         -- the app that acts for the player; NULL: none does
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,          -- canonical JSON
    seats INTEGER NOT NULL,
    pace INTEGER NOT NULL,               -- seconds for a move
    rated INTEGER NOT NULL,
    bots INTEGER NOT NULL,               -- 1: opponents may be bots
    robots_after INTEGER,                -- seconds after which robots take the seats that are left; NULL: never
    address BLOB NOT NULL,              -- a keyed hash
    request BLOB,                       -- a hash of the Idempotency-Key; NULL: there was none
    since INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,            -- the last sign of the player
    table_id INTEGER                     -- the table that came of it; NULL: it waits
) STRICT;
CREATE INDEX pairings_waiting ON pairings (since, player) WHERE table_id IS NULL;
CREATE INDEX pairings_by_sign ON pairings (seen_at);
CREATE INDEX pairings_by_table ON pairings (table_id) WHERE table_id IS NOT NULL;
