import type { PoolClient } from 'pg';
import type { Registry } from '#kernel/registry.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { changesSql, historySql } from '#server/engine/writes/changes.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';

/** How many records a reading has changed. */
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

/** A reading of a cloud's accounts. */
export interface AccountReading {
  providerType: string;
  /** The database's clock before its first page. */
  since: Date;
}

/** Clouds list a new account late: so long before a reading, one that was added here may be missing in it. */
const LATEST_LISTED = "interval '1 hour'";

/** Whether the reading covers an account: the account is in it, or is older than it. */
const isCovered = (since: string) =>
  `(r.key IS NOT NULL OR p.created_at < ${since}::timestamptz - ${LATEST_LISTED})`;

/** Puts right what a reading says of accounts that the desk has frozen or closed, before anything is made of it. */
export async function settleLives(tx: PoolClient, { providerType, since }: AccountReading): Promise<void> {
  await tx.query('SELECT settle_account_lives($1, $2)', [providerType, since]);
}

export async function countGoneAccounts(
  tx: PoolClient,
  { providerType, since }: AccountReading,
): Promise<Gone> {
  const { rows } = await tx.query<Gone>(
    `SELECT count(*)::integer AS active, (count(*) FILTER (WHERE r.active IS NOT TRUE))::integer AS gone
     FROM cloud_parents p LEFT JOIN inventory_read_accounts r
       ON r.provider_type = $1 AND r.key = lower(btrim(p.identifier))
     WHERE p.provider_type = $1 AND NOT p.terminated AND ${isCovered('$2')}`,
    [providerType, since],
  );
  return rows[0] ?? { active: 0, gone: 0 };
}

/**
 * Brings the accounts of a cloud to what a complete reading returned: its name, its address, and whether it is in use, each
 * change with its line of history. Fields that people here edit (owner, cost center, department) stay. One of which nobody had
 * said where it belongs belongs where it lies. An
 * account that the portal did not know is added as unmanaged; one that was added here after the reading began, or shortly
 * before, and is not in it is left to the next one. Somebody may change an account between the moment from which
 * the statement sees everything and its lock: what the cloud does not return stays as the locked record has it, and one that
 * has another identifier by then is left to the next reading.
 */
export async function applyAccounts(
  tx: PoolClient,
  registry: Registry,
  { providerType, since }: AccountReading,
  { actor, requestId }: Who,
): Promise<Applied> {
  const fields = ['name', 'email', 'terminated', 'place'];
  const history = historySql(cloudParents, {
    action: 'update',
    changes: changesSql(registry, cloudParents, fields, { from: 'o', to: 'n' }),
    from: 'old_row o JOIN new_row n ON n.id = o.id',
    row: 'n',
    by: ['$2', '$3', '$4', 'NULL'],
  });
  const { rows: changed } = await tx.query<{ changed: number; terminated: number }>(
    `WITH target AS MATERIALIZED (
       SELECT p.id, lower(btrim(p.identifier)) AS key, r.name, r.email, r.active IS NOT TRUE AS terminated,
         s.place
       FROM cloud_parents p LEFT JOIN inventory_read_accounts r
         ON r.provider_type = $1 AND r.key = lower(btrim(p.identifier))
         LEFT JOIN account_details s ON s.provider_type = $1 AND s.key = r.key AND r.active AND s.frozen IS NOT TRUE
       WHERE p.provider_type = $1 AND ${isCovered('$5')}
     ), old_row AS MATERIALIZED (
       SELECT p.* FROM cloud_parents p JOIN target t ON t.id = p.id
       WHERE p.provider_type = $1 AND lower(btrim(p.identifier)) IS NOT DISTINCT FROM t.key
         AND ROW(p.name, p.email, p.terminated, p.place) IS DISTINCT FROM
           ROW(coalesce(t.name, p.name), coalesce(t.email, p.email), t.terminated, coalesce(p.place, t.place))
       FOR NO KEY UPDATE OF p
     ), new_row AS (
       UPDATE cloud_parents p SET name = coalesce(t.name, o.name), email = coalesce(t.email, o.email),
         terminated = t.terminated, place = coalesce(o.place, t.place), updated_at = now(), lock_version = o.lock_version + 1
       FROM target t JOIN old_row o ON o.id = t.id WHERE p.id = t.id RETURNING p.*
     ), written AS (${history})
     SELECT (count(*) FILTER (WHERE ROW(n.name, n.email, n.terminated) IS DISTINCT FROM ROW(o.name, o.email, o.terminated)))::integer
         AS changed,
       (count(*) FILTER (WHERE n.terminated AND NOT o.terminated))::integer AS terminated
     FROM new_row n JOIN old_row o ON o.id = n.id`,
    [providerType, actor.email, actor.name, requestId, since],
  );
  const { rowCount: added } = await tx.query(
    `INSERT INTO cloud_parents (terminated, provider_type, identifier, name, email, managed, place)
     SELECT NOT r.active, $1, btrim(r.identifier), r.name, r.email, false, s.place
     FROM inventory_read_accounts r
       LEFT JOIN account_details s ON s.provider_type = $1 AND s.key = r.key AND s.frozen IS NOT TRUE
     WHERE r.provider_type = $1
       AND NOT EXISTS (SELECT FROM cloud_parents p WHERE lower(btrim(p.identifier)) = r.key)
     ORDER BY r.key ON CONFLICT DO NOTHING`,
    [providerType],
  );
  const { changed: all = 0, terminated = 0 } = changed[0] ?? {};
  return { added: added ?? 0, changed: all - terminated, terminated };
}
