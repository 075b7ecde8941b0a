-- How many moves a player says to have taken back.
--
-- It is what whoever handed the run in said, and nothing that the moves can prove. Of runs that were taken in before this migration
-- nobody said it.

ALTER TABLE runs ADD COLUMN taken_back INTEGER;  -- NULL: not told
