import type { PoolClient } from 'pg';
import type { Applied, Gone } from './apply-accounts.ts';

/** The word for a machine that its cloud has no more. */
const GONE = 'terminated';

/** The new values of a machine: `t` is the row that was read, `m` the record as it is locked. */
const NEW = {
  state: `CASE WHEN NOT t.gone THEN coalesce(t.state, m.state)
    WHEN lower(m.state) = '${GONE}' THEN m.state ELSE '${GONE}' END`,
  identifier: 'coalesce(t.identifier, m.identifier)',
  name: 'coalesce(t.name, m.name)',
  location: 'coalesce(t.location, m.location)',
  resource_type: 'coalesce(t.resource_type, m.resource_type)',
};

export async function countGoneMachines(tx: PoolClient, providerType: string): Promise<Gone> {
  const { rows } = await tx.query<Gone>(
    `SELECT count(*)::integer AS active, (count(*) FILTER (WHERE r.key IS NULL))::integer AS gone
     FROM virtual_machines m LEFT JOIN inventory_read_machines r
       ON r.provider_type = $1 AND r.key = lower(btrim(m.resource_id))
     WHERE m.provider_type = $1 AND lower(m.state) IS DISTINCT FROM '${GONE}'`,
    [providerType],
  );
  return rows[0] ?? { active: 0, gone: 0 };
}

/**
 * Brings the machines of a cloud to what a complete reading returned. A new one is charged as the account that it runs in;
 * whom one is charged to afterwards is the people's. Somebody may change a machine between the moment from which the
 * statement sees everything and its lock: what the cloud does not return is taken from the record as it is locked, so no
 * earlier value of the machine is written over it, and one that has another id by then is left to the next reading.
 */
export async function applyMachines(tx: PoolClient, providerType: string): Promise<Applied> {
  const changes = Object.entries(NEW).map(([name, value]) => `${name} = ${value}`);
  const stored = Object.keys(NEW).map((name) => `m.${name}`);
  const { rows } = await tx.query<{ changed: number; terminated: number }>(
    `WITH target AS MATERIALIZED (
       SELECT m.id, lower(btrim(m.resource_id)) AS key, r.state, r.identifier, r.name, r.location, r.resource_type,
         r.key IS NULL AS gone
       FROM virtual_machines m LEFT JOIN inventory_read_machines r
         ON r.provider_type = $1 AND r.key = lower(btrim(m.resource_id))
       WHERE m.provider_type = $1
     ), new_row AS (
       UPDATE virtual_machines m SET ${changes.join(', ')},
         updated_at = now(), lock_version = m.lock_version + 1
       FROM target t
       WHERE m.id = t.id AND m.provider_type = $1 AND lower(btrim(m.resource_id)) IS NOT DISTINCT FROM t.key
         AND ROW(${stored.join(', ')})
           IS DISTINCT FROM ROW(${Object.values(NEW).join(', ')})
       RETURNING t.gone
     )
     SELECT count(*)::integer AS changed, (count(*) FILTER (WHERE gone))::integer AS terminated FROM new_row`,
    [providerType],
  );
  const { rowCount: added } = await tx.query(
    `INSERT INTO virtual_machines
       (resource_id, state, provider_type, identifier, name, location, resource_type, business_unit_name, cost_center)
     SELECT btrim(r.resource_id), r.state, $1, r.identifier, r.name, r.location, r.resource_type,
       p.business_unit_name, p.cost_center
     FROM inventory_read_machines r
       LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = lower(btrim(r.identifier))
     WHERE r.provider_type = $1
       AND NOT EXISTS (SELECT FROM virtual_machines m WHERE lower(btrim(m.resource_id)) = r.key)
     ORDER BY r.key ON CONFLICT DO NOTHING`,
    [providerType],
  );
  const { changed = 0, terminated = 0 } = rows[0] ?? {};
  return { added: added ?? 0, changed: changed - terminated, terminated };
}
