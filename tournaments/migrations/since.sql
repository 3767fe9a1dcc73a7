-- When the entries of before came: as their players' own entries say, or the log. Nobody did this, so it is not logged.
-- Whoever of those is not known came before everybody who is.
DO $$
DECLARE
    target text;
BEGIN
    -- no table is altered whose constraints still wait
    SET CONSTRAINTS ALL IMMEDIATE;
    FOREACH target IN ARRAY ARRAY['tournaments_entry', 'tournaments_registration', 'tournaments_waiting'] LOOP
        IF EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = target::regclass AND tgname = 'viertal_log_update') THEN
            EXECUTE format('ALTER TABLE %I DISABLE TRIGGER viertal_log_update', target);
        END IF;
    END LOOP;
    UPDATE tournaments_registration SET since = CASE
        -- an address that was changed later was confirmed later, too
        WHEN email_confirmed_at IS NULL OR changed_at IS NOT NULL THEN sent_at ELSE email_confirmed_at END;
    UPDATE tournaments_waiting w SET since = least(w.since, r.since) FROM tournaments_registration r
        WHERE r.tournament_id = w.tournament_id AND r.player_id = w.player_id AND r.state = 'accepted';
    UPDATE tournaments_entry SET since = 'epoch';
    UPDATE tournaments_entry e SET since = made.at
        FROM (SELECT row_id, min(at) AS at FROM tournaments_logentry WHERE kind = 'entry' AND action = 'insert'
            GROUP BY row_id) AS made
        WHERE made.row_id = e.id::text;
    UPDATE tournaments_entry e SET since = r.since FROM tournaments_registration r
        WHERE r.tournament_id = e.tournament_id AND r.player_id = e.player_id AND r.state = 'accepted';
    SET CONSTRAINTS ALL IMMEDIATE;
    FOREACH target IN ARRAY ARRAY['tournaments_entry', 'tournaments_registration', 'tournaments_waiting'] LOOP
        IF EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = target::regclass AND tgname = 'viertal_log_update') THEN
            EXECUTE format('ALTER TABLE %I ENABLE TRIGGER viertal_log_update', target);
        END IF;
    END LOOP;
END
$$;
