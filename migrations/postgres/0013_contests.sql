-- Contests: the same secret deals for everyone.
CREATE TABLE contests (
    id BIGINT PRIMARY KEY,          -- drawn at random
    organizer BIGINT NOT NULL REFERENCES players,
    app BIGINT,                     -- the app with whose token it was created; NULL: none
    name TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    rules BIGINT NOT NULL,
    options TEXT COLLATE "C" NOT NULL,           -- canonical JSON
    entry BIGINT NOT NULL,          -- who may enter: 0: who has the link, 1: users of the app, 2: anyone, and it is listed
    approval BIGINT NOT NULL,       -- 1: the organizer approves entrants
    scoring BIGINT NOT NULL,        -- 0: the total of the rounds, 1: points for the players beaten in each round
    created_at BIGINT NOT NULL,
    entrants BIGINT NOT NULL,       -- how many have entered
    request_key BYTEA UNIQUE,         -- a hash of the organizer and the Idempotency-Key; NULL without one
    request BYTEA                     -- a hash of the request with that key
);
CREATE INDEX contests_listed ON contests (created_at, id) WHERE entry = 2;
-- Without it, SQLite reads all contests for each new player, because the row of a player may be referred to.
CREATE INDEX contests_by_organizer ON contests (organizer);

-- The rounds of contests. A seed is secret while `state` is less than 2, and so is all that follows from it.
CREATE TABLE contest_rounds (
    id BIGINT PRIMARY KEY,          -- drawn at random
    contest BIGINT NOT NULL REFERENCES contests,
    number BIGINT NOT NULL,         -- from 1
    seed TEXT COLLATE "C" NOT NULL,
    opens_at BIGINT NOT NULL,
    closes_at BIGINT NOT NULL,
    state BIGINT NOT NULL,          -- 0: not open yet, 1: open, 2: closed, 3: closed, and all its games are over
    void BIGINT NOT NULL,           -- 1: a game of it was set back, so it counts for no one
    due BIGINT,                     -- when the service must act next; NULL: never
    announced BIGINT                -- the last player who got the event of this state; NULL: all have it
);
CREATE UNIQUE INDEX contest_rounds_by_contest ON contest_rounds (contest, number);
CREATE INDEX contest_rounds_due ON contest_rounds (due, id) WHERE due IS NOT NULL;

CREATE TABLE contest_entrants (
    contest BIGINT NOT NULL REFERENCES contests,
    player BIGINT NOT NULL REFERENCES players,
    state BIGINT NOT NULL,          -- 0: asks the organizer, 1: has entered, 2: the organizer refused, 3: the organizer, who has not entered
    since BIGINT NOT NULL,          -- when the player entered or asked, or the organizer created it
    PRIMARY KEY (contest, player)
);
CREATE INDEX contest_entrants_by_player ON contest_entrants (player, since, contest);

-- The round of a contest that a table plays; NULL: none. Each player has one table of a round.
ALTER TABLE game_tables ADD COLUMN round BIGINT;
CREATE UNIQUE INDEX game_tables_by_round ON game_tables (round, maker) WHERE round IS NOT NULL;
-- The tables that a closed round leaves open.
CREATE INDEX game_tables_of_round_open ON game_tables (round, id) WHERE round IS NOT NULL AND status < 2;

-- The round of a contest to which a run of the class `contest` belongs; NULL in all other classes.
ALTER TABLE runs ADD COLUMN round BIGINT;
