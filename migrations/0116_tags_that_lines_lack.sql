-- Which of the demanded tags the lines of a bill lack, and what these lines come to.

-- The demanded tags when its file was read, in the order of the bits of `lacks`. Null: it was read before they were counted;
-- empty: its file tells no tags.
ALTER TABLE billing_runs ADD COLUMN tag_keys text[];

-- Bit n is set where the line lacks the n-th of them, and bit 14 where it has no tag at all; null where that is not known.
ALTER TABLE billing_lines ADD COLUMN lacks smallint;

-- The lines of a file whose tags are counted, in sums.
CREATE TABLE billing_tag_sums (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  invoice smallint NOT NULL,
  account text,
  kind text NOT NULL,
  service text,
  lacks smallint NOT NULL,
  lines bigint NOT NULL,
  amount numeric NOT NULL
);
CREATE INDEX billing_tag_sums_account ON billing_tag_sums (run_id, account);
