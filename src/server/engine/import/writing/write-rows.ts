import type pg from 'pg';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { changesSql, historySql, linesOfMany } from '../../writes/changes.ts';
import type { Vault } from '../../kinds/field-sql.ts';
import { storing } from '../../kinds/sql-of.ts';
import { columnFields, tableShape } from '../../schema/schema.ts';
import { quoted } from '../../sql.ts';
import { approvalOf, keptWays, type Who } from '../../writes/write-statements.ts';
import type { Draft } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';
import { insertionOrder } from './insertion-order.ts';
import { MOST_ITEMS, portions } from '../portions.ts';

/** Rows of one statement: few enough to be sent without holding up other requests. */
const BATCH = 2000;

export interface WriteOptions {
  who: Who;
  action: 'create' | 'import';
  vault: Vault;
  /** The moment from which a row is known; that of the transaction by default. */
  createdAt?: (draft: Draft) => Date;
  onProgress?: (done: number) => void;
}

/**
 * Inserts checked rows, each with its line of history, in the order of the file: a later row has a greater
 * id. References between the rows may go in any direction.
 * @param idOf gets the ids of the rows; has those of rows of other models, which are there already
 */
export async function writeRows(
  tx: pg.PoolClient,
  registry: Registry,
  resource: Resource,
  drafts: readonly Draft[],
  idOf: Map<Draft, number>,
  { who, action, vault, createdAt, onProgress }: WriteOptions,
): Promise<void> {
  if (drafts.length === 0) return;
  const table = quoted(resource.name);
  const ids = await nextIds(tx, resource, drafts.length);
  const own = new Set<Draft>();
  await inTurns(drafts, (draft, at) => {
    own.add(draft);
    idOf.set(draft, ids[at] ?? 0);
  });
  const { order, late } = await insertionOrder(drafts, own);
  const types = new Map(tableShape(registry, resource).columns.map(({ name, type }) => [name, type]));
  const fields = columnFields(resource).map(([name]) => name);
  const columns = fields.map(quoted).join(', ');
  const typed = fields.map((name) => `${quoted(name)} ${types.get(name)}`).join(', ');
  const insert =
    `INSERT INTO ${table} (id, created_at, updated_at, ${columns}) OVERRIDING SYSTEM VALUE` +
    ` SELECT id, coalesce(created_at, at, now()), coalesce(updated_at, at, now()), ${columns}` +
    ' FROM jsonb_to_recordset($1::jsonb)' +
    ` AS v(id integer, at timestamptz, created_at timestamptz, updated_at timestamptz, ${typed})`;

  const stored = storing(resource, vault);
  const isLate = new Set(late.map(({ draft, name }) => `${idOf.get(draft)}.${name}`));
  const recordOf = (draft: Draft) => {
    const id = idOf.get(draft);
    const links = [...draft.links]
      .filter(([name]) => !isLate.has(`${id}.${name}`))
      .map(([name, to]) => [name, idOf.get(to)] as const);
    const values = Object.entries(draft.values).map(([name, value]) => [name, stored(name, value)] as const);
    return { ...Object.fromEntries([...values, ...links]), id, at: createdAt?.(draft).toISOString() };
  };
  // Writing the rows is half of the work, writing their history the other half.
  let done = 0;
  for (const batch of portions(order, BATCH)) {
    await tx.query(insert, [JSON.stringify(batch.map(recordOf))]);
    done += batch.length;
    onProgress?.(Math.floor(done / 2));
  }
  for (const { draft, name } of late) {
    const to = draft.links.get(name);
    await tx.query(`UPDATE ${table} SET ${quoted(name)} = $2 WHERE id = $1`, [
      idOf.get(draft),
      to && idOf.get(to),
    ]);
  }
  const lines = linesOfMany(resource, { action, isMachine: who.isMachine === true });
  if (lines === 'none') return;
  const history = historySql(resource, {
    action,
    changes:
      lines === 'bare' ? `'{}'::jsonb` : changesSql(registry, resource, fields, { from: null, to: 'n' }),
    from: `${table} n WHERE n.id = ANY($8::int[]) ORDER BY n.id`,
    row: 'n',
    at: 'n.created_at',
    by: ['$1', '$2', '$3', '$4', '$5', ['$6', '$7']],
  });
  const { actor, requestId, reason = null } = who;
  const by = [actor.email, actor.name, requestId, keptWays(who), reason, ...approvalOf(who)];
  for (const batch of portions(ids, BATCH)) {
    await tx.query(history, [...by, batch]);
    done += batch.length;
    onProgress?.(Math.floor(done / 2));
  }
}

/** Takes ids ahead, by which rows can refer to each other before they are there; a later one is greater. */
async function nextIds(tx: pg.PoolClient, resource: Resource, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += MOST_ITEMS) {
    // As one list: a hundred thousand rows that arrive at once are read in one turn.
    const { rows } = await tx.query<{ ids: number[] }>(
      `SELECT json_agg(id ORDER BY id) AS ids
         FROM (SELECT nextval(pg_get_serial_sequence($1, 'id'))::int AS id FROM generate_series(1, $2)) taken`,
      [quoted(resource.name), Math.min(count - at, MOST_ITEMS)],
    );
    for (const id of rows[0]?.ids ?? []) ids.push(id);
  }
  return ids;
}
