-- The pars of deals: bounds of the best total, and a line of moves that reaches `at_most`.
CREATE TABLE pars (
    game TEXT COLLATE "C" NOT NULL,
    rules BIGINT NOT NULL,
    options TEXT COLLATE "C" NOT NULL,           -- canonical JSON
    seed TEXT COLLATE "C" NOT NULL,
    analysis BIGINT NOT NULL,          -- the version of the analysis
    at_least BIGINT NOT NULL,          -- no play ends below it; if it equals at_most, that is proven to be the best
    at_most BIGINT NOT NULL,           -- the total of the line
    nodes BIGINT NOT NULL,             -- how many positions were visited
    line BYTEA NOT NULL,              -- JSON, deflated
    PRIMARY KEY (game, rules, options, seed)
);

-- The instance that runs a background job, until its lease expires.
CREATE TABLE job_leases (
    job TEXT COLLATE "C" PRIMARY KEY,
    owner BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
