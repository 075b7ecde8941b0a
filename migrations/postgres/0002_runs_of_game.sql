-- The runs of a player in one category, and those of one seed, each in the order of their numbers.
CREATE INDEX runs_by_player_and_category ON runs (player, category, hidden, id);
CREATE INDEX runs_by_player_and_seed ON runs (player, seed, category, hidden, id);
