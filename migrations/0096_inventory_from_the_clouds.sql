-- Whether somebody here answers for an account, or a cloud has it and nobody here knows of it.
ALTER TABLE "cloud_parents" ADD COLUMN "managed" boolean NOT NULL DEFAULT true;

-- What a reading of a cloud has found so far; what ends in the middle is read anew, so nothing of it has to survive.
CREATE UNLOGGED TABLE inventory_read_accounts (
  provider_type text NOT NULL,
  key text GENERATED ALWAYS AS (lower(btrim(identifier))) STORED,
  identifier text NOT NULL,
  name text,
  email text,
  active boolean NOT NULL,
  PRIMARY KEY (provider_type, key)
);
CREATE UNLOGGED TABLE inventory_read_machines (
  provider_type text NOT NULL,
  key text GENERATED ALWAYS AS (lower(btrim(resource_id))) STORED,
  resource_id text NOT NULL,
  identifier text,
  name text,
  state text,
  location text,
  resource_type text,
  PRIMARY KEY (provider_type, key)
);
