-- Contests: the same secret deals for everyone.
CREATE TABLE contests (
    id INTEGER PRIMARY KEY,          -- drawn at random
    organizer INTEGER NOT NULL REFERENCES players,
    app INTEGER,                     -- the app with whose token it was created; NULL: none
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,           -- canonical JSON
    entry INTEGER NOT NULL,          -- who may enter: 0: who has the link, 1: users of the app, 2: anyone, and it is listed
    approval INTEGER NOT NULL,       -- 1: the organizer approves entrants
    scoring INTEGER NOT NULL,        -- 0: the total of the rounds, 1: points for the players beaten in each round
    created_at INTEGER NOT NULL,
    entrants INTEGER NOT NULL,       -- how many have entered
    request_key BLOB UNIQUE,         -- a hash of the organizer and the Idempotency-Key; NULL without one
    request BLOB                     -- a hash of the request with that key
) STRICT;
CREATE INDEX contests_listed ON contests (created_at, id) WHERE entry = 2;
-- Without it, SQLite reads all contests for each new player, because the row of a player may be referred to.
CREATE INDEX contests_by_organizer ON contests (organizer);

-- The rounds of contests. A seed is secret while `state` is less than 2, and so is all that follows from it.
CREATE TABLE contest_rounds (
    id INTEGER PRIMARY KEY,          -- drawn at random
    contest INTEGER NOT NULL REFERENCES contests,
    number INTEGER NOT NULL,         -- from 1
    seed TEXT NOT NULL,
    opens_at INTEGER NOT NULL,
    closes_at INTEGER NOT NULL,
    state INTEGER NOT NULL,          -- 0: not open yet, 1: open, 2: closed, 3: closed, and all its games are over
    void INTEGER NOT NULL,           -- 1: a game of it was set back, so it counts for no one
    due INTEGER,                     -- when the service must act next; NULL: never
    announced INTEGER                -- the last player who got the event of this state; NULL: all have it
) STRICT;
CREATE UNIQUE INDEX contest_rounds_by_contest ON contest_rounds (contest, number);
CREATE INDEX contest_rounds_due ON contest_rounds (due, id) WHERE due IS NOT NULL;

CREATE TABLE contest_entrants (
    contest INTEGER NOT NULL REFERENCES contests,
    player INTEGER NOT NULL REFERENCES players,
    state INTEGER NOT NULL,          -- 0: asks the organizer, 1: has entered, 2: the organizer refused, 3: the organizer, who has not entered
    since INTEGER NOT NULL,          -- when the player entered or asked, or the organizer created it
    PRIMARY KEY (contest, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX contest_entrants_by_player ON contest_entrants (player, since, contest);

-- The round of a contest that a table plays; NULL: none. Each player has one table of a round.
ALTER TABLE game_tables ADD COLUMN round INTEGER;
CREATE UNIQUE INDEX game_tables_by_round ON game_tables (round, maker) WHERE round IS NOT NULL;
-- The tables that a closed round leaves open.
CREATE INDEX game_tables_of_round_open ON game_tables (round, id) WHERE round IS NOT NULL AND status < 2;

-- The round of a contest to which a run of the class `contest` belongs; NULL in all other classes.
ALTER TABLE runs ADD COLUMN round INTEGER;
