-- Where an account belongs in its cloud, as the portal has it: the names of what it lies in, from the outermost on.
ALTER TABLE "cloud_parents" ADD COLUMN "place" text;
-- contract: the searched text is there again, under the same name, before anybody else sees the table.
ALTER TABLE "cloud_parents" DROP COLUMN "search";
ALTER TABLE "cloud_parents" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("provider_type", '') || E'\n' || coalesce("identifier", '') || E'\n' || coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("cloud_contact_email", '') || E'\n' || coalesce("business_unit_name", '') || E'\n' || coalesce("department", '') || E'\n' || coalesce("environment", '') || E'\n' || coalesce("place", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("billing_contact", '') || E'\n' || coalesce("security_contact", '') || E'\n' || coalesce("operations_contact", ''))) STORED;
CREATE INDEX "cloud_parents_search" ON "cloud_parents" USING gin ("search" gin_trgm_ops);
CREATE INDEX "cloud_parents_pieces" ON "cloud_parents" USING gin (search_pieces("search"));

-- What clouds say of accounts beside their names: where each lies, and what its tags mean. It is kept when a reading ends in the middle.
CREATE TABLE account_details (
  provider_type text NOT NULL,
  -- The identifier of the account, as accounts are compared.
  key text NOT NULL,
  -- As cloud_parents.place, and null where the cloud did not say.
  place text,
  -- Whether it lies where accounts are frozen, and null of clouds that freeze otherwise.
  frozen boolean,
  -- The text of each tag by the field that it stands for (cost_center, owner, department, business_unit), null where the account lacks
  -- the tag. Fields that the cloud has no tag for are not there. Null where the cloud did not say.
  tags jsonb,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_type, key)
);

-- As before, and an account that is frozen here and lies elsewhere by now was brought back by somebody else.
CREATE OR REPLACE FUNCTION settle_account_lives(read_type text, read_since timestamptz) RETURNS void LANGUAGE sql AS $$
  DELETE FROM account_lives l USING cloud_parents p, inventory_read_accounts r
  WHERE p.id = l.cloud_parent_id AND p.provider_type = read_type AND r.provider_type = read_type
    AND r.key = lower(btrim(p.identifier)) AND r.active AND (l.state = 'closed' OR l.listed_inactive)
    -- Azure only warns of what was cancelled for some days, and lists that as in use.
    AND l.since < read_since - CASE read_type WHEN 'AzureCloudParent' THEN interval '7 days' ELSE interval '1 hour' END;
  DELETE FROM account_lives l USING cloud_parents p, account_details s
  WHERE p.id = l.cloud_parent_id AND p.provider_type = read_type AND s.provider_type = read_type
    AND s.key = lower(btrim(p.identifier)) AND l.state = 'frozen' AND NOT s.frozen
    AND s.read_at >= read_since AND l.since < read_since - interval '1 hour';
  UPDATE inventory_read_accounts r SET active = (l.state = 'frozen')
  FROM account_lives l JOIN cloud_parents p ON p.id = l.cloud_parent_id
  WHERE p.provider_type = read_type AND r.provider_type = read_type AND r.key = lower(btrim(p.identifier))
    AND r.active <> (l.state = 'frozen');
$$;

