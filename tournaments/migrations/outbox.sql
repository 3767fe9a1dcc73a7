-- The outbox of webhooks: what happens is written down for every address that wants to know it, in the transaction
-- in which it happens, whichever way it happens. Nothing of a transaction that fails is told; nothing of one that
-- commits is forgotten. An import of a whole event says nothing (viertal.quiet): it tells of the past.
CREATE FUNCTION tournaments_tell(event text, of_tournament bigint, facts jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(current_setting('viertal.quiet', true), '') = 'on' THEN
        RETURN;
    END IF;
    INSERT INTO tournaments_delivery (webhook_id, number, event, payload, happened_at, state, attempts, next_at, tries)
        SELECT w.id, gen_random_uuid(), event,
            jsonb_build_object('event', event, 'tournament', t.slug, 'version', t.version) || facts,
            clock_timestamp(), 'waiting', 0, clock_timestamp(), '[]'
        FROM tournaments_webhook w JOIN tournaments_tournament t ON t.id = of_tournament
        WHERE w.active AND (w.tournament_id IS NULL OR w.tournament_id = of_tournament)
            AND w.events @> ARRAY[event]::varchar[];
END
$$;

CREATE FUNCTION tournaments_round_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tournaments_tell('round.published', NEW.tournament_id, jsonb_build_object('round', NEW.number));
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_round_told AFTER UPDATE OF state ON tournaments_round
    FOR EACH ROW WHEN (NEW.state = 'published' AND OLD.state <> 'published')
    EXECUTE FUNCTION tournaments_round_told();

CREATE FUNCTION tournaments_result_told() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    place record;
BEGIN
    SELECT r.tournament_id, r.number AS round, t.number AS "table" INTO place
        FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id WHERE t.id = NEW.table_id;
    PERFORM tournaments_tell(
        CASE WHEN NEW.number = 1 THEN 'result.entered' ELSE 'result.corrected' END,
        place.tournament_id,
        jsonb_build_object('round', place.round, 'table', place."table", 'points', to_jsonb(NEW.points),
            'end', NEW."end", 'result', NEW.number));
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_result_told AFTER INSERT ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_result_told();

CREATE FUNCTION tournaments_standings_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tournaments_tell('standings.changed', NEW.tournament_id,
        jsonb_build_object('after_round', NEW.after_round, 'final', NEW.final));
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_standings_told AFTER INSERT OR UPDATE OF computed_for ON tournaments_standings
    FOR EACH ROW EXECUTE FUNCTION tournaments_standings_told();

CREATE FUNCTION tournaments_finish_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tournaments_tell('tournament.finished', NEW.id, '{}'::jsonb);
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_finish_told AFTER UPDATE OF state ON tournaments_tournament
    FOR EACH ROW WHEN (NEW.state = 'finished' AND OLD.state <> 'finished')
    EXECUTE FUNCTION tournaments_finish_told();
