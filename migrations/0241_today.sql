-- What day it is for who asks: a connection is told when it is lent to somebody. Whoever is told nothing counts in UTC.
CREATE FUNCTION today() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('skyledger.today', true), '')::date, (now() AT TIME ZONE 'UTC')::date)
$$;

-- As before, by the day of who asks.
CREATE OR REPLACE VIEW "drift_findings" AS
WITH departed AS MATERIALIZED (SELECT key, name, gone, left_at FROM departed_people), found AS (
  SELECT 'left_owns_cost_center' AS kind, c.identifier AS subject, c.id AS subject_id, k.email AS owner,
    d.name || CASE WHEN d.gone THEN ' left the directory' ELSE ' may no longer sign in' END AS about,
    d.left_at AS since, NOT k.terminated AS contact_in_use, false AS synced_elsewhere,
    NULL::text AS subject_name
  FROM cost_centers c JOIN cloud_contacts k ON k.id = c.cloud_contact_id
    JOIN departed d ON d.key = lower(btrim(k.email))
  WHERE c.expired_at IS NULL OR c.expired_at >= today()
  UNION ALL
  SELECT 'left_owns_account', p.identifier, p.id, p.cloud_contact_email,
    d.name || CASE WHEN d.gone THEN ' left the directory' ELSE ' may no longer sign in' END, d.left_at,
    EXISTS (SELECT FROM cloud_contacts k WHERE lower(btrim(k.email)) = d.key AND NOT k.terminated), false,
    p.name
  FROM cloud_parents p JOIN departed d ON d.key = lower(btrim(p.cloud_contact_email))
  WHERE NOT p.terminated
  UNION ALL
  SELECT 'terminated_owns_account', p.identifier, p.id, p.cloud_contact_email, p.name, k.updated_at, false, false, p.name
  FROM cloud_parents p JOIN cloud_contacts k ON lower(btrim(k.email)) = lower(btrim(p.cloud_contact_email))
  WHERE NOT p.terminated AND k.terminated
    AND NOT EXISTS (SELECT FROM departed d WHERE d.key = lower(btrim(k.email)))
  UNION ALL
  SELECT 'group_without_owner', g.name, g.id, NULL, g.description, g.updated_at, false, g.synced_elsewhere, NULL
  FROM ad_groups g WHERE g.cloud IS NOT NULL AND g.owners = '[]' AND NOT g.synced_elsewhere
)
SELECT kind || '-' || subject_id || '-' || left(md5(ROW(owner, about)::text), 12) AS id, *
FROM found;
