-- What the tags of a file say of who pays for an account and who owns it, some values of each: a reason for suggestions.
CREATE TABLE billing_tags (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  account text NOT NULL,
  -- What the key means, and how it is written.
  meaning text NOT NULL CHECK (meaning IN ('cost_center', 'owner')),
  key text NOT NULL,
  value text NOT NULL,
  -- On how many of the lines that were looked at.
  lines integer NOT NULL
);
CREATE INDEX billing_tags_account ON billing_tags (lower(account), run_id);
CREATE INDEX billing_tags_run ON billing_tags (run_id);
