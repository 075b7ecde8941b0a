-- The contest that a moderator renamed. `player` is its organizer, whose names are removed with the player.
ALTER TABLE moderation_actions ADD COLUMN contest BIGINT;
