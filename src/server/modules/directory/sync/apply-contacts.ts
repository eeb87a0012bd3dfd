import type { PoolClient } from 'pg';
import type { Registry } from '#kernel/registry.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { changesSql, historySql } from '#server/engine/writes/changes.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';

/** How many cloud contacts were changed. */
export interface ContactsApplied {
  terminated: number;
  returned: number;
}

/**
 * Cloud contacts whose person is disabled or gone are terminated, each with its line of history; those who are back are so
 * no more, where it was this that had said it. A contact that people changed after the person left stays as it is.
 */
export async function applyContacts(
  tx: PoolClient,
  registry: Registry,
  { actor, requestId }: Who,
): Promise<ContactsApplied> {
  const history = historySql(cloudContacts, {
    action: 'update',
    changes: changesSql(registry, cloudContacts, ['terminated'], { from: 'o', to: 'n' }),
    from: 'old_row o JOIN new_row n ON n.id = o.id',
    row: 'n',
    by: ['$1', '$2', '$3', 'NULL'],
  });
  const { rows } = await tx.query<ContactsApplied>(
    `WITH named AS (
       SELECT DISTINCT m.key, p.id, p.enabled AND NOT p.gone AS works, p.left_at
       FROM ad_people p CROSS JOIN LATERAL (VALUES (lower(btrim(p.email))), (lower(btrim(p.user_principal_name)))) m (key)
       WHERE m.key <> ''
     ), outdated AS MATERIALIZED (
       SELECT c.id, bool_or(n.works) AS works, max(n.left_at) AS left_at
       FROM cloud_contacts c JOIN named n ON n.key = lower(btrim(c.email))
       GROUP BY c.id, c.terminated HAVING bool_or(n.works) = c.terminated
     ), old_row AS MATERIALIZED (
       SELECT c.* FROM cloud_contacts c JOIN outdated s ON s.id = c.id LEFT JOIN LATERAL (
         SELECT h.by_email, h.at FROM record_history h
         WHERE h.resource = 'cloud_contacts' AND h.record_id = c.id AND h.changes ? 'terminated' AND h.action <> 'create'
         ORDER BY h.id DESC LIMIT 1) said ON true
       -- Whoever changed it while this waited has said so since: it is compared again with what is locked.
       WHERE c.terminated = s.works AND CASE WHEN s.works THEN coalesce(said.by_email = $1, false)
         ELSE coalesce(said.by_email = $1 OR said.at < s.left_at, true) END
       FOR NO KEY UPDATE OF c
     ), new_row AS (
       UPDATE cloud_contacts c SET terminated = NOT c.terminated, updated_at = now(), lock_version = c.lock_version + 1
       FROM old_row o WHERE o.id = c.id RETURNING c.*
     ), written AS (${history})
     SELECT (count(*) FILTER (WHERE terminated))::integer AS terminated,
       (count(*) FILTER (WHERE NOT terminated))::integer AS returned FROM new_row`,
    [actor.email, actor.name, requestId],
  );
  return rows[0] ?? { terminated: 0, returned: 0 };
}
