-- A campaign asks each owner to confirm, hand over or give up each thing of theirs until a day.
CREATE TABLE attestation_campaigns (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- The models whose records are asked about.
  models text[] NOT NULL,
  last_day date NOT NULL,
  -- In which the last day ends, and reminders are sent in the morning.
  time_zone text NOT NULL,
  ends_at timestamptz NOT NULL,
  -- So many days before the last one who has not answered is reminded.
  remind_days integer[] NOT NULL DEFAULT '{}',
  -- The day up to which reminders were sent or are not made up for.
  reminded_day date NOT NULL,
  state text NOT NULL DEFAULT 'starting' CHECK (state IN ('starting', 'open', 'closed', 'failed')),
  problem text,
  -- What nobody could be asked about: whose it is, why, and how many.
  left_out jsonb NOT NULL DEFAULT '[]',
  begun_by text NOT NULL,
  begun_by_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  begun_at timestamptz,
  closed_at timestamptz,
  -- Null where the last day had passed.
  closed_by text
);
CREATE UNIQUE INDEX attestation_campaigns_name ON attestation_campaigns (lower(name));
CREATE INDEX attestation_campaigns_open ON attestation_campaigns (ends_at) WHERE state = 'open';

-- Who is asked, by address in lower case.
CREATE TABLE attestation_owners (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES attestation_campaigns (id) ON DELETE CASCADE,
  email text NOT NULL,
  name text,
  -- Since then their links are good for nothing.
  finished_at timestamptz
);
CREATE UNIQUE INDEX attestation_owners_of ON attestation_owners (campaign_id, email);
CREATE INDEX attestation_owners_email ON attestation_owners (email);

