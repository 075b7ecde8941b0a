-- Whoever listens is told of each table that was changed, once that is committed: its number and its version.
--
-- So an instance of the service learns what another has done without asking for it. SQLite has one instance, which knows what it did.

CREATE FUNCTION tell_of_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('game_tables', NEW.id || ' ' || NEW.version);
    RETURN NULL;
END
$$;
CREATE TRIGGER told AFTER UPDATE OF version ON game_tables FOR EACH ROW EXECUTE FUNCTION tell_of_table();
