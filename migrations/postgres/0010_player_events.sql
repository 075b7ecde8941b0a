-- What happened to a player, for the stream of the player's events. Rows are deleted after seven days.
CREATE TABLE player_events (
    player BIGINT NOT NULL REFERENCES players,
    number BIGINT NOT NULL,          -- from 1; follows the newest that is left
    tag BIGINT NOT NULL,             -- random: another event with the same number has another tag
    at BIGINT NOT NULL,
    kind BIGINT NOT NULL,            -- 0: your turn, 1: started, 2: over, 3: set back, 4: rematch offered, 5: par known
    subject BIGINT NOT NULL,         -- the table, or the run
    detail BIGINT,                   -- the deadline of a turn, or the table of a rematch
    PRIMARY KEY (player, number)
);
-- Old events, which are deleted.
CREATE INDEX player_events_by_time ON player_events (at);

-- Notifies all instances, each of which serves streams.
CREATE FUNCTION notify_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('player_events', NEW.player::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_of_event AFTER INSERT ON player_events FOR EACH ROW EXECUTE FUNCTION notify_of_event();
