-- Who owns a bill of a WBS element that several networks have is the owner of the bill's own network: sums are kept for each.
ALTER TABLE cloud_bill_sums
  -- The network that the bills name; 0 where they name none.
  ADD COLUMN network integer NOT NULL DEFAULT 0;

CREATE FUNCTION add_cloud_bill_sums(
  identifiers text[], networks integer[], dates date[], currencies text[], amounts numeric[], counts bigint[])
RETURNS void LANGUAGE sql AS $$
  WITH more AS MATERIALIZED (
    SELECT * FROM unnest(identifiers, networks, dates, currencies, amounts, counts)
      AS given(identifier, network, date, currency, amount, bills)
  ), free AS MATERIALIZED (
    SELECT more.*, held.line FROM more LEFT JOIN LATERAL (
      SELECT s.line FROM cloud_bill_sums s
      WHERE s.identifier = more.identifier AND s.date = more.date AND s.currency = more.currency AND s.network = more.network
      LIMIT 1 FOR UPDATE SKIP LOCKED) held ON true
  ), added AS (
    UPDATE cloud_bill_sums s SET amount = s.amount + free.amount, bills = s.bills + free.bills FROM free
    WHERE s.identifier = free.identifier AND s.date = free.date AND s.currency = free.currency AND s.line = free.line
  )
  INSERT INTO cloud_bill_sums (identifier, network, date, currency, amount, bills)
  SELECT identifier, network, date, currency, amount, bills FROM free WHERE line IS NULL
$$;

CREATE OR REPLACE FUNCTION sum_cloud_bills() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  identifiers text[];
  networks integer[];
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
    SELECT array_agg(identifier), array_agg(network), array_agg(date), array_agg(currency), array_agg(amount), array_agg(bills)
      INTO identifiers, networks, dates, currencies, amounts, counts FROM (
      SELECT identifier, coalesce(cost_center_networks_id, 0) AS network, date, currency, sum(amount) AS amount, count(*) AS bills
      FROM after GROUP BY 1, 2, 3, 4) more;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(identifier), array_agg(network), array_agg(date), array_agg(currency), array_agg(amount), array_agg(bills)
      INTO identifiers, networks, dates, currencies, amounts, counts FROM (
      SELECT identifier, coalesce(cost_center_networks_id, 0) AS network, date, currency, -sum(amount) AS amount, -count(*) AS bills
      FROM before GROUP BY 1, 2, 3, 4) less;
  ELSE
    SELECT array_agg(identifier), array_agg(network), array_agg(date), array_agg(currency), array_agg(amount), array_agg(bills)
      INTO identifiers, networks, dates, currencies, amounts, counts FROM (
      SELECT identifier, network, date, currency, sum(amount) AS amount, sum(bill) AS bills FROM (
        SELECT identifier, coalesce(cost_center_networks_id, 0) AS network, date, currency, amount, 1 AS bill FROM after
        UNION ALL
        SELECT identifier, coalesce(cost_center_networks_id, 0), date, currency, -amount, -1 FROM before) moved
      GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0 OR sum(bill) <> 0) moved;
  END IF;
  IF identifiers IS NOT NULL THEN
    PERFORM add_cloud_bill_sums(identifiers, networks, dates, currencies, amounts, counts);
  END IF;
  RETURN NULL;
END $$;
-- contract: only the trigger called it.
DROP FUNCTION add_cloud_bill_sums(text[], date[], text[], numeric[], bigint[]);

LOCK TABLE cloud_bills IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM cloud_bill_sums;
INSERT INTO cloud_bill_sums (identifier, network, date, currency, amount, bills)
SELECT identifier, coalesce(cost_center_networks_id, 0), date, currency, sum(amount), count(*) FROM cloud_bills GROUP BY 1, 2, 3, 4;

CREATE INDEX cost_center_networks_by_wbs ON cost_center_networks (lower(btrim(wbs)));

-- Who owns what is charged, by the identifier and the network of bills: the owner of the cost center of this identifier; of a
-- WBS element that is none, the owner of the cost center of the bills' own network, else of a network that has the element and
-- a cost center, those first that are valid on the last day that is charged so; else of the cost center before its slash.
-- It takes the place of cloud_bill_owners, which the release before reads.
CREATE VIEW owners_of_cloud_bills AS
SELECT charged.key, charged.network, c.id AS cloud_contact_id, c.email, c.name, c.terminated
FROM (SELECT lower(identifier) AS key, network, max(date) AS day FROM cloud_bill_sums GROUP BY 1, 2) charged
LEFT JOIN cost_centers own ON lower(btrim(own.identifier)) = charged.key
LEFT JOIN cost_center_networks named ON named.id = charged.network
LEFT JOIN LATERAL (SELECT n.cost_center_id FROM cost_center_networks n
  WHERE lower(btrim(n.wbs)) = charged.key AND n.cost_center_id IS NOT NULL
  ORDER BY n.active_at <= charged.day AND coalesce(n.expired_at >= charged.day, true) DESC NULLS LAST, n.id LIMIT 1) network ON true
LEFT JOIN cost_centers through ON through.id = coalesce(named.cost_center_id, network.cost_center_id)
LEFT JOIN cost_centers parent ON lower(btrim(parent.identifier)) = btrim(split_part(charged.key, '/', 1))
LEFT JOIN cloud_contacts c ON c.id = coalesce(own.cloud_contact_id, through.cloud_contact_id, parent.cloud_contact_id);
