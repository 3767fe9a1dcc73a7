-- Who asks that their data be deleted goes out of the log: the one change that it allows. Of the person's own lines,
-- under every number that they had, the values are emptied; a line in which their name stood is written without it. What
-- happened, when and by whom stays.
DROP FUNCTION viertal_forget(bigint, text[], text);

CREATE FUNCTION viertal_forget_person(people bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    own text[] := '{name,club,rating,birth_year}';
BEGIN
    PERFORM set_config('viertal.forgetting', 'on', true);
    UPDATE tournaments_logentry SET old = old - own, new = new - own
        WHERE kind = 'player' AND row_id = ANY (people::text[]) AND (old ?| own OR new ?| own);
    PERFORM set_config('viertal.forgetting', '', true);
END
$$;

CREATE FUNCTION viertal_forget_line(line bigint, line_old jsonb, line_new jsonb, line_reason text) RETURNS void
        LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('viertal.forgetting', 'on', true);
    UPDATE tournaments_logentry SET old = line_old, new = line_new, reason = line_reason WHERE id = line;
    PERFORM set_config('viertal.forgetting', '', true);
END
$$;
