-- Each statement that adds to a row leaves a former version of it, which none can clear away before the transaction ends and
-- which each later statement passes: of thousands of statements the time grows with the square of their number. A transaction
-- that changes many records one after the other therefore keeps by the side what its changes add up to, and adds it once.

-- From now on this transaction keeps its sums by the side; `write_sums` has to be the last that it does.
CREATE FUNCTION keep_sums() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMPORARY TABLE kept_changes ON COMMIT DROP AS SELECT * FROM record_history LIMIT 0;
  CREATE TRIGGER gather_changes AFTER DELETE ON kept_changes REFERENCING OLD TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION gather_changes();
  CREATE TEMPORARY TABLE kept_counts (resource text NOT NULL, records bigint NOT NULL) ON COMMIT DROP;
END $$;

CREATE FUNCTION write_sums() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- What goes from there is gathered by its trigger.
  DELETE FROM pg_temp.kept_changes;
  PERFORM add_to_record_count(resource, sum(records)::bigint) FROM pg_temp.kept_counts GROUP BY resource ORDER BY resource;
  DROP TABLE pg_temp.kept_changes, pg_temp.kept_counts;
END $$;

CREATE FUNCTION keep_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pg_temp.kept_changes SELECT * FROM written;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_changes AFTER INSERT ON record_history REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT WHEN (to_regclass('pg_temp.kept_changes') IS NOT NULL) EXECUTE FUNCTION keep_changes();
CREATE OR REPLACE TRIGGER gather_changes AFTER INSERT ON record_history REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT WHEN (to_regclass('pg_temp.kept_changes') IS NULL) EXECUTE FUNCTION gather_changes();

-- A transaction takes a line that no other one holds, or begins one, so that none waits for another.
CREATE FUNCTION add_to_record_count(model text, more bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free uuid;
BEGIN
  SELECT line INTO free FROM record_counts WHERE resource = model LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE record_counts SET records = records + more WHERE resource = model AND line = free;
  ELSE
    INSERT INTO record_counts (resource, records) VALUES (model, more);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  more bigint;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM record_counts WHERE resource = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  SELECT count(*) INTO more FROM changed;
  IF more = 0 THEN
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    more := -more;
  END IF;
  IF to_regclass('pg_temp.kept_counts') IS NULL THEN
    PERFORM add_to_record_count(TG_TABLE_NAME, more);
  ELSE
    INSERT INTO pg_temp.kept_counts VALUES (TG_TABLE_NAME, more);
  END IF;
  RETURN NULL;
END $$;
