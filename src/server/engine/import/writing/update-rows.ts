import type pg from 'pg';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { givenStamps } from '#kernel/system-fields.ts';
import { changesSql, historySql, keepsLine } from '../../writes/changes.ts';
import type { Vault } from '../../kinds/field-sql.ts';
import { storing } from '../../kinds/sql-of.ts';
import { columnFields, tableShape } from '../../schema/schema.ts';
import { literal, quoted } from '../../sql.ts';
import { approvalOf, keptWays, type Who } from '../../writes/write-statements.ts';
import type { Draft } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';
import { portions } from '../portions.ts';

/** Rows of one statement: few enough to be sent without holding up other requests. */
const BATCH = 2000;

/**
 * Changes the records of checked rows, each with its line of history and a new version.
 * @param ids those of new rows, which are there already
 */
export async function updateRows(
  tx: pg.PoolClient,
  registry: Registry,
  resource: Resource,
  drafts: readonly Draft[],
  ids: ReadonlyMap<Draft, number>,
  { vault, ...who }: Who & { vault: Vault },
): Promise<void> {
  const given = new Set<string>();
  await inTurns(drafts, ({ values, links }) => {
    for (const name of Object.keys(values)) given.add(name);
    for (const name of links.keys()) given.add(name);
  });
  const fields = columnFields(resource).flatMap(([name]) => (given.has(name) ? [name] : []));
  const stamps = givenStamps(resource, 'create').flatMap(([name]) => (given.has(name) ? [name] : []));
  if (fields.length + stamps.length === 0) return;
  const types = new Map(tableShape(registry, resource).columns.map(({ name, type }) => [name, type]));
  const typed = [
    'id integer',
    ...fields.map((name) => `${quoted(name)} ${types.get(name)}`),
    ...stamps.map((name) => `${name} timestamptz`),
  ].join(', ');
  const table = quoted(resource.name);
  const changes = changesSql(registry, resource, [...fields, ...stamps], { from: 'o', to: 'n' });
  // That a record changes now is no change of its own, where the row states no moment.
  const unstated = `CASE WHEN v.updated_at IS NULL THEN ARRAY['updated_at'] ELSE '{}'::text[] END`;
  const line = {
    action: 'update' as const,
    changes: stamps.includes('updated_at') ? `(${changes}) - ${unstated}` : changes,
    from: 'old_row o JOIN new_row n ON n.id = o.id JOIN given v ON v.id = n.id',
    row: 'n',
    by: ['$2', '$3', '$4', '$5', '$6', ['$7', '$8']] as const,
  };
  const history = keepsLine(resource)
    ? historySql(resource, line)
    : 'SELECT $2::text, $3::text, $4::text, $5::jsonb, $6::text, $7::text, $8::text FROM new_row LIMIT 0';
  // A field that a row does not change keeps what it has, whatever that is in JSON.
  const sets = fields.map(
    (name) =>
      `${quoted(name)} = CASE WHEN v.given ? ${literal(name)} THEN v.${quoted(name)} ELSE t.${quoted(name)} END`,
  );
  // The record changes now, except where the file states when it did.
  if (stamps.includes('created_at')) sets.push('created_at = coalesce(v.created_at, t.created_at)');
  sets.push(`updated_at = ${stamps.includes('updated_at') ? 'coalesce(v.updated_at, now())' : 'now()'}`);
  const update = `WITH given AS MATERIALIZED (
    SELECT element AS given, v.* FROM jsonb_array_elements($1::jsonb) AS element,
      jsonb_to_record(element) AS v(${typed})
  ), old_row AS MATERIALIZED (
    SELECT t.* FROM ${table} t JOIN given ON given.id = t.id
  ), new_row AS (
    UPDATE ${table} t SET ${sets.join(', ')}, lock_version = t.lock_version + 1
    FROM given v WHERE t.id = v.id RETURNING t.*
  ) ${history}`;
  const stored = storing(resource, vault);
  const recordOf = ({ existing, values, links }: Draft) => {
    const given = Object.entries(values).map(([name, value]) => [name, stored(name, value)] as const);
    const linked = [...links].map(([name, to]) => [name, ids.get(to) ?? to.existing?.id] as const);
    return { ...Object.fromEntries([...given, ...linked]), id: existing?.id };
  };
  for (const portion of portions(drafts, BATCH))
    await tx.query(update, [
      JSON.stringify(portion.map(recordOf)),
      who.actor.email,
      who.actor.name,
      who.requestId,
      keptWays(who),
      who.reason ?? null,
      ...approvalOf(who),
    ]);
}
