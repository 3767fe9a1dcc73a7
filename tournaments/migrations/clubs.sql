-- The club of a row that names none: the only one that is not invented. While there are two, such a row is refused by NOT NULL, so that
-- nothing ever comes to a club that nobody chose.
CREATE OR REPLACE FUNCTION viertal_only_club() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT CASE WHEN count(*) = 1 THEN min(id) END FROM tournaments_club WHERE NOT demonstration);
END $$;
