-- What one request did to records of one model in one way, on one day: the lines of history that are told as one. Kept by
-- a trigger in the transaction of the change, so that what everybody did can be read from its newest end however much
-- there is, by model and by person.
CREATE TABLE change_sets (
  -- Its first line of history; the others lie between that one and the last.
  id bigint PRIMARY KEY,
  last_line bigint NOT NULL,
  lines integer NOT NULL,
  key uuid NOT NULL UNIQUE,
  resource text NOT NULL,
  action text NOT NULL,
  by_email text NOT NULL,
  -- The moment of its newest line.
  at timestamptz NOT NULL
);
CREATE INDEX change_sets_by_model ON change_sets (resource, action, at, id);
CREATE INDEX change_sets_by_person ON change_sets (by_email, resource, action, at, id);

-- Everybody who ever changed something, with the name that was known last: automation gives none.
CREATE TABLE change_authors (
  email text PRIMARY KEY,
  name text
);

CREATE FUNCTION change_set_key(request_id text, by_email text, resource text, action text, at timestamptz)
RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(request_id || chr(10) || by_email || chr(10) || resource || chr(10) || action || chr(10)
    || ((at AT TIME ZONE 'UTC')::date - date '2000-01-01')::text)::uuid
$$;

CREATE FUNCTION gather_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_sets AS known (id, last_line, lines, key, resource, action, by_email, at)
  SELECT min(w.id), max(w.id), count(*), w.key, w.resource, w.action, w.by_email, max(w.at) FROM (
    SELECT *, change_set_key(request_id, by_email, resource, action, at) AS key FROM written) w
  GROUP BY w.key, w.resource, w.action, w.by_email ORDER BY w.key
  ON CONFLICT (key) DO UPDATE SET id = least(known.id, excluded.id), last_line = greatest(known.last_line, excluded.last_line),
    lines = known.lines + excluded.lines, at = greatest(known.at, excluded.at);

  -- Only what is news is written: a line that everybody's changes touched would make them wait for each other.
  INSERT INTO change_authors AS known (email, name)
  SELECT w.by_email, w.name FROM (
    SELECT DISTINCT ON (by_email) by_email, by_name AS name FROM written ORDER BY by_email, by_name IS NULL, id DESC) w
  WHERE NOT EXISTS (
    SELECT FROM change_authors a WHERE a.email = w.by_email AND (w.name IS NULL OR a.name = w.name))
  ON CONFLICT (email) DO UPDATE SET name = coalesce(excluded.name, known.name);
  RETURN NULL;
END $$;

-- Nobody writes history until all of it is gathered.
CREATE TRIGGER gather_changes AFTER INSERT ON record_history REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION gather_changes();

INSERT INTO change_sets (id, last_line, lines, key, resource, action, by_email, at)
SELECT min(id), max(id), count(*), key, resource, action, by_email, max(at) FROM (
  SELECT *, change_set_key(request_id, by_email, resource, action, at) AS key FROM record_history) h
GROUP BY key, resource, action, by_email;

INSERT INTO change_authors (email, name)
SELECT DISTINCT ON (by_email) by_email, by_name FROM record_history ORDER BY by_email, by_name IS NULL, id DESC;
