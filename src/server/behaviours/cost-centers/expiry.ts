import type { Expiry } from '#calls/cost-center-expiry.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenterNetworks } from '#resources/cost-center-networks.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { projectIds } from '#resources/project-ids.ts';
import type { Database } from '#server/platform/database/database.ts';

/** The day after the last one, or today where that has passed or there is none. */
const DAY = 'CASE WHEN expired_at >= today() THEN expired_at + 1 ELSE today() END';

const valid = (row: string) => `${row}.active_at <= me.day AND coalesce(${row}.expired_at >= me.day, true)`;

/**
 * Follows the cost center as an invoice of that day would: from one that is not valid to what replaces it, or else once to the
 * backup of a WBS element.
 */
const EXPIRY = `WITH RECURSIVE me AS (
    SELECT id, identifier, lower(btrim(identifier)) AS key, expired_at, ${DAY} AS day FROM ${costCenters.name} WHERE id = $1
  ), walk AS (
    SELECT c.id, c.identifier, c.new_cost_center_id, 1 AS depth, false AS fell, false AS valid,
      CASE WHEN strpos(c.identifier, '/') > 0 THEN c.alt_cost_center_id END AS backup
    FROM ${costCenters.name} c JOIN me ON me.id = c.id
    UNION ALL
    SELECT c.id, c.identifier, c.new_cost_center_id, w.depth + 1, w.fell OR w.new_cost_center_id IS NULL, ${valid('c')},
      coalesce(w.backup, CASE WHEN strpos(c.identifier, '/') > 0 THEN c.alt_cost_center_id END)
    FROM walk w CROSS JOIN me JOIN ${costCenters.name} c
      ON c.id = CASE WHEN w.new_cost_center_id IS NOT NULL THEN w.new_cost_center_id WHEN NOT w.fell THEN w.backup END
    WHERE NOT w.valid AND w.depth < 1000
  ), networks AS (
    SELECT n.id, ${valid('n')} AS valid FROM ${costCenterNetworks.name} n CROSS JOIN me WHERE n.cost_center_id = me.id
  ), projects AS (
    SELECT ${valid('p')} AS valid FROM ${projectIds.name} p CROSS JOIN me
    WHERE p.cost_center_network_id IN (SELECT id FROM networks)
  ), last AS (
    SELECT date_trunc('month', max(s.date)) AS month FROM me JOIN cloud_bill_sums s ON lower(s.identifier) = me.key
    WHERE s.date < date_trunc('month', today())
  ), sums AS (
    SELECT s.currency, sum(s.amount) AS amount, sum(s.bills)::integer AS bills
    FROM me CROSS JOIN last JOIN cloud_bill_sums s ON lower(s.identifier) = me.key
    WHERE s.date >= last.month AND s.date < last.month + interval '1 month'
    GROUP BY s.currency HAVING sum(s.bills) <> 0
  )
  SELECT json_build_object(
    'from', CASE WHEN me.expired_at IS NOT NULL THEN to_char(me.expired_at + 1, 'YYYY-MM-DD') END,
    'expired', coalesce(me.expired_at < today(), false),
    'goes_to', (SELECT json_build_object('id', w.id, 'identifier', btrim(w.identifier),
        'as', CASE WHEN w.fell THEN 'backup' ELSE 'replacement' END) FROM walk w WHERE w.valid),
    'accounts', (SELECT count(*) FROM ${cloudParents.name} p
      WHERE lower(btrim(p.cost_center)) = me.key AND NOT p.terminated),
    'networks', (SELECT count(*) FROM networks), 'valid_networks', (SELECT count(*) FROM networks WHERE valid),
    'project_ids', (SELECT count(*) FROM projects), 'valid_project_ids', (SELECT count(*) FROM projects WHERE valid),
    'copilot_seats', (SELECT count(*) FROM ${githubCopilotUsers.name} s WHERE lower(btrim(s.cost_center)) = me.key),
    'replaced', (SELECT count(*) FROM ${costCenters.name} c WHERE c.new_cost_center_id = me.id),
    'forecast', (SELECT json_build_object('month', to_char((SELECT month FROM last), 'YYYY-MM'), 'sums',
        json_agg(json_build_object('amount', amount::text, 'currency', currency, 'bills', bills) ORDER BY currency))
      FROM sums HAVING count(*) > 0)
  ) AS expiry FROM me`;

/** The effects of the expiry of a cost center, which may be past; null where there is no such cost center. */
export async function expiryOf(db: Database, id: number): Promise<Expiry | null> {
  const { rows } = await db.query<{ expiry: Expiry }>({ name: 'expiry', text: EXPIRY, values: [id] });
  return rows[0]?.expiry ?? null;
}
