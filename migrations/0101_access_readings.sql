-- What a reading of who may do what in a cloud has found so far; what ends in the middle is read anew, so nothing of it has
-- to survive.
CREATE UNLOGGED TABLE ad_read_permission_sets (
  provider_type text NOT NULL,
  key text GENERATED ALWAYS AS (lower(btrim(arn))) STORED,
  arn text NOT NULL,
  name text NOT NULL,
  description text,
  duration text,
  relay text,
  managed_policies jsonb NOT NULL,
  inline_policy text,
  PRIMARY KEY (provider_type, key)
);
CREATE UNLOGGED TABLE ad_read_assignments (
  provider_type text NOT NULL,
  set_key text GENERATED ALWAYS AS (lower(btrim(permission_set))) STORED,
  permission_set text NOT NULL,
  kind text NOT NULL,
  external_id text,
  name text,
  account text NOT NULL
);
CREATE INDEX ad_read_assignments_cloud ON ad_read_assignments (provider_type);
