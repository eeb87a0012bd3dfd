import type pg from 'pg';
import type { Resource } from '#kernel/resource.ts';
import { inTurns } from '../../in-turns.ts';
import { sqlOf } from '../../kinds/sql-of.ts';
import { quoted } from '../../sql.ts';
import type { Draft } from '../draft.ts';
import { foldTexts } from './named-records.ts';

/** The values of the fields that identify a record, as the database compares them. */
export type Key = readonly (string | null)[];

/** How the database compares a field where it is unique: what looks the same is the same. */
const compared = (resource: Resource, name: string, column: string): string => {
  const field = resource.fields[name];
  if (!field) return column;
  const { alike, unique } = sqlOf(field);
  return (alike ?? unique)(column);
};

/** Whether values are compared as texts, without regard to case. */
const isFolded = (resource: Resource, name: string) => compared(resource, name, 'x') !== 'x';

/** The keys of rows as an index compares them; rows that lack the only value, or have a wrong one, have none. */
export async function keysOf(
  tx: pg.PoolClient,
  resource: Resource,
  fields: readonly string[],
  drafts: readonly Draft[],
  valueOf: (draft: Draft, name: string) => unknown,
): Promise<[Draft, Key][]> {
  const folding = fields.filter((name) => isFolded(resource, name));
  const texts = new Set<string>();
  const sound: Draft[] = [];
  await inTurns(drafts, (draft) => {
    if (fields.some((name) => draft.faults.has(name))) return;
    sound.push(draft);
    for (const name of folding) texts.add(String(valueOf(draft, name) ?? ''));
  });
  const folded = await foldTexts(tx, [...texts]);
  const found: [Draft, Key][] = [];
  await inTurns(sound, (draft) => {
    const key = fields.map((name) => {
      const value = valueOf(draft, name);
      if (value === null || value === undefined) return null;
      return folding.includes(name) ? (folded.get(String(value)) ?? null) : String(value);
    });
    if (fields.length > 1 || key[0] !== null) found.push([draft, key]);
  });
  return found;
}

/**
 * The end of a statement that joins the records `t` of keys to these, which are its parameter $1 as JSON: `given.at` is the
 * place of a key among them.
 */
export function recordsOfKeys(resource: Resource, fields: readonly string[]): string {
  const given = fields.map((_, at) => `element ->> ${at} AS k${at}`);
  // Written so that PostgreSQL can hash it: IS NOT DISTINCT FROM would compare every row with every record.
  const same = fields.map((name, at) => {
    const column = `t.${quoted(name)}`;
    const value = `${compared(resource, name, column)}::text`;
    return fields.length === 1
      ? `${value} = k${at}`
      : `coalesce(${value}, '') = coalesce(k${at}, '') AND (${column} IS NULL) = (k${at} IS NULL)`;
  });
  return (
    `FROM (SELECT place - 1 AS at, ${given.join(', ')}` +
    ' FROM json_array_elements($1::json) WITH ORDINALITY AS list(element, place)) given' +
    ` JOIN ${quoted(resource.name)} t ON ${same.join(' AND ')}`
  );
}
