-- Who asks that his data be deleted goes out of the log too: the one change that the log allows. What happened, when
-- and by whom stays; the person's own values are emptied, and his name is replaced wherever it stands.
CREATE OR REPLACE FUNCTION viertal_log_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' AND pg_trigger_depth() > 1 THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'UPDATE' AND current_setting('viertal.forgetting', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the log is written by its triggers alone, and never changed'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'log_is_append_only';
END
$$;

-- The person's number, his name as it is written in texts (each spelling a regular expression), what stands in its
-- place. Returns how many entries were changed.
CREATE FUNCTION viertal_forget(person bigint, spellings text[], instead text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    own text[] := '{name,club,rating,birth_year}';
    spelling text;
    changed bigint;
    total bigint := 0;
BEGIN
    PERFORM set_config('viertal.forgetting', 'on', true);
    UPDATE tournaments_logentry SET old = old - own, new = new - own
        WHERE kind = 'player' AND row_id = person::text AND (old ?| own OR new ?| own);
    GET DIAGNOSTICS total = ROW_COUNT;
    FOREACH spelling IN ARRAY spellings LOOP
        UPDATE tournaments_logentry SET
                old = regexp_replace(old::text, spelling, instead, 'gi')::jsonb,
                new = regexp_replace(new::text, spelling, instead, 'gi')::jsonb,
                reason = left(regexp_replace(reason, spelling, instead, 'gi'), 400)
            WHERE old::text ~* spelling OR new::text ~* spelling OR reason ~* spelling;
        GET DIAGNOSTICS changed = ROW_COUNT;
        total := total + changed;
    END LOOP;
    PERFORM set_config('viertal.forgetting', '', true);
    RETURN total;
END
$$;
