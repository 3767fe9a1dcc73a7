-- Who sits at a table that has a result stays: a result is about these people in these seats.
CREATE FUNCTION tournaments_seat_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moved bigint[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        moved := ARRAY[NEW.table_id];
    ELSIF TG_OP = 'DELETE' THEN
        moved := ARRAY[OLD.table_id];
    ELSE
        moved := ARRAY[OLD.table_id, NEW.table_id];
    END IF;
    IF EXISTS (SELECT 1 FROM tournaments_result r WHERE r.table_id = ANY (moved)) THEN
        RAISE EXCEPTION 'a table with a result keeps its players'
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'seat_of_a_result_stays';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER tournaments_seat_guard BEFORE INSERT OR DELETE OR UPDATE OF table_id, position, entry_id
    ON tournaments_seat FOR EACH ROW EXECUTE FUNCTION tournaments_seat_guard();

-- A result is confirmed by somebody else than who entered it, once, and the confirmation stays as it is.
CREATE FUNCTION tournaments_confirmation_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        RAISE EXCEPTION 'confirmation % is never changed', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'confirmation_never_changed';
    END IF;
    IF EXISTS (SELECT 1 FROM tournaments_result r WHERE r.id = NEW.result_id
               AND (r.entered_by_id = NEW.by_id OR NOT r.is_current)) THEN
        RAISE EXCEPTION 'result % is confirmed by a second person, while it is current', NEW.result_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'confirmation_by_another';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER tournaments_confirmation_guard BEFORE INSERT OR UPDATE ON tournaments_confirmation
    FOR EACH ROW EXECUTE FUNCTION tournaments_confirmation_guard();

-- Changes by hand are written once.
CREATE FUNCTION tournaments_pairingchange_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.manual_id, NEW.number, NEW.what, NEW.grade, NEW.moves, NEW.findings, NEW.at)
        IS DISTINCT FROM (OLD.manual_id, OLD.number, OLD.what, OLD.grade, OLD.moves, OLD.findings, OLD.at)
        OR (NEW.by_id IS NOT NULL AND NEW.by_id IS DISTINCT FROM OLD.by_id) THEN
        RAISE EXCEPTION 'change % of a pairing is never changed itself', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'pairing_change_never_changed';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER tournaments_pairingchange_guard BEFORE UPDATE ON tournaments_pairingchange
    FOR EACH ROW EXECUTE FUNCTION tournaments_pairingchange_guard();

-- An archived tournament is as it was: nobody enters, plays, or has another result in it.
CREATE FUNCTION tournaments_archive_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    event bigint;
BEGIN
    IF TG_TABLE_NAME = 'tournaments_result' THEN
        SELECT r.tournament_id INTO event FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
            WHERE t.id = NEW.table_id;
    ELSE
        event := NEW.tournament_id;
    END IF;
    IF EXISTS (SELECT 1 FROM tournaments_tournament WHERE id = event AND archived_at IS NOT NULL) THEN
        RAISE EXCEPTION 'tournament % is archived; an organiser can open it again', event
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'tournament_archived';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER tournaments_archive_guard BEFORE INSERT ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_archive_guard();
CREATE TRIGGER tournaments_archive_guard BEFORE INSERT OR UPDATE ON tournaments_entry
    FOR EACH ROW EXECUTE FUNCTION tournaments_archive_guard();
CREATE TRIGGER tournaments_archive_guard BEFORE INSERT OR UPDATE OF state, number ON tournaments_round
    FOR EACH ROW EXECUTE FUNCTION tournaments_archive_guard();
