-- The events of players for whom apps act, for the streams of the apps. Rows are deleted after seven days.
CREATE TABLE app_events (
    id INTEGER PRIMARY KEY,          -- of events of one player: in their order
    app INTEGER NOT NULL,
    number INTEGER,                  -- in the stream of the app: from 1; NULL: not in it yet. Drawn after the event is committed
    player INTEGER,                  -- NULL: the player is deleted
    player_number INTEGER NOT NULL,  -- the number in `player_events`
    tag INTEGER NOT NULL,            -- that of the event
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX app_events_by_number ON app_events (app, number, id);
CREATE INDEX app_events_by_player ON app_events (player) WHERE player IS NOT NULL;
