-- What rows of uploaded files became, so that the same row of another upload is known again, even after somebody has
-- corrected the record. A record that was deleted since counts as unknown.
CREATE TABLE uploaded_rows (
  model text NOT NULL,
  digest bytea NOT NULL,
  record_id integer NOT NULL,
  PRIMARY KEY (model, digest)
);

-- What was charged per identifier, day and currency, kept in the transaction of every change of a bill, so that a chart
-- reads some rows for each cost center rather than all of its bills. A transaction adds to a line of its own where
-- another one holds the line, so that none waits for another; the sum is that of the lines.
CREATE TABLE cloud_bill_sums (
  identifier text NOT NULL,
  date date NOT NULL,
  currency text NOT NULL,
  line uuid NOT NULL DEFAULT gen_random_uuid(),
  amount numeric NOT NULL,
  bills bigint NOT NULL,
  PRIMARY KEY (identifier, date, currency, line)
) WITH (fillfactor = 80);
CREATE INDEX cloud_bill_sums_by_date ON cloud_bill_sums (date);
CREATE INDEX cloud_bill_sums_by_key ON cloud_bill_sums (lower(identifier), date);

CREATE FUNCTION add_cloud_bill_sums(identifiers text[], dates date[], currencies text[], amounts numeric[], counts bigint[])
RETURNS void LANGUAGE sql AS $$
  WITH more AS MATERIALIZED (
    SELECT * FROM unnest(identifiers, dates, currencies, amounts, counts) AS given(identifier, date, currency, amount, bills)
  ), free AS MATERIALIZED (
    SELECT more.*, held.line FROM more LEFT JOIN LATERAL (
      SELECT s.line FROM cloud_bill_sums s
      WHERE s.identifier = more.identifier AND s.date = more.date AND s.currency = more.currency
      LIMIT 1 FOR UPDATE SKIP LOCKED) held ON true
  ), added AS (
    UPDATE cloud_bill_sums s SET amount = s.amount + free.amount, bills = s.bills + free.bills FROM free
    WHERE s.identifier = free.identifier AND s.date = free.date AND s.currency = free.currency AND s.line = free.line
  )
  INSERT INTO cloud_bill_sums (identifier, date, currency, amount, bills)
  SELECT identifier, date, currency, amount, bills FROM free WHERE line IS NULL
$$;

CREATE FUNCTION sum_cloud_bills() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  identifiers text[];
  dates date[];
  currencies text[];
  amounts numeric[];
  counts bigint[];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM cloud_bill_sums;
    DELETE FROM uploaded_rows WHERE model = TG_TABLE_NAME;
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT array_agg(identifier), array_agg(date), array_agg(currency), array_agg(amount), array_agg(bills)
      INTO identifiers, dates, currencies, amounts, counts FROM (
      SELECT identifier, date, currency, sum(amount) AS amount, count(*) AS bills FROM after GROUP BY 1, 2, 3) more;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(identifier), array_agg(date), array_agg(currency), array_agg(amount), array_agg(bills)
      INTO identifiers, dates, currencies, amounts, counts FROM (
      SELECT identifier, date, currency, -sum(amount) AS amount, -count(*) AS bills FROM before GROUP BY 1, 2, 3) less;
  ELSE
    SELECT array_agg(identifier), array_agg(date), array_agg(currency), array_agg(amount), array_agg(bills)
      INTO identifiers, dates, currencies, amounts, counts FROM (
      SELECT identifier, date, currency, sum(amount) AS amount, sum(bill) AS bills FROM (
        SELECT identifier, date, currency, amount, 1 AS bill FROM after
        UNION ALL SELECT identifier, date, currency, -amount, -1 FROM before) moved
      GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 OR sum(bill) <> 0) moved;
  END IF;
  IF identifiers IS NOT NULL THEN
    PERFORM add_cloud_bill_sums(identifiers, dates, currencies, amounts, counts);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER sum_created AFTER INSERT ON cloud_bills REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION sum_cloud_bills();
CREATE TRIGGER sum_deleted AFTER DELETE ON cloud_bills REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION sum_cloud_bills();
CREATE TRIGGER sum_updated AFTER UPDATE ON cloud_bills REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION sum_cloud_bills();
CREATE TRIGGER sum_emptied AFTER TRUNCATE ON cloud_bills FOR EACH STATEMENT EXECUTE FUNCTION sum_cloud_bills();

INSERT INTO cloud_bill_sums (identifier, date, currency, amount, bills)
SELECT identifier, date, currency, sum(amount), count(*) FROM cloud_bills GROUP BY 1, 2, 3;

-- Who owns what is charged: the owner of the cost center of this identifier; of a WBS element that is none, the owner of
-- the cost center of its network, else of the cost center before its slash.
CREATE VIEW cloud_bill_owners AS
SELECT charged.key, c.id AS cloud_contact_id, c.email, c.name, c.terminated
FROM (SELECT DISTINCT lower(identifier) AS key FROM cloud_bill_sums) charged
LEFT JOIN cost_centers own ON lower(btrim(own.identifier)) = charged.key
LEFT JOIN (SELECT DISTINCT ON (lower(btrim(wbs))) lower(btrim(wbs)) AS key, cost_center_id FROM cost_center_networks
  WHERE wbs IS NOT NULL ORDER BY lower(btrim(wbs)), id) network ON network.key = charged.key
LEFT JOIN cost_centers through ON through.id = network.cost_center_id
LEFT JOIN cost_centers parent ON lower(btrim(parent.identifier)) = btrim(split_part(charged.key, '/', 1))
LEFT JOIN cloud_contacts c ON c.id = coalesce(own.cloud_contact_id, through.cloud_contact_id, parent.cloud_contact_id);

-- Bills of one identifier by days, and a row of an upload among them.
CREATE INDEX cloud_bills_by_key ON cloud_bills (lower(btrim(identifier)), date, id);
