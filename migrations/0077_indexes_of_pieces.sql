-- Every table whose texts are searched has an index of their pieces.
DO $$
DECLARE
  searched name;
BEGIN
  FOR searched IN
    SELECT t.relname FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r'
      AND a.attname = 'search' AND a.attgenerated = 's' AND NOT a.attisdropped
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING gin (search_pieces("search"))',
      searched || '_pieces', searched);
  END LOOP;
END $$;
