-- What belongs to an invented club is invented: its results may go, and what the log tells of them.
CREATE FUNCTION viertal_invented(of_table bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
            JOIN tournaments_tournament e ON e.id = r.tournament_id JOIN tournaments_club c ON c.id = e.club_id
            WHERE t.id = of_table AND c.demonstration)
$$;

DROP TRIGGER tournaments_result_guard ON tournaments_result;
CREATE TRIGGER tournaments_result_guard BEFORE INSERT OR UPDATE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_result_guard();
CREATE TRIGGER tournaments_result_stays BEFORE DELETE ON tournaments_result
    FOR EACH ROW WHEN (NOT viertal_invented(OLD.table_id)) EXECUTE FUNCTION tournaments_result_guard();

-- No club becomes an invented one: nobody makes the results of a real one go in this way.
CREATE FUNCTION viertal_club_is_real() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'club % is not invented', OLD.id
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'club_stays_real';
END
$$;
CREATE TRIGGER club_stays_real BEFORE UPDATE OF demonstration ON tournaments_club
    FOR EACH ROW WHEN (NEW.demonstration AND NOT OLD.demonstration) EXECUTE FUNCTION viertal_club_is_real();

-- Invented players and events go out of the log, too. Who calls it names them; nothing else of the log is touched.
CREATE FUNCTION viertal_forget_demonstration(events bigint[], people bigint[], seasons bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM tournaments_tournament WHERE id = ANY (events))
        OR EXISTS (SELECT FROM tournaments_player WHERE id = ANY (people))
        OR EXISTS (SELECT FROM tournaments_series WHERE id = ANY (seasons)) THEN
        RAISE EXCEPTION 'what is there still is not forgotten' USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('viertal.forgetting', 'demonstration', true);
    -- of a move the log has the entry of who made it where others have a player
    DELETE FROM tournaments_logentry WHERE tournament_id = ANY (events)
        OR tournament_id IS NULL AND kind <> 'liveply' AND player_id = ANY (people)
        OR kind = 'series' AND row_id = ANY (seasons::text[]);
    PERFORM set_config('viertal.forgetting', '', true);
END
$$;

-- The moves of games that play by themselves go out of the log when such a game begins again.
CREATE FUNCTION viertal_forget_played(event bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('viertal.forgetting', 'demonstration', true);
    DELETE FROM tournaments_logentry WHERE tournament_id = event AND kind = 'liveply' AND EXISTS (
        SELECT FROM tournaments_tournament t JOIN tournaments_club c ON c.id = t.club_id
            WHERE t.id = event AND c.demonstration);
    PERFORM set_config('viertal.forgetting', '', true);
END
$$;

DROP TRIGGER viertal_log_guard ON tournaments_logentry;
CREATE TRIGGER viertal_log_guard BEFORE INSERT OR UPDATE OR TRUNCATE ON tournaments_logentry
    FOR EACH STATEMENT EXECUTE FUNCTION viertal_log_guard();
CREATE TRIGGER viertal_log_stays BEFORE DELETE ON tournaments_logentry
    FOR EACH STATEMENT WHEN (current_setting('viertal.forgetting', true) IS DISTINCT FROM 'demonstration')
    EXECUTE FUNCTION viertal_log_guard();
