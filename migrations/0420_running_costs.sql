-- What accounts cost so far by the exports that bills are fetched from: of the running month, and of months before for the history that
-- anomalies are held against. None of it is booked, and nothing adds it to what is.
CREATE TABLE running_costs (
  provider text NOT NULL,
  -- The first day of the month whose export has it.
  month date NOT NULL,
  -- Null where the export has no days.
  day date,
  -- Null for what belongs to no account, such as tax.
  account text,
  service text,
  currency text NOT NULL,
  decimals smallint NOT NULL,
  amount numeric NOT NULL
);
CREATE INDEX running_costs_month ON running_costs (month, provider);
CREATE INDEX running_costs_series ON running_costs (provider, lower(account), day);

-- What was read of each month, and what came of the last look for it.
CREATE TABLE running_readings (
  provider text NOT NULL,
  month date NOT NULL,
  place text NOT NULL,
  -- The export that the figures are of, by the id of its manifest; null where none was read yet.
  export_id text,
  files integer NOT NULL DEFAULT 0,
  lines bigint NOT NULL DEFAULT 0,
  read_at timestamptz,
  tried_at timestamptz NOT NULL DEFAULT now(),
  -- Why the last look gave nothing: the figures are those of before.
  error text,
  PRIMARY KEY (provider, month)
);

-- Costs beyond what is usual for an account and service: a row for each time, from its first day on.
CREATE TABLE anomalies (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  provider text NOT NULL,
  account text NOT NULL,
  service text NOT NULL,
  currency text NOT NULL,
  decimals smallint NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  -- Of all its days: what they cost, and what was usual, which is an estimate.
  cost numeric NOT NULL,
  expected numeric NOT NULL,
  -- The day on which it was found to be over.
  ended_on date,
  acknowledged_by text,
  acknowledged_name text,
  acknowledged_at timestamptz,
  reason text,
  found_at timestamptz NOT NULL DEFAULT now(),
  -- When a mail told of it.
  told_at timestamptz,
  UNIQUE (provider, account, service, currency, first_day)
);
CREATE INDEX anomalies_first_day ON anomalies (first_day DESC, id DESC);

-- What is known and is not to be told of until a day. A star in a pattern stands for any text.
CREATE TABLE anomaly_mutes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text NOT NULL,
  service text NOT NULL,
  until date NOT NULL,
  reason text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The days on which new ones were mailed: once a day.
CREATE TABLE anomaly_digests (
  day date PRIMARY KEY,
  anomalies integer NOT NULL
);

CREATE FUNCTION tell_webhooks_of_anomaly() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('anomaly', CASE TG_OP WHEN 'INSERT' THEN 'found' ELSE 'ended' END, jsonb_build_object(
    'id', NEW.id, 'kind', NEW.kind, 'provider', NEW.provider, 'account', NEW.account, 'service', NEW.service,
    'first_day', NEW.first_day, 'last_day', NEW.last_day, 'cost', round(NEW.cost, NEW.decimals)::text,
    'expected', round(NEW.expected, NEW.decimals)::text, 'currency', NEW.currency, 'at', now()));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER INSERT ON anomalies FOR EACH ROW WHEN (NEW.ended_on IS NULL)
  EXECUTE FUNCTION tell_webhooks_of_anomaly();
CREATE TRIGGER tell_webhooks_of_end AFTER UPDATE OF ended_on ON anomalies FOR EACH ROW
  WHEN (OLD.ended_on IS NULL AND NEW.ended_on IS NOT NULL) EXECUTE FUNCTION tell_webhooks_of_anomaly();