-- Inventory Differences: where the inventory, the last answer of a survey and the clouds do not say the same of an account.
-- The id has what was held against each other, so that a difference which has changed is another one. cloud_side is what brings the
-- cloud to what the inventory says.
CREATE OR REPLACE VIEW "inventory_differences" AS
WITH answered AS (
  SELECT DISTINCT ON (cloud_parent_id) cloud_parent_id, account_owner, cost_center, department, business_unit,
    cloud_environment, billing_contact, security_contact, operations_contact, updated_at
  FROM cloud_survey_responses WHERE cloud_parent_id IS NOT NULL
  ORDER BY cloud_parent_id, created_at DESC, id DESC
), billed AS (
  -- What tags on bills name for sure: of several values the one on most lines of the last bill.
  SELECT DISTINCT ON (lower(btrim(t.account)), t.meaning)
    lower(btrim(t.account)) AS key, t.meaning, t.value, r.created_at
  FROM billing_tags t JOIN billing_runs r ON r.id = t.run_id
  WHERE r.state NOT IN ('failed', 'superseded', 'reversed') AND CASE t.meaning
    WHEN 'owner' THEN t.value LIKE '%@%'
    ELSE lower(btrim(t.value)) IN (SELECT lower(btrim(k.identifier)) FROM cost_centers k) END
  ORDER BY lower(btrim(t.account)), t.meaning, t.run_id DESC, t.lines DESC, t.value
), made AS (
  -- What was requested or adopted: the portal wrote its tags.
  SELECT DISTINCT lower(btrim(d.identifier)) AS key FROM cloud_deployments d
  WHERE d.state = 'done' AND d.identifier IS NOT NULL
    AND d.kind IN ('aws_account', 'azure_subscription', 'gcp_project', 'account_adoption')
), found AS (
  SELECT 'unmanaged' AS kind, p.id AS cloud_parent_id, p.identifier,
    NULL::text AS in_inventory, NULL::text AS in_survey, p.name AS at_provider, p.created_at AS seen_at,
    p.provider_type, 'adopt' AS cloud_side
  FROM cloud_parents p WHERE NOT p.managed AND NOT p.terminated
  UNION ALL
  SELECT 'terminated', p.id, p.identifier, CASE WHEN p.terminated THEN 'Yes' ELSE 'No' END, NULL,
    CASE WHEN r.active THEN 'No' ELSE 'Yes' END, p.updated_at, p.provider_type, NULL
  FROM cloud_parents p JOIN inventory_read_accounts r
    ON r.provider_type = p.provider_type AND r.key = lower(btrim(p.identifier))
  WHERE r.active = p.terminated
  UNION ALL
  SELECT 'name', p.id, p.identifier, p.name, NULL, r.name, p.updated_at, p.provider_type, NULL
  FROM cloud_parents p JOIN inventory_read_accounts r
    ON r.provider_type = p.provider_type AND r.key = lower(btrim(p.identifier))
  WHERE NOT p.terminated AND lower(btrim(r.name)) <> lower(btrim(coalesce(p.name, '')))
  UNION ALL
  SELECT 'place', p.id, p.identifier, p.place, NULL, s.place, s.read_at, p.provider_type, 'move'
  FROM cloud_parents p JOIN account_details s ON s.provider_type = p.provider_type AND s.key = lower(btrim(p.identifier))
  WHERE p.managed AND NOT p.terminated AND lower(btrim(s.place)) <> lower(btrim(p.place))
    AND NOT EXISTS (SELECT FROM account_lives l WHERE l.cloud_parent_id = p.id)
  UNION ALL
  SELECT d.kind, p.id, p.identifier, d.in_inventory, d.in_survey, d.at_provider,
    coalesce(greatest(a.updated_at, CASE WHEN t.is_read THEN s.read_at ELSE d.billed_at END), p.updated_at), p.provider_type,
    CASE WHEN s.tags ? d.kind AND btrim(d.in_inventory) <> ''
        AND lower(btrim(d.in_inventory)) IS DISTINCT FROM lower(btrim(s.tags ->> d.kind))
      THEN CASE WHEN m.key IS NULL THEN 'adopt' ELSE 'write' END END
  FROM cloud_parents p
    LEFT JOIN answered a ON a.cloud_parent_id = p.id
    LEFT JOIN billed o ON o.meaning = 'owner' AND o.key = lower(btrim(p.identifier))
    LEFT JOIN billed c ON c.meaning = 'cost_center' AND c.key = lower(btrim(p.identifier))
    LEFT JOIN account_details s ON s.provider_type = p.provider_type AND s.key = lower(btrim(p.identifier))
      AND p.managed AND NOT p.terminated
    LEFT JOIN made m ON m.key = lower(btrim(p.identifier))
    CROSS JOIN LATERAL (VALUES
      ('owner', p.cloud_contact_email, nullif(btrim(a.account_owner), ''), o.value, o.created_at),
      ('cost_center', p.cost_center, nullif(btrim(a.cost_center), ''), c.value, c.created_at),
      ('department', p.department, nullif(btrim(a.department), ''), NULL, NULL),
      ('business_unit', p.business_unit_name, nullif(btrim(a.business_unit), ''), NULL, NULL),
      ('environment', p.environment, nullif(btrim(a.cloud_environment), ''), NULL, NULL),
      ('billing_contact', p.billing_contact, nullif(btrim(a.billing_contact), ''), NULL, NULL),
      ('security_contact', p.security_contact, nullif(btrim(a.security_contact), ''), NULL, NULL),
      ('operations_contact', p.operations_contact, nullif(btrim(a.operations_contact), ''), NULL, NULL)
    ) v (kind, in_inventory, in_survey, billed_value, billed_at)
    -- The tags of the account itself come before those on its bills. A tag that the portal wrote and that is gone is a difference, too.
    CROSS JOIN LATERAL (SELECT coalesce(s.tags ->> v.kind IS NOT NULL OR (m.key IS NOT NULL AND s.tags ? v.kind), false) AS is_read) t
    CROSS JOIN LATERAL (SELECT v.*, CASE WHEN t.is_read THEN s.tags ->> v.kind ELSE v.billed_value END AS at_provider) d
  WHERE lower(btrim(d.in_survey)) <> lower(btrim(coalesce(d.in_inventory, '')))
    OR lower(btrim(d.at_provider)) <> lower(btrim(coalesce(d.in_inventory, '')))
    OR (t.is_read AND d.at_provider IS NULL AND btrim(d.in_inventory) <> '')
)
SELECT kind || '-' || cloud_parent_id || '-'
    || left(md5(ROW(in_inventory, in_survey, at_provider)::text), 12) AS id, *
FROM found;
