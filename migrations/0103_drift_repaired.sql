-- Who of the directory is gone or may no longer sign in, by each address that they are known by; nobody whose address
-- somebody else has now.
CREATE VIEW departed_people AS
SELECT DISTINCT ON (m.key) m.key, p.name, p.gone, p.left_at
FROM ad_people p CROSS JOIN LATERAL (VALUES
  (lower(btrim(p.email))), (lower(btrim(p.user_principal_name)))) m (key)
WHERE (p.gone OR NOT p.enabled) AND m.key <> ''
  -- Looked up for each of them: as an anti join, everybody's addresses would be read for the few who left.
  AND (SELECT o.id FROM ad_people o WHERE o.enabled AND NOT o.gone AND lower(btrim(o.email)) = m.key LIMIT 1) IS NULL
  AND (SELECT o.id FROM ad_people o
    WHERE o.enabled AND NOT o.gone AND lower(btrim(o.user_principal_name)) = m.key LIMIT 1) IS NULL
ORDER BY m.key, p.left_at DESC NULLS LAST, p.id;

-- They are few among many.
CREATE INDEX ad_people_departed ON ad_people (id) WHERE gone OR NOT enabled;
CREATE INDEX cloud_contacts_terminated ON cloud_contacts (lower(btrim(email))) WHERE terminated;

-- Drift, with what of each line its repair depends on.
CREATE OR REPLACE VIEW "drift_findings" AS
WITH departed AS MATERIALIZED (SELECT key, name, gone, left_at FROM departed_people), found AS (
  SELECT 'left_owns_cost_center' AS kind, c.identifier AS subject, c.id AS subject_id, k.email AS owner,
    d.name || CASE WHEN d.gone THEN ' left the directory' ELSE ' may no longer sign in' END AS about,
    d.left_at AS since, NOT k.terminated AS contact_in_use, false AS synced_elsewhere
  FROM cost_centers c JOIN cloud_contacts k ON k.id = c.cloud_contact_id
    JOIN departed d ON d.key = lower(btrim(k.email))
  WHERE c.expired_at IS NULL OR c.expired_at >= current_date
  UNION ALL
  SELECT 'left_owns_account', p.identifier, p.id, p.cloud_contact_email,
    d.name || CASE WHEN d.gone THEN ' left the directory' ELSE ' may no longer sign in' END, d.left_at,
    EXISTS (SELECT FROM cloud_contacts k WHERE lower(btrim(k.email)) = d.key AND NOT k.terminated), false
  FROM cloud_parents p JOIN departed d ON d.key = lower(btrim(p.cloud_contact_email))
  WHERE NOT p.terminated
  UNION ALL
  SELECT 'terminated_owns_account', p.identifier, p.id, p.cloud_contact_email, p.name, k.updated_at, false, false
  FROM cloud_parents p JOIN cloud_contacts k ON lower(btrim(k.email)) = lower(btrim(p.cloud_contact_email))
  WHERE NOT p.terminated AND k.terminated
    AND NOT EXISTS (SELECT FROM departed d WHERE d.key = lower(btrim(k.email)))
  UNION ALL
  SELECT 'group_without_owner', g.name, g.id, NULL, g.description, g.updated_at, false, g.synced_elsewhere
  FROM ad_groups g WHERE g.cloud IS NOT NULL AND g.owners = '[]'
)
SELECT kind || '-' || subject_id || '-' || left(md5(ROW(owner, about)::text), 12) AS id, *
FROM found;
