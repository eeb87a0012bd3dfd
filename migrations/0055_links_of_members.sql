-- The one link of a member by which they update themselves without signing in. Its credential is kept as its SHA-256 only.
CREATE TABLE member_links (
  member_id integer PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  credential_hash bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
