-- The number of a piece alone. It is written into whatever asks for it, where a call would cost a search more than the index
-- does.
CREATE FUNCTION search_piece(piece text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN hashtext(piece) & 131071;

-- Pieces may have letters of other alphabets: where the database writes texts small as Turkish does, I becomes one of these.
CREATE OR REPLACE FUNCTION search_pieces(texts text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  pieces integer[] := '{}';
  word text;
BEGIN
  FOREACH word IN ARRAY regexp_split_to_array(texts, '[\u0001-\u002f\u003a-\u0060\u007b-\u007f]+') LOOP
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

-- Where they are already there, indexes are made anew with these.
DO $$
DECLARE
  made regclass;
BEGIN
  FOR made IN
    SELECT i.indexrelid FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND pg_get_indexdef(i.indexrelid) LIKE '%search_pieces(%'
  LOOP
    EXECUTE format('REINDEX INDEX %s', made);
  END LOOP;
END $$;
