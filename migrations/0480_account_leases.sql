-- Until when an account is lent, what it may cost until then, and what its end begins. (The table `leases` is about who is changing
-- something at this moment.)
CREATE TABLE account_leases (
  cloud_parent_id integer PRIMARY KEY REFERENCES cloud_parents (id) ON DELETE CASCADE,
  -- From this day on its costs count.
  starts_on date NOT NULL,
  -- The last day, by UTC.
  ends_on date NOT NULL,
  -- The last day that the desk set: what it may be extended by in all counts from it.
  agreed_end date NOT NULL,
  limit_amount numeric(17,2) CHECK (limit_amount > 0),
  limit_currency text,
  -- So many days after the freeze its closure is asked for; null: never.
  close_after_days integer CHECK (close_after_days > 0),
  -- So many days an extension adds at most, and all of them together.
  extension_days integer NOT NULL CHECK (extension_days >= 0),
  most_days integer NOT NULL CHECK (most_days >= 0),
  set_by text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now(),
  lock_version integer NOT NULL DEFAULT 1,
  -- The fewest days before this end, and the highest per cent of this limit, that were told.
  told_days integer,
  told_percent integer,
  -- When its costs were held against the limit the last time.
  spend_looked_at timestamptz,
  -- Null as long as it runs.
  ended_on date,
  ended_for text CHECK (ended_for IN ('end', 'spend')),
  -- The deployments that its end began. They are no references: one that was deleted was begun all the same, and no second one is.
  freeze_id integer,
  close_id integer,
  -- Why what its end begins could not be begun, and when that was tried.
  problem text,
  tried_at timestamptz,
  -- The clock leaves it alone until somebody sets or extends it, since it came with a backup.
  held boolean NOT NULL DEFAULT false,
  CHECK ((limit_amount IS NULL) = (limit_currency IS NULL)),
  CHECK ((ended_on IS NULL) = (ended_for IS NULL))
);
CREATE INDEX account_leases_end ON account_leases (ends_on, cloud_parent_id);

-- What happened to leases; it stays where a lease is removed.
CREATE TABLE account_lease_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cloud_parent_id integer NOT NULL REFERENCES cloud_parents (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  -- Null: the clock.
  by text,
  what text NOT NULL,
  reason text
);
CREATE INDEX account_lease_events_of ON account_lease_events (cloud_parent_id, id);
