-- Background work, files and outgoing mail. Whatever asks for one of them writes it in its own transaction, so it
-- is asked for exactly when the change that led to it is there. The queue itself (schema pgboss) belongs to pg-boss.

-- Work that people can follow. An entry outlives its deliveries by the queue: a job that was interrupted is
-- delivered again and goes on from what it reached.
CREATE TABLE jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  title text NOT NULL,
  input jsonb NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- What earlier attempts have finished, so that it is not done again.
  reached jsonb NOT NULL DEFAULT '{}',
  done_steps bigint,
  total_steps bigint,
  result jsonb,
  error text,
  next_try timestamptz,
  -- The delivery that may run it; every other one is out of date.
  ticket uuid,
  -- The attempt that runs it; one that has been superseded can write nothing any more.
  claim uuid,
  created_by text NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  CHECK ((state IN ('done', 'failed')) = (finished_at IS NOT NULL))
);
CREATE INDEX jobs_created_at ON jobs (created_at DESC, id);
CREATE INDEX jobs_asked ON jobs (kind, created_by, created_at);

-- Files that jobs made. They are in the database so that every process has them and a backup holds them.
CREATE TABLE files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL DEFAULT 0,
  -- False while it is being written; what stays so was interrupted and is removed.
  complete boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX files_incomplete ON files (created_at) WHERE NOT complete;

CREATE TABLE file_chunks (
  file_id uuid NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  position integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (file_id, position)
);
-- What is stored here is compressed already.
ALTER TABLE file_chunks ALTER COLUMN content SET STORAGE EXTERNAL;

-- Outgoing mail.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The same in every attempt, so that a mail that arrives twice after all can be told.
  message_id text NOT NULL UNIQUE,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text,
  -- kept: no mail server is configured, so it can be read in the portal only.
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'kept')),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  next_try timestamptz,
  ticket uuid,
  claim uuid,
  -- Set just before the end of the message is sent: from here on the server may have taken it.
  handed_over_at timestamptz,
  -- What the server said when it took the mail.
  response text,
  created_by text NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX outbox_state ON outbox (state, id DESC);
CREATE INDEX outbox_created_by ON outbox (created_by, id DESC);

CREATE TABLE outbox_attachments (
  mail_id bigint NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  position integer NOT NULL,
  file_id uuid NOT NULL REFERENCES files (id),
  PRIMARY KEY (mail_id, position)
);
CREATE INDEX outbox_attachments_file ON outbox_attachments (file_id);
