-- Accounts that are not simply in use: frozen or closed, by which deployment, and until when they can come back. An account without
-- a row is in use.
CREATE TABLE account_lives (
  cloud_parent_id integer PRIMARY KEY REFERENCES cloud_parents (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('frozen', 'closed')),
  since timestamptz NOT NULL DEFAULT now(),
  -- The last day on which its cloud is sure to let it come back; null where it names none.
  last_day date,
  -- So many days longer it may be tried, since the cloud may still have it.
  grace_days integer NOT NULL DEFAULT 0,
  deployment_id integer NOT NULL REFERENCES cloud_deployments (id) ON DELETE CASCADE,
  -- What the way back needs, such as the organizational unit that it came from: text by name.
  kept jsonb NOT NULL DEFAULT '{}',
  -- Whether its cloud lists it as not in use, although it is frozen and no more.
  listed_inactive boolean NOT NULL DEFAULT false
);
CREATE INDEX account_lives_deployment ON account_lives (deployment_id);

-- Whether the owner of an account agrees that it is closed. Without a row nobody is asked but the desk.
CREATE TABLE account_agreements (
  deployment_id integer PRIMARY KEY REFERENCES cloud_deployments (id) ON DELETE CASCADE,
  -- Their address in lower case.
  owner text NOT NULL,
  agreed_at timestamptz,
  -- What they said of it.
  words text
);
CREATE INDEX account_agreements_owner ON account_agreements (owner);

-- A reading of a cloud does not know of what is frozen here, and may come late to what was closed here: what it says of these is put
-- right before anything is made of it. One that somebody else brought back is in use again.
CREATE FUNCTION settle_account_lives(read_type text, read_since timestamptz) RETURNS void LANGUAGE sql AS $$
  DELETE FROM account_lives l USING cloud_parents p, inventory_read_accounts r
  WHERE p.id = l.cloud_parent_id AND p.provider_type = read_type AND r.provider_type = read_type
    AND r.key = lower(btrim(p.identifier)) AND r.active AND (l.state = 'closed' OR l.listed_inactive)
    -- Azure only warns of what was cancelled for some days, and lists that as in use.
    AND l.since < read_since - CASE read_type WHEN 'AzureCloudParent' THEN interval '7 days' ELSE interval '1 hour' END;
  UPDATE inventory_read_accounts r SET active = (l.state = 'frozen')
  FROM account_lives l JOIN cloud_parents p ON p.id = l.cloud_parent_id
  WHERE p.provider_type = read_type AND r.provider_type = read_type AND r.key = lower(btrim(p.identifier))
    AND r.active <> (l.state = 'frozen');
$$;