-- The link of each mail. Its credential is kept as its SHA-256 only.
CREATE TABLE attestation_links (
  credential_hash bytea PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES attestation_owners (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX attestation_links_of ON attestation_links (owner_id);

-- Each thing that somebody is asked about, with their answer and what the desk made of it.
CREATE TABLE attestation_items (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES attestation_campaigns (id) ON DELETE CASCADE,
  owner_id integer NOT NULL REFERENCES attestation_owners (id) ON DELETE CASCADE,
  model text NOT NULL,
  record_id integer NOT NULL,
  title text NOT NULL,
  -- What the record said of its owner when it was asked about, as text.
  asked_owner text,
  answer text CHECK (answer IN ('confirmed', 'handed_over', 'given_up')),
  to_person text,
  reason text,
  answered_at timestamptz,
  answered_by text,
  settled text CHECK (settled IN ('taken_over', 'noted')),
  settled_at timestamptz,
  settled_by text,
  -- Whose it is now, or what was done.
  note text,
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CHECK ((settled IS NULL) = (settled_at IS NULL))
);
CREATE UNIQUE INDEX attestation_items_of ON attestation_items (campaign_id, model, record_id);
CREATE INDEX attestation_items_owner ON attestation_items (owner_id);
CREATE INDEX attestation_items_record ON attestation_items (model, record_id);

-- What happened to each campaign.
CREATE TABLE attestation_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES attestation_campaigns (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  by text NOT NULL,
  what text NOT NULL
);
CREATE INDEX attestation_events_of ON attestation_events (campaign_id, id);

-- What nobody answered about in a campaign that is over: once for each record, by the last such campaign, until somebody answers.
CREATE VIEW attestation_silence AS
SELECT DISTINCT ON (i.model, i.record_id) i.id AS item_id, i.model, i.record_id, i.asked_owner, o.email, c.name AS campaign, c.closed_at
FROM attestation_items i
  JOIN attestation_campaigns c ON c.id = i.campaign_id AND c.state = 'closed'
  JOIN attestation_owners o ON o.id = i.owner_id
WHERE i.answer IS NULL AND NOT EXISTS (
  SELECT FROM attestation_items a
  WHERE a.model = i.model AND a.record_id = i.record_id AND a.answered_at >= c.begun_at
)
ORDER BY i.model, i.record_id, c.closed_at DESC, i.id DESC;

-- As before, with what nobody answered about and still belongs to whom was asked.
CREATE OR REPLACE VIEW "drift_findings" AS
WITH departed AS MATERIALIZED (SELECT key, name, gone, left_at FROM departed_people), found AS (
  SELECT 'left_owns_cost_center' AS kind, c.identifier AS subject, c.id AS subject_id, k.email AS owner,
    d.name || CASE WHEN d.gone THEN ' left the directory' ELSE ' may no longer sign in' END AS about,
    d.left_at AS since, NOT k.terminated AS contact_in_use, false AS synced_elsewhere,
    NULL::text AS subject_name
  FROM cost_centers c JOIN cloud_contacts k ON k.id = c.cloud_contact_id
    JOIN departed d ON d.key = lower(btrim(k.email))
  WHERE c.expired_at IS NULL OR c.expired_at >= today()
  UNION ALL
  SELECT 'left_owns_account', p.identifier, p.id, p.cloud_contact_email,
    d.name || CASE WHEN d.gone THEN ' left the directory' ELSE ' may no longer sign in' END, d.left_at,
    EXISTS (SELECT FROM cloud_contacts k WHERE lower(btrim(k.email)) = d.key AND NOT k.terminated), false,
    p.name
  FROM cloud_parents p JOIN departed d ON d.key = lower(btrim(p.cloud_contact_email))
  WHERE NOT p.terminated
  UNION ALL
  SELECT 'terminated_owns_account', p.identifier, p.id, p.cloud_contact_email, p.name, k.updated_at, false, false, p.name
  FROM cloud_parents p JOIN cloud_contacts k ON lower(btrim(k.email)) = lower(btrim(p.cloud_contact_email))
  WHERE NOT p.terminated AND k.terminated
    AND NOT EXISTS (SELECT FROM departed d WHERE d.key = lower(btrim(k.email)))
  UNION ALL
  SELECT 'group_without_owner', g.name, g.id, NULL, g.description, g.updated_at, false, g.synced_elsewhere, NULL
  FROM ad_groups g WHERE g.cloud IS NOT NULL AND g.owners = '[]' AND NOT g.synced_elsewhere
  UNION ALL
  -- Who left is told above, of a cost center and of an account.
  SELECT 'unanswered_cost_center', c.identifier, c.id, s.email, 'No answer to ' || s.campaign, s.closed_at, true, false, NULL
  FROM attestation_silence s JOIN cost_centers c ON s.model = 'cost_centers' AND c.id = s.record_id
  WHERE (c.expired_at IS NULL OR c.expired_at >= today()) AND c.cloud_contact_id::text IS NOT DISTINCT FROM s.asked_owner
    AND NOT EXISTS (SELECT FROM departed d WHERE d.key = s.email)
  UNION ALL
  SELECT 'unanswered_account', p.identifier, p.id, s.email, 'No answer to ' || s.campaign, s.closed_at, true, false, p.name
  FROM attestation_silence s JOIN cloud_parents p ON s.model = 'cloud_parents' AND p.id = s.record_id
  WHERE NOT p.terminated AND lower(btrim(p.cloud_contact_email)) IS NOT DISTINCT FROM lower(btrim(s.asked_owner))
    AND NOT EXISTS (SELECT FROM departed d WHERE d.key = lower(btrim(p.cloud_contact_email)))
    AND NOT EXISTS (SELECT FROM cloud_contacts k
      WHERE lower(btrim(k.email)) = lower(btrim(p.cloud_contact_email)) AND k.terminated)
  UNION ALL
  SELECT 'unanswered_seat', u.github_username, u.id, s.email, 'No answer to ' || s.campaign, s.closed_at, true, false, u.name
  FROM attestation_silence s JOIN github_copilot_users u ON s.model = 'github_copilot_users' AND u.id = s.record_id
  WHERE u.seat_gone_at IS NULL AND lower(btrim(u.cloud_contact_email)) IS NOT DISTINCT FROM lower(btrim(s.asked_owner))
)
SELECT kind || '-' || subject_id || '-' || left(md5(ROW(owner, about)::text), 12) AS id, *
FROM found;
