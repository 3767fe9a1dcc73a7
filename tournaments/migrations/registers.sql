-- Who plays in a club's event is in that club's register, by whatever way they were entered.
CREATE FUNCTION viertal_of_the_register() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM tournaments_player p JOIN tournaments_tournament t ON t.club_id = p.register_id
        WHERE p.id = NEW.player_id AND t.id = NEW.tournament_id
    ) AND NOT EXISTS (
        SELECT 1 FROM tournaments_merge m JOIN tournaments_tournament t ON t.club_id = m.register_id
        WHERE m.kept_id = NEW.player_id AND t.id = NEW.tournament_id
    ) AND EXISTS (SELECT 1 FROM tournaments_player WHERE id = NEW.player_id)
    AND EXISTS (SELECT 1 FROM tournaments_tournament WHERE id = NEW.tournament_id) THEN
        RAISE EXCEPTION 'this person is in the register of another club'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'person_of_the_register';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER person_of_the_register BEFORE INSERT OR UPDATE OF player_id, tournament_id ON tournaments_entry
    FOR EACH ROW EXECUTE FUNCTION viertal_of_the_register();
CREATE TRIGGER person_of_the_register BEFORE INSERT OR UPDATE OF player_id, tournament_id ON tournaments_waiting
    FOR EACH ROW EXECUTE FUNCTION viertal_of_the_register();

-- A tournament and a person stay with their club.
CREATE FUNCTION viertal_stays_with_its_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'this stays with its club' USING ERRCODE = 'check_violation', CONSTRAINT = 'stays_with_its_club';
END $$;
CREATE TRIGGER stays_with_its_club BEFORE UPDATE OF club_id ON tournaments_tournament
    FOR EACH ROW WHEN (OLD.club_id <> NEW.club_id) EXECUTE FUNCTION viertal_stays_with_its_club();
CREATE TRIGGER stays_with_its_club BEFORE UPDATE OF register_id ON tournaments_player
    FOR EACH ROW WHEN (OLD.register_id <> NEW.register_id) EXECUTE FUNCTION viertal_stays_with_its_club();

-- The last club is not deleted.
CREATE FUNCTION viertal_last_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM tournaments_club) THEN
        RAISE EXCEPTION 'the last club stays' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'last_club_stays';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER last_club_stays AFTER DELETE ON tournaments_club
    FOR EACH STATEMENT EXECUTE FUNCTION viertal_last_club();

-- There is always a club.
INSERT INTO tournaments_club (name, slug, shares_people, accent, logo, defaults, created_at)
    VALUES ('Our club', 'club', false, '', '', '{}', now());
