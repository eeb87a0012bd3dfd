-- Inventory Differences: where the inventory, the last answer of a survey and the clouds do not say the same of an account.
-- The id has what was held against each other, so that a difference which has changed is another one.
CREATE VIEW "inventory_differences" AS
WITH answered AS (
  SELECT DISTINCT ON (cloud_parent_id) cloud_parent_id, account_owner, cost_center, department, business_unit,
    cloud_environment, billing_contact, security_contact, operations_contact, updated_at
  FROM cloud_survey_responses WHERE cloud_parent_id IS NOT NULL
  ORDER BY cloud_parent_id, created_at DESC, id DESC
), tagged AS (
  -- What tags name for sure: of several values the one on most lines of the last bill.
  SELECT DISTINCT ON (lower(btrim(t.account)), t.meaning)
    lower(btrim(t.account)) AS key, t.meaning, t.value, r.created_at
  FROM billing_tags t JOIN billing_runs r ON r.id = t.run_id
  WHERE r.state NOT IN ('failed', 'superseded', 'reversed') AND CASE t.meaning
    WHEN 'owner' THEN t.value LIKE '%@%'
    ELSE lower(btrim(t.value)) IN (SELECT lower(btrim(k.identifier)) FROM cost_centers k) END
  ORDER BY lower(btrim(t.account)), t.meaning, t.run_id DESC, t.lines DESC, t.value
), found AS (
  SELECT 'unmanaged' AS kind, p.id AS cloud_parent_id, p.identifier,
    NULL::text AS in_inventory, NULL::text AS in_survey, p.name AS at_provider, p.created_at AS seen_at
  FROM cloud_parents p WHERE NOT p.managed AND NOT p.terminated
  UNION ALL
  SELECT 'terminated', p.id, p.identifier, CASE WHEN p.terminated THEN 'Yes' ELSE 'No' END, NULL,
    CASE WHEN r.active THEN 'No' ELSE 'Yes' END, p.updated_at
  FROM cloud_parents p JOIN inventory_read_accounts r
    ON r.provider_type = p.provider_type AND r.key = lower(btrim(p.identifier))
  WHERE r.active = p.terminated
  UNION ALL
  SELECT d.kind, p.id, p.identifier, d.in_inventory, d.in_survey, d.at_provider,
    coalesce(greatest(s.updated_at, d.tagged_at), p.updated_at)
  FROM cloud_parents p
    LEFT JOIN answered s ON s.cloud_parent_id = p.id
    LEFT JOIN tagged o ON o.meaning = 'owner' AND o.key = lower(btrim(p.identifier))
    LEFT JOIN tagged c ON c.meaning = 'cost_center' AND c.key = lower(btrim(p.identifier))
    CROSS JOIN LATERAL (VALUES
      ('owner', p.cloud_contact_email, nullif(btrim(s.account_owner), ''), o.value, o.created_at),
      ('cost_center', p.cost_center, nullif(btrim(s.cost_center), ''), c.value, c.created_at),
      ('department', p.department, nullif(btrim(s.department), ''), NULL, NULL),
      ('business_unit', p.business_unit_name, nullif(btrim(s.business_unit), ''), NULL, NULL),
      ('environment', p.environment, nullif(btrim(s.cloud_environment), ''), NULL, NULL),
      ('billing_contact', p.billing_contact, nullif(btrim(s.billing_contact), ''), NULL, NULL),
      ('security_contact', p.security_contact, nullif(btrim(s.security_contact), ''), NULL, NULL),
      ('operations_contact', p.operations_contact, nullif(btrim(s.operations_contact), ''), NULL, NULL)
    ) d (kind, in_inventory, in_survey, at_provider, tagged_at)
  WHERE lower(btrim(d.in_survey)) <> lower(btrim(coalesce(d.in_inventory, '')))
    OR lower(btrim(d.at_provider)) <> lower(btrim(coalesce(d.in_inventory, '')))
)
SELECT kind || '-' || cloud_parent_id || '-'
    || left(md5(ROW(in_inventory, in_survey, at_provider)::text), 12) AS id, *
FROM found;
