-- What the engine allowed by other options says nothing of these.
CREATE FUNCTION tournaments_possible_points_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM tournaments_possiblepoints WHERE tournament_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_possible_points_ended AFTER UPDATE OF game, options ON tournaments_tournament
    FOR EACH ROW WHEN (OLD.game IS DISTINCT FROM NEW.game OR OLD.options IS DISTINCT FROM NEW.options)
    EXECUTE FUNCTION tournaments_possible_points_ended();

-- Those noted without who sits where: each is asked for anew before a result is written.
DELETE FROM tournaments_possiblepoints;
