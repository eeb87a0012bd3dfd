-- Who is signed in. Every credential is kept as its SHA-256 only: they are random values of 256 bits,
-- so a plain hash cannot be guessed backwards and can be looked up by index.

-- A sign-in that has left for the identity provider and is not back yet.
CREATE TABLE sign_in_requests (
  id text PRIMARY KEY,
  browser_hash bytea NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_requests_expires_at ON sign_in_requests (expires_at);

-- Assertions that have been used: none is taken twice, whichever process sees it and after any restart.
CREATE TABLE sign_in_assertions (
  assertion_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_assertions_expires_at ON sign_in_assertions (expires_at);

-- The value in the address of the page that follows a sign-in: good once, shortly, in one browser.
CREATE TABLE sign_in_handoffs (
  token_hash bytea PRIMARY KEY,
  client text NOT NULL,
  browser_hash bytea NOT NULL,
  email text NOT NULL,
  name text,
  roles text[] NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_handoffs_expires_at ON sign_in_handoffs (expires_at);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  client text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  name text,
  roles text[] NOT NULL,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_email ON sessions (email);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Credentials of automation. A revoked one stays, so that it can still be said whose it was.
CREATE TABLE api_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  roles text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX api_tokens_one_name_each ON api_tokens (email, lower(name)) WHERE revoked_at IS NULL;
