import type { PoolClient } from 'pg';

/** A text that somebody wrote into a row, as the reference data know it. */
export interface Place {
  key: string;
  /** Null where nothing of this name is valid on the posting day. */
  valid: boolean;
  identifier: string;
  is_wbs: boolean;
  cost_center_id: number | null;
  cost_center_network_id: number | null;
  company_code: string | null;
  azure_gl: string | null;
  aws_gl: string | null;
  gcp_gl: string | null;
  business_units_id: number | null;
  business_unit: string | null;
  owner_email: string | null;
}

/** Cost centers and WBS elements by their names, whatever the letter case; a record of its own goes before a network. */
const PLACES = `
WITH named AS (
  SELECT lower(btrim(name)) AS key FROM unnest($1::text[]) AS given(name)
), found AS (
  SELECT n.key, c.identifier, strpos(c.identifier, '/') > 0 AS is_wbs, c.id AS center, NULL::integer AS network, 1 AS rank,
    c.active_at <= $2::date AND coalesce(c.expired_at >= $2::date, true) AS valid
  FROM named n JOIN cost_centers c ON lower(btrim(c.identifier)) = n.key
  UNION ALL
  SELECT n.key, w.wbs, true, coalesce(w.cost_center_id, parent.id), w.id, 2,
    w.active_at <= $2::date AND coalesce(w.expired_at >= $2::date, true)
  FROM named n JOIN cost_center_networks w ON lower(btrim(w.wbs)) = n.key
  LEFT JOIN cost_centers parent ON lower(btrim(parent.identifier)) = lower(btrim(split_part(w.wbs, '/', 1)))
)
SELECT DISTINCT ON (f.key) f.key, f.valid, btrim(f.identifier) AS identifier, f.is_wbs, f.center AS cost_center_id,
  f.network AS cost_center_network_id, m.code AS company_code, m.azure_gl, m.aws_gl, m.gcp_gl, u.id AS business_units_id,
  u.name AS business_unit, o.email AS owner_email
FROM found f LEFT JOIN cost_centers c ON c.id = f.center LEFT JOIN companies m ON m.id = c.companies_id
LEFT JOIN business_units u ON u.id = c.business_units_id LEFT JOIN cloud_contacts o ON o.id = c.cloud_contact_id
ORDER BY f.key, f.valid DESC, f.rank, f.network`;

/** The cost centers and WBS elements of these names, by the names in lower case. */
export async function findPlaces(
  tx: PoolClient,
  names: readonly string[],
  postingDay: string,
): Promise<Map<string, Place>> {
  const { rows } = await tx.query<Place>(PLACES, [names, postingDay]);
  return new Map(rows.map((place) => [place.key, place]));
}
