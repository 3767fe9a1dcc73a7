-- Each tournament has a row in the index of words, and what finds it is read anew when it changes.
CREATE FUNCTION viertal_event_unread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tournaments_eventindex (tournament_id, words) VALUES (NEW.id, '{}')
    ON CONFLICT (tournament_id) DO UPDATE SET words = '{}';
    RETURN NULL;
END $$;
CREATE TRIGGER event_unread AFTER INSERT ON tournaments_tournament
    FOR EACH ROW EXECUTE FUNCTION viertal_event_unread();
CREATE TRIGGER event_changed AFTER UPDATE OF name, venue, game, options, club_id ON tournaments_tournament
    FOR EACH ROW WHEN (
        (OLD.name, OLD.venue, OLD.game, OLD.club_id, OLD.options #> '{declaration,names}')
        IS DISTINCT FROM (NEW.name, NEW.venue, NEW.game, NEW.club_id, NEW.options #> '{declaration,names}')
    ) EXECUTE FUNCTION viertal_event_unread();
INSERT INTO tournaments_eventindex (tournament_id, words) SELECT id, '{}' FROM tournaments_tournament;
