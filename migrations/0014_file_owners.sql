-- What files belong to. A file is kept as long as something owns it; the reference below refuses to let one go
-- before that, whoever asks. Attachments of mails are owned by their line in outbox_attachments.
CREATE TABLE file_owners (
  -- 'job', or the name of a model.
  owner_kind text NOT NULL,
  owner_id text NOT NULL,
  file_id uuid NOT NULL REFERENCES files (id),
  -- Null: as long as the owner keeps it.
  keep_until timestamptz,
  PRIMARY KEY (owner_kind, owner_id, file_id)
);
CREATE INDEX file_owners_file ON file_owners (file_id);
CREATE INDEX file_owners_keep_until ON file_owners (keep_until) WHERE keep_until IS NOT NULL;

-- When the last portion of a file came: one that is incomplete and stands still was interrupted.
ALTER TABLE files ADD COLUMN written_at timestamptz NOT NULL DEFAULT now();
