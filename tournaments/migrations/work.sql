-- What workers are to do. Those who listen hear of it when, and only when, its transaction commits.
CREATE FUNCTION tournaments_work_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('tournaments_work', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_work_told AFTER INSERT ON tournaments_work
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_work_told();

-- Whatever moves the standings asks for them, whichever way it happens.
CREATE FUNCTION tournaments_standings_asked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tournaments_work (task, subject) VALUES ('compute_standings', NEW.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_standings_asked AFTER UPDATE OF results_version ON tournaments_tournament
    FOR EACH ROW WHEN (OLD.results_version IS DISTINCT FROM NEW.results_version)
    EXECUTE FUNCTION tournaments_standings_asked();
