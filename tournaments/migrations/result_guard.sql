-- Results are entered once and never overwritten or deleted; a correction is a row of its own. Points are exact, one
-- a seat, and such as the tournament's game can give (tournaments_possiblepoints holds what the engine allowed).
CREATE OR REPLACE FUNCTION tournaments_result_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    seats integer;
    event bigint;
    counted text[];
    entry text;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'result % is never deleted; supersede it', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'result_never_deleted';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        IF (NEW.table_id, NEW.number, NEW.points, NEW.game_points, NEW.columns, NEW."end", NEW.source, NEW.record_id,
                NEW.entered_at, NEW.supersedes_id, NEW.reason)
            IS DISTINCT FROM
            (OLD.table_id, OLD.number, OLD.points, OLD.game_points, OLD.columns, OLD."end", OLD.source, OLD.record_id,
                OLD.entered_at, OLD.supersedes_id, OLD.reason)
            OR (NEW.is_current AND NOT OLD.is_current)
            OR (NEW.entered_by_id IS NOT NULL AND NEW.entered_by_id IS DISTINCT FROM OLD.entered_by_id) THEN
            RAISE EXCEPTION 'result % is never overwritten; supersede it', OLD.id
                USING ERRCODE = 'restrict_violation', CONSTRAINT = 'result_never_overwritten';
        END IF;
        RETURN NEW;
    END IF;

    SELECT count(s.id), max(r.tournament_id) INTO seats, event
        FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
        LEFT JOIN tournaments_seat s ON s.table_id = t.id
        WHERE t.id = NEW.table_id;
    IF cardinality(NEW.points) <> seats OR cardinality(coalesce(NEW.game_points, NEW.points)) <> seats THEN
        RAISE EXCEPTION 'table % has % seats; a result has points for each', NEW.table_id, seats
            USING ERRCODE = 'check_violation', CONSTRAINT = 'result_points_for_each_seat';
    END IF;
    IF NEW.columns IS NOT NULL AND (
        NEW.game_points IS NULL OR jsonb_typeof(NEW.columns) <> 'array' OR jsonb_array_length(NEW.columns) <> seats
    ) THEN
        RAISE EXCEPTION 'columns stand beside the scores that they make, a row a seat'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'result_columns_for_each_seat';
    END IF;
    FOREACH entry IN ARRAY NEW.points || coalesce(NEW.game_points, NEW.points) LOOP
        IF entry IS NOT NULL AND (
            entry !~ '^(0|-?[1-9][0-9]{0,8})(/[1-9][0-9]{0,5})?$'
            OR (position('/' in entry) > 0 AND (split_part(entry, '/', 2) = '1'
                OR gcd(split_part(entry, '/', 1)::bigint, split_part(entry, '/', 2)::bigint) <> 1))
        ) THEN
            RAISE EXCEPTION 'points % are no fraction in lowest terms', entry
                USING ERRCODE = 'check_violation', CONSTRAINT = 'result_points_exact';
        END IF;
    END LOOP;
    -- who sits where is part of the question to the engine: the points in seat order, and the first seat of each player
    SELECT array_agg(coalesce((coalesce(NEW.game_points, NEW.points))[seat.at], '-') ORDER BY seat.at)
            || string_agg((seat.first - 1)::text, '' ORDER BY seat.at)
        INTO counted
        FROM (
            SELECT sat.at, min(sat.at) OVER (PARTITION BY sat.entry_id) AS first
            FROM (
                SELECT s.entry_id, row_number() OVER (ORDER BY s.position) AS at
                FROM tournaments_seat s WHERE s.table_id = NEW.table_id
            ) AS sat
        ) AS seat;
    IF NEW."end" = 'played' AND array_position(NEW.points, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'a table that was played has points for every seat'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'result_played_is_complete';
    END IF;
    IF NEW."end" <> 'adjourned' AND NOT EXISTS (
        SELECT 1 FROM tournaments_possiblepoints p WHERE p.tournament_id = event AND p.points = counted::varchar[]
    ) THEN
        RAISE EXCEPTION 'the game cannot give the points %', counted
            USING ERRCODE = 'check_violation', CONSTRAINT = 'result_points_possible';
    END IF;
    RETURN NEW;
END
$$;
