-- Runs that are alike: the same play but for what has no effect on the score.
--
-- Runs that were taken in before this migration are known by their fingerprints, so that only their exact copies say whose
-- run they equal.

ALTER TABLE runs ADD COLUMN likeness BLOB NOT NULL DEFAULT x'';  -- of game, rules, options, seed and the run's canonical form
ALTER TABLE runs ADD COLUMN same_as INTEGER;                     -- the first run that is alike, of another player

UPDATE runs SET likeness = fingerprint, same_as = (
    SELECT min(others.id) FROM runs AS others WHERE others.fingerprint = runs.fingerprint AND others.id < runs.id
);

DROP INDEX runs_alike;
CREATE INDEX runs_alike ON runs (likeness);
-- By which the first run of any other player is found, however many alike its first player has handed in.
CREATE INDEX runs_alike_to_anothers ON runs (likeness) WHERE same_as IS NOT NULL;
