-- Each player has a row in the index of names, and a changed name is read anew.
CREATE FUNCTION viertal_name_unread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tournaments_nameindex (player_id, words) VALUES (NEW.id, '')
    ON CONFLICT (player_id) DO UPDATE SET words = '';
    RETURN NULL;
END $$;
CREATE TRIGGER name_unread AFTER INSERT ON tournaments_player
    FOR EACH ROW EXECUTE FUNCTION viertal_name_unread();
CREATE TRIGGER name_changed AFTER UPDATE OF name ON tournaments_player
    FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION viertal_name_unread();
