-- Indexes by which no read and no submission takes longer the more rows there are.
--
-- Hidden runs lie apart, so that a list does not walk over them; a seed's runs lie in the order in which a range of time
-- lists them; the first run of a fingerprint is found without reading those after it; and the requests of a player, without
-- reading those of others.

DROP INDEX runs_by_player;
CREATE INDEX runs_by_player ON runs (player, hidden);
DROP INDEX runs_by_time;
CREATE INDEX runs_by_time ON runs (course, hidden, received_at);
DROP INDEX runs_by_seed;
CREATE INDEX runs_by_seed ON runs (course, seed, hidden, received_at);
CREATE INDEX runs_alike ON runs (fingerprint);
CREATE INDEX repeatable_by_player ON repeatable (player);
