-- All pieces of six letters or digits that stand in a row in texts of small letters, as numbers: an index over them names
-- few records however many there are, where three characters are in a share of all.
-- Two pieces may have the same number, which keeps the index small; what it names is compared with the words themselves.
-- A long word is read by parts, since a character is reached by walking there.
CREATE FUNCTION search_pieces(texts text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  pieces integer[] := '{}';
  word text;
BEGIN
  FOREACH word IN ARRAY regexp_split_to_array(texts, '[^a-z0-9]+') LOOP
    WHILE length(word) > 69 LOOP
      FOR at IN 1..64 LOOP
        pieces := pieces || (hashtext(substr(word, at, 6)) & 131071);
      END LOOP;
      word := substr(word, 65);
    END LOOP;
    FOR at IN 1..length(word) - 5 LOOP
      pieces := pieces || (hashtext(substr(word, at, 6)) & 131071);
    END LOOP;
  END LOOP;
  RETURN pieces;
END $$;
