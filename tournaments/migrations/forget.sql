-- Who asks that their data be deleted goes out of the log too: the one change that the log allows. What happened, when
-- and by whom stays; the person's own values are emptied, and their name is replaced wherever it stands.
--
-- The person's number, their name as it is written in texts (each spelling a regular expression), what stands in its
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
