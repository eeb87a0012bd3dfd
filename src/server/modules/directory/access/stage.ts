import type { PoolClient } from 'pg';
import type { Database } from '#server/platform/database/database.ts';
import { demandWhole } from '#server/platform/database/unlogged.ts';
import type { AccessSource, FoundAssignment, FoundPermissionSet } from './source.ts';

/** The database and the signal of a reading. */
export interface Reading {
  db: Database;
  signal: AbortSignal;
}

/** How many rows a reading put down. */
export interface Staged {
  permissionSets: number;
  assignments: number;
}

/** Rows of one statement: small pages of a cloud are collected until there are as many. */
const PORTION = 1000;

const KEEP_SETS = `INSERT INTO ad_read_permission_sets
    (provider_type, arn, name, description, duration, relay, managed_policies, inline_policy)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::text[])
  ON CONFLICT DO NOTHING`;
const KEEP_ASSIGNMENTS = `INSERT INTO ad_read_assignments
    (provider_type, permission_set, kind, external_id, name, account)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`;

/** A permission set as a row of the first statement. */
const setRow = (set: FoundPermissionSet): unknown[] => [
  set.arn,
  set.name,
  set.description,
  set.duration,
  set.relay,
  JSON.stringify(set.managedPolicies),
  set.inlinePolicy,
];

/** An assignment as rows of the second statement, one per account. */
const assignmentRows = ({ permissionSet, principal, accounts }: FoundAssignment): unknown[][] =>
  accounts.map((account) => [permissionSet, principal.kind, principal.externalId, principal.name, account]);

/**
 * Puts all pages of a source down, in the place of what was there of its cloud. No more than a page and a portion are held
 * at a time. @throws {ProviderFailure} what the source throws
 */
export async function stage({ db, signal }: Reading, source: AccessSource): Promise<Staged> {
  const cloud = source.provider_type;
  for (const table of ['ad_read_permission_sets', 'ad_read_assignments'])
    await db.query(`DELETE FROM ${table} WHERE provider_type = $1`, [cloud]);
  const keep = async <Item>(
    pages: AsyncIterable<readonly Item[]>,
    rowsOf: (item: Item) => unknown[][],
    insert: string,
  ): Promise<number> => {
    let waiting: unknown[][] = [];
    let kept = 0;
    const put = async (rows: unknown[][]) => {
      const columns = rows[0]?.map((_, at) => rows.map((row) => row[at])) ?? [];
      const { rowCount } = await db.query(insert, [cloud, ...columns]);
      kept += rowCount ?? 0;
    };
    for await (const page of pages) {
      signal.throwIfAborted();
      waiting.push(...page.flatMap(rowsOf));
      for (; waiting.length >= PORTION; waiting = waiting.slice(PORTION))
        await put(waiting.slice(0, PORTION));
    }
    if (waiting.length > 0) await put(waiting);
    return kept;
  };
  const permissionSets = await keep(source.permissionSets(signal), (set) => [setRow(set)], KEEP_SETS);
  const assignments = await keep(source.assignments(signal), assignmentRows, KEEP_ASSIGNMENTS);
  await db.query('ANALYZE ad_read_permission_sets, ad_read_assignments');
  return { permissionSets, assignments };
}

/** Demands that all that was put down is there still. @throws {Refusal} 503 otherwise */
export async function demandStaged(
  tx: PoolClient,
  { name, provider_type: value }: AccessSource,
  { permissionSets, assignments }: Staged,
): Promise<void> {
  const of = { column: 'provider_type', value };
  await demandWhole(tx, name, { table: 'ad_read_permission_sets', rows: permissionSets, ...of });
  await demandWhole(tx, name, { table: 'ad_read_assignments', rows: assignments, ...of });
}
