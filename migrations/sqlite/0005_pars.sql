-- The pars of deals: bounds of the best total, and a line of moves that reaches `at_most`.
CREATE TABLE pars (
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    options TEXT NOT NULL,           -- canonical JSON
    seed TEXT NOT NULL,
    analysis INTEGER NOT NULL,          -- the version of the analysis
    at_least INTEGER NOT NULL,          -- no play ends below it; if it equals at_most, that is proven to be the best
    at_most INTEGER NOT NULL,           -- the total of the line
    nodes INTEGER NOT NULL,             -- how many positions were visited
    line BLOB NOT NULL,              -- JSON, deflated
    PRIMARY KEY (game, rules, options, seed)
) STRICT, WITHOUT ROWID;

-- The instance that runs a background job, until its lease expires.
CREATE TABLE job_leases (
    job TEXT PRIMARY KEY,
    owner INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
