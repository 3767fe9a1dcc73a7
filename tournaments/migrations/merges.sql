-- As in registers.sql; and somebody who was merged with a person of the club's register plays there, too.
CREATE OR REPLACE FUNCTION viertal_of_the_register() RETURNS trigger LANGUAGE plpgsql AS $$
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
