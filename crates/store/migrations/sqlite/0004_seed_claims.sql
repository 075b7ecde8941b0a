-- Drawn seeds belong to somebody.
--
-- A seed that was drawn without a token belongs to the first player who hands in a run of it; another's run of it is of the
-- chosen class. Of the seeds drawn so far, that is the player of the first run that stands as drawn. The classes of runs stay
-- as they are.

CREATE TABLE seed_claims (
    game TEXT NOT NULL,
    seed TEXT NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (game, seed)
) STRICT, WITHOUT ROWID;

INSERT INTO seed_claims (game, seed, player)
SELECT courses.game, runs.seed, runs.player
FROM runs JOIN courses ON courses.id = runs.course
WHERE courses.class = 1
ORDER BY runs.id
ON CONFLICT DO NOTHING;
