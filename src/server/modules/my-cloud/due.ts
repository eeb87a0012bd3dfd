import type { Due } from '#calls/my-cloud.ts';
import { cloudCertifications } from '#resources/cloud-certifications.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenters } from '#resources/cost-centers.ts';
import type { Resource } from '#kernel/resource.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { quoted } from '#server/engine/sql.ts';

/** So many days before its last one something is due. */
const SOON_DAYS = 90;

/** What expires of a model. @param also what else holds of its row `t` */
const expiring = (
  services: EngineServices,
  kind: Due['kind'],
  resource: Resource,
  { title, day, also = 'true' }: { title: string; day: string; also?: string },
): string => `
SELECT '${kind}' AS kind, '${resource.name}' AS model, t.id, ${title} AS title, NULL::text AS detail, ${day} AS day, ${day} < today() AS over
FROM ${quoted(resource.name)} t
WHERE ${services.owned(resource)('t', '$1')} AND ${day} <= today() + ${SOON_DAYS} AND ${also}`;

/** The last day of the lease of the account `t`; null where it has none. */
const LEASE_END = '(SELECT s.ends_on FROM account_leases s WHERE s.cloud_parent_id = t.id)';

/** What comes due of somebody's records, what is over first. Accounts whose tags are missing are known from bills. */
export async function dueOf(services: EngineServices, email: string): Promise<Due[]> {
  const { rows } = await services.db.query<Due>({
    text: `SELECT * FROM (
${expiring(services, 'expiry', costCenters, { title: 't.identifier', day: 't.expired_at', also: 't.new_cost_center_id IS NULL' })}
UNION ALL
${expiring(services, 'certificate', cloudCertifications, { title: 't.name', day: 't.expiration_date' })}
UNION ALL
${expiring(services, 'lease', cloudParents, { title: "coalesce(nullif(t.name, ''), t.identifier)", day: LEASE_END, also: 'NOT t.terminated' })}
UNION ALL
SELECT 'survey', '${cloudParents.name}', t.id, coalesce(nullif(t.name, ''), t.identifier), t.identifier, NULL, false
FROM cloud_parents t
WHERE ${services.owned(cloudParents)('t', '$1')} AND NOT t.terminated
  AND NOT EXISTS (SELECT FROM cloud_survey_responses s WHERE s.cloud_parent_id = t.id)
) due ORDER BY day NULLS LAST, kind, lower(title), id`,
    values: [email],
  });
  return rows;
}
