import type { PoolClient } from 'pg';
import type { Registry } from '#kernel/registry.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { changesSql, historySql } from '#server/engine/writes/changes.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';

/** What a reading did to the records. */
export interface Applied {
  added: number;
  changed: number;
  terminated: number;
}

/** How many of the active ones a reading no longer has. */
export interface Gone {
  active: number;
  gone: number;
}

export async function countGoneAccounts(tx: PoolClient, providerType: string): Promise<Gone> {
  const { rows } = await tx.query<Gone>(
    `SELECT count(*)::integer AS active, (count(*) FILTER (WHERE r.active IS NOT TRUE))::integer AS gone
     FROM cloud_parents p LEFT JOIN inventory_read_accounts r
       ON r.provider_type = $1 AND r.key = lower(btrim(p.identifier))
     WHERE p.provider_type = $1 AND NOT p.terminated`,
    [providerType],
  );
  return rows[0] ?? { active: 0, gone: 0 };
}

/**
 * Brings the accounts of a cloud to what a complete reading told: its name, its address, and whether it is in use, each
 * change with its line of history. What people here say of an account (owner, cost center, department) is theirs. An
 * account that the portal did not know is added as unmanaged.
 */
export async function applyAccounts(
  tx: PoolClient,
  registry: Registry,
  providerType: string,
  { actor, requestId }: Who,
): Promise<Applied> {
  const fields = ['name', 'email', 'terminated'];
  const history = historySql(cloudParents, {
    action: 'update',
    changes: changesSql(registry, cloudParents, fields, { from: 'o', to: 'n' }),
    from: 'old_row o JOIN new_row n ON n.id = o.id',
    row: 'n',
    by: ['$2', '$3', '$4', 'NULL'],
  });
  const { rows: changed } = await tx.query<{ changed: number; terminated: number }>(
    `WITH target AS MATERIALIZED (
       SELECT p.id, coalesce(r.name, p.name) AS name, coalesce(r.email, p.email) AS email,
         r.active IS NOT TRUE AS terminated
       FROM cloud_parents p LEFT JOIN inventory_read_accounts r
         ON r.provider_type = $1 AND r.key = lower(btrim(p.identifier))
       WHERE p.provider_type = $1
     ), old_row AS MATERIALIZED (
       SELECT p.* FROM cloud_parents p JOIN target t ON t.id = p.id
       WHERE ROW(p.name, p.email, p.terminated) IS DISTINCT FROM ROW(t.name, t.email, t.terminated)
       FOR NO KEY UPDATE OF p
     ), new_row AS (
       UPDATE cloud_parents p SET name = t.name, email = t.email, terminated = t.terminated,
         updated_at = now(), lock_version = p.lock_version + 1
       FROM target t JOIN old_row o ON o.id = t.id WHERE p.id = t.id RETURNING p.*
     ), written AS (${history})
     SELECT count(*)::integer AS changed,
       (count(*) FILTER (WHERE n.terminated AND NOT o.terminated))::integer AS terminated
     FROM new_row n JOIN old_row o ON o.id = n.id`,
    [providerType, actor.email, actor.name, requestId],
  );
  const { rowCount: added } = await tx.query(
    `INSERT INTO cloud_parents (terminated, provider_type, identifier, name, email, managed)
     SELECT NOT r.active, $1, btrim(r.identifier), r.name, r.email, false
     FROM inventory_read_accounts r
     WHERE r.provider_type = $1
       AND NOT EXISTS (SELECT FROM cloud_parents p WHERE lower(btrim(p.identifier)) = r.key)
     ORDER BY r.key ON CONFLICT DO NOTHING`,
    [providerType],
  );
  const { changed: all = 0, terminated = 0 } = changed[0] ?? {};
  return { added: added ?? 0, changed: all - terminated, terminated };
}
