import { readCharged, type Charged } from '#calls/factory.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import { folded, VALID } from './choices.ts';

/** Who pays for what names a cost center, a network or a project, with the cost center behind the latter two. */
const chargedSql = (
  valid: string,
) => `SELECT named.model, named.id, named.identifier, c.identifier AS cost_center,
    CASE WHEN NOT o.terminated THEN o.email END AS owner, d.name AS department, u.name AS business_unit
  FROM (
    SELECT 'cost_centers' AS model, id, identifier, id AS center, 1 AS place FROM cost_centers
    WHERE ${folded('identifier')} = ${folded('$1::text')}${valid}
    UNION ALL
    SELECT 'cost_center_networks', id, identifier, cost_center_id, 2 FROM cost_center_networks
    WHERE ${folded('identifier')} = ${folded('$1::text')}
    UNION ALL
    SELECT 'project_ids', p.id, p.identifier, n.cost_center_id, 3 FROM project_ids p
      LEFT JOIN cost_center_networks n ON n.id = p.cost_center_network_id
    WHERE ${folded('p.identifier')} = ${folded('$1::text')}
  ) named LEFT JOIN cost_centers c ON c.id = named.center
    LEFT JOIN cloud_contacts o ON o.id = c.cloud_contact_id
    LEFT JOIN business_units u ON u.id = c.business_units_id LEFT JOIN departments d ON d.id = c.departments_id
  ORDER BY place LIMIT 1`;

/**
 * Who is charged by a name; null where nobody is called so.
 * @param isChosen it is being chosen: only a cost center that is valid today may be
 */
export async function findCharged(runner: Runner, name: string, isChosen = false): Promise<Charged | null> {
  const text = chargedSql(isChosen ? ` AND ${VALID}` : '');
  const { rows } = await runner.query<Charged>({ text, values: [name] });
  return rows[0] ?? null;
}

/** Answers who pays while a request is filled in. */
export function chargedRoute(door: Door, db: Database): void {
  serve(door, readCharged, async ({ query: { identifier } }) => findCharged(db, identifier, true));
  refuseOtherMethods(door.scope, `/api${readCharged.path}`, ['GET']);
}
