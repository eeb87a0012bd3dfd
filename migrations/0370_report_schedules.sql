-- Reports and saved views that are mailed at times.
CREATE TABLE report_schedules (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- One of both: the name of a declared report, or a saved view, whose rows go as a CSV file.
  report text,
  view_id integer,
  -- What a report is asked with, by its fields, and the days of one that is about some.
  parameters jsonb NOT NULL DEFAULT '{}',
  period text,
  rhythm text NOT NULL,
  weekdays text[] NOT NULL DEFAULT '{}',
  at text NOT NULL,
  time_zone text NOT NULL,
  recipients text[] NOT NULL DEFAULT '{}',
  -- Addresses that took themselves out, and get nothing of it.
  left_out text[] NOT NULL DEFAULT '{}',
  active boolean NOT NULL DEFAULT true,
  -- Who made it, by address; it is done with their rights.
  owner text NOT NULL,
  owner_name text,
  -- Null while it is paused.
  next_run timestamptz,
  last_run timestamptz,
  last_result text,
  last_error text,
  last_job uuid,
  lock_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  -- Deleted ones are kept for a while, so that the deletion can be undone.
  deleted_at timestamptz
);
CREATE UNIQUE INDEX report_schedules_name ON report_schedules (owner, lower(name)) WHERE deleted_at IS NULL;
CREATE INDEX report_schedules_due ON report_schedules (next_run) WHERE active AND deleted_at IS NULL;
CREATE INDEX report_schedules_deleted ON report_schedules (deleted_at) WHERE deleted_at IS NOT NULL;

-- What happened to each: who changed what, when it was sent, who took themselves out.
CREATE TABLE report_schedule_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schedule_id integer NOT NULL REFERENCES report_schedules (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  by text NOT NULL,
  what text NOT NULL,
  job uuid
);
CREATE INDEX report_schedule_events_of ON report_schedule_events (schedule_id, id);

-- The link of each mail by which its recipient takes themselves out. Its credential is kept as its SHA-256 only.
CREATE TABLE report_schedule_links (
  credential_hash bytea PRIMARY KEY,
  schedule_id integer NOT NULL REFERENCES report_schedules (id) ON DELETE CASCADE,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX report_schedule_links_of ON report_schedule_links (schedule_id);
CREATE INDEX report_schedule_links_age ON report_schedule_links (created_at);

-- The roles that each person had at their last sign-in, for what is done in their name while they are away.
CREATE TABLE known_roles (
  email text PRIMARY KEY,
  roles text[] NOT NULL,
  known_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO known_roles (email, roles)
  SELECT DISTINCT ON (email) email, roles FROM sessions ORDER BY email, created_at DESC;

-- Where the recipient of a mail can say that they want no more of the kind: its header List-Unsubscribe.
ALTER TABLE outbox ADD COLUMN unsubscribe text;
