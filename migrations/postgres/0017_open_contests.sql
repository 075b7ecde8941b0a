-- Lists the contests that are not over, and counts those of an organizer.
ALTER TABLE contests ADD COLUMN closes_at BIGINT NOT NULL DEFAULT 0; -- when the last round closes
UPDATE contests SET closes_at = (SELECT max(contest_rounds.closes_at) FROM contest_rounds WHERE contest_rounds.contest = contests.id);
DROP INDEX contests_listed;
CREATE INDEX contests_listed ON contests (closes_at, id) WHERE entry = 2;
DROP INDEX contests_by_organizer;
CREATE INDEX contests_by_organizer ON contests (organizer, closes_at);
