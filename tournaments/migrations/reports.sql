-- What happened to a report stays as it was, and whoever reports, confirms or disputes sits at the table.
CREATE FUNCTION tournaments_reportevent_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF (NEW.report_id, NEW.number, NEW.kind, NEW.entry_id, NEW.points, NEW.places, NEW.record_id, NEW.at)
            IS DISTINCT FROM
            (OLD.report_id, OLD.number, OLD.kind, OLD.entry_id, OLD.points, OLD.places, OLD.record_id, OLD.at)
            OR (NEW.user_id IS NOT NULL AND NEW.user_id IS DISTINCT FROM OLD.user_id) THEN
            RAISE EXCEPTION 'event % of a report is never changed', OLD.id
                USING ERRCODE = 'restrict_violation', CONSTRAINT = 'report_event_never_changed';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.entry_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM tournaments_seat s WHERE s.table_id = NEW.report_id AND s.entry_id = NEW.entry_id
    ) THEN
        RAISE EXCEPTION 'entry % does not sit at table %', NEW.entry_id, NEW.report_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'report_event_of_own_table';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER tournaments_reportevent_guard BEFORE INSERT OR UPDATE ON tournaments_reportevent
    FOR EACH ROW EXECUTE FUNCTION tournaments_reportevent_guard();
