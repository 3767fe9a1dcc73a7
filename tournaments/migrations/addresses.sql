-- An address that a tournament had goes on leading to it: whoever changes it, the former one is kept, and no other
-- tournament takes it. Checked after the row is written: by then whoever changes the same address has waited.
CREATE FUNCTION tournaments_address_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        DELETE FROM tournaments_formeraddress WHERE slug = NEW.slug AND tournament_id = NEW.id;
        INSERT INTO tournaments_formeraddress (slug, tournament_id) VALUES (OLD.slug, NEW.id);
        -- who watches under the earlier address looks again
        PERFORM pg_notify('tournament_version', OLD.slug || ' ' || NEW.version);
    END IF;
    IF EXISTS (SELECT 1 FROM tournaments_formeraddress WHERE slug = NEW.slug) THEN
        RAISE EXCEPTION 'the address % is kept by another tournament', NEW.slug
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'tournament_address_kept';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_address_taken AFTER INSERT ON tournaments_tournament
    FOR EACH ROW EXECUTE FUNCTION tournaments_address_changed();
CREATE TRIGGER tournaments_address_changed AFTER UPDATE OF slug ON tournaments_tournament
    FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION tournaments_address_changed();

-- What is kept is no tournament's address at present.
CREATE FUNCTION tournaments_former_address_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM tournaments_tournament WHERE slug = NEW.slug) THEN
        RAISE EXCEPTION 'the address % is in use', NEW.slug
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'former_address_not_in_use';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_former_address_guard AFTER INSERT OR UPDATE OF slug ON tournaments_formeraddress
    FOR EACH ROW EXECUTE FUNCTION tournaments_former_address_guard();
