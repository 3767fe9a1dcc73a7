-- A seat's round is its table's round.
ALTER TABLE tournaments_seat ADD CONSTRAINT seat_round_is_its_tables
    FOREIGN KEY (table_id, round_id) REFERENCES tournaments_table (id, round_id) DEFERRABLE INITIALLY DEFERRED;

-- An entry's team is a team of its tournament.
ALTER TABLE tournaments_entry ADD CONSTRAINT entry_team_is_its_tournaments
    FOREIGN KEY (team_id, tournament_id) REFERENCES tournaments_team (id, tournament_id) DEFERRABLE INITIALLY DEFERRED;

CREATE TRIGGER tournaments_result_guard BEFORE INSERT OR UPDATE OR DELETE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_result_guard();

-- Versions only grow: a viewer who holds version 12 never meets version 11 again.
CREATE FUNCTION tournaments_version_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.version < OLD.version OR NEW.results_version < OLD.results_version THEN
        RAISE EXCEPTION 'versions of tournament % only grow', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'tournament_versions_grow';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER tournaments_version_guard BEFORE UPDATE OF version, results_version ON tournaments_tournament
    FOR EACH ROW EXECUTE FUNCTION tournaments_version_guard();

-- Whoever listens is told of a new version when, and only when, its transaction commits.
CREATE FUNCTION tournaments_version_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('tournament_version', NEW.slug || ' ' || NEW.version);
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_version_told AFTER UPDATE OF version ON tournaments_tournament
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION tournaments_version_told();
