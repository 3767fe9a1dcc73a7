-- Whoever enters a person, by whatever way, waits for who is changing that person, and the other way round: the foreign
-- key alone is looked at when the transaction ends, which is too late to decide who may change them.
CREATE FUNCTION viertal_person_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM tournaments_player WHERE id = NEW.player_id FOR KEY SHARE;
    RETURN NEW;
END $$;
CREATE TRIGGER person_held BEFORE INSERT OR UPDATE OF player_id ON tournaments_entry
    FOR EACH ROW EXECUTE FUNCTION viertal_person_held();
CREATE TRIGGER person_held BEFORE INSERT OR UPDATE OF player_id ON tournaments_waiting
    FOR EACH ROW EXECUTE FUNCTION viertal_person_held();
