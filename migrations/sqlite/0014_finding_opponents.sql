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
CREATE INDEX invitations_by_player ON invitations (player, at);
CREATE INDEX invitations_by_inviter ON invitations (by_player, player);
