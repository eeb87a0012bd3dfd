-- The file of an import that waits for a second person as a whole, and what its preview showed to whoever asked. Both are
-- kept as they were written: cells may hold what jsonb cannot.
CREATE TABLE waiting_change_files (
  change_id integer PRIMARY KEY REFERENCES waiting_changes (id) ON DELETE CASCADE,
  -- How many new records it has, beside those that it changes.
  created integer NOT NULL,
  preview json NOT NULL,
  -- Its rows, and how they are read; null once it is decided.
  file json
);

-- The sets of changes that an approved one has made, by which they are taken back; null where there is no way back.
ALTER TABLE waiting_changes ADD COLUMN made bigint[];

-- Whoever follows what waits is told when a change begins to wait and when it is decided; what it is, is read with its own rights.
CREATE FUNCTION tell_waiting_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skyledger_events', json_build_object('what', 'waiting_change', 'id', NEW.id, 'by', NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER waiting_changes_told AFTER INSERT OR UPDATE OF state ON waiting_changes
  FOR EACH ROW EXECUTE FUNCTION tell_waiting_change();

-- The mail of each link of a campaign, which goes with the link once the campaign has long been closed.
ALTER TABLE attestation_links ADD COLUMN mail_id integer REFERENCES outbox (id) ON DELETE SET NULL;
CREATE INDEX attestation_links_mail ON attestation_links (mail_id);
-- What waits for the desk is counted on each start page.
CREATE INDEX attestation_items_to_review ON attestation_items (id) WHERE answer <> 'confirmed' AND settled IS NULL;

-- Of an undo that waits: the sets of changes that it takes back, and of how many records beside those that it changes.
ALTER TABLE waiting_changes ADD COLUMN undoes bigint[], ADD COLUMN undoes_others integer;
