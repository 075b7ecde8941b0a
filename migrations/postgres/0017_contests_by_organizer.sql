-- The organizer of a contest. Without it, SQLite reads all contests for each new player, because the row of a player may be referred to.
CREATE INDEX contests_by_organizer ON contests (organizer);
