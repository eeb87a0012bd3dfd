import type pg from 'pg';
import type { Resource } from '#kernel/resource.ts';
import { sqlOf } from '../../kinds/sql-of.ts';
import { uniqueRules, type UniqueRule } from '../../schema/schema.ts';
import { quoted } from '../../sql.ts';
import type { Values } from '#kernel/input.ts';
import { newDraft, resulting, type Draft } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';
import { foldTexts } from '../reading/named-records.ts';
import { portions } from '../portions.ts';
import type { Problems } from '../problems.ts';

type Key = readonly (string | null)[];

/** How the database compares a field where it is unique: what looks the same is the same. */
const compared = (resource: Resource, name: string, column: string): string => {
  const field = resource.fields[name];
  if (!field) return column;
  const { alike, unique } = sqlOf(field);
  return (alike ?? unique)(column);
};

/** Whether values are compared as texts, without regard to case. */
const isFolded = (resource: Resource, name: string) => compared(resource, name, 'x') !== 'x';

/**
 * Finds rows that are alike where the model promises uniqueness: among each other, and with the records that
 * exist. Every row of a set of twins is named, each with the row or record that it repeats.
 */
export async function findDuplicates(
  tx: pg.PoolClient,
  resource: Resource,
  drafts: readonly Draft[],
  problems: Problems,
): Promise<void> {
  for (const rule of uniqueRules(resource)) {
    const keys = await keysOf(tx, resource, rule, drafts);
    const groups = new Map<string, { key: Key; drafts: Draft[] }>();
    await inTurns(keys, ([draft, key]) => {
      const text = JSON.stringify(key);
      const group = groups.get(text);
      if (group) group.drafts.push(draft);
      else groups.set(text, { key, drafts: [draft] });
    });
    const kept = [...groups.values()];
    const existing = await existingKeys(tx, resource, rule, kept);
    const every = function* () {
      for (const [at, { drafts: twins }] of kept.entries())
        for (const twin of twins) yield { twin, twins, ids: existing.get(at) ?? [] };
    };
    await inTurns(every(), ({ twin, twins, ids }) => {
      if (ids.some((id) => id !== twin.existing?.id))
        report(twin, rule, `${shown(twin, rule)} exists already.`);
      else if (twins.length > 1) report(twin, rule, otherRow(twin, twins, rule));
    });
  }

  function report(draft: Draft, rule: UniqueRule, detail: string): void {
    problems.add(draft, rule.fields[0] ?? resource.title, rule.message, detail);
  }
}

/**
 * The records that values name by all that is unique in them, by one field or by several that are so together; each with the
 * fields by which.
 */
export async function recordsNamed(
  tx: pg.PoolClient,
  resource: Resource,
  given: readonly Values[],
): Promise<ReadonlyMap<number, readonly string[]>[]> {
  const found = given.map(() => new Map<number, readonly string[]>());
  for (const rule of uniqueRules(resource)) {
    const drafts = given.flatMap((values, at) =>
      rule.fields.every((name) => Object.hasOwn(values, name)) ? [{ ...newDraft(at), values }] : [],
    );
    const keys = await keysOf(tx, resource, rule, drafts);
    const existing = await existingKeys(
      tx,
      resource,
      rule,
      keys.map(([, key]) => ({ key })),
    );
    for (const [at, [{ row }]] of keys.entries())
      for (const id of existing.get(at) ?? [])
        found[row]?.set(id, [...(found[row].get(id) ?? []), ...rule.fields]);
  }
  return found;
}

const shown = (draft: Draft, rule: UniqueRule) =>
  `'${rule.fields.map((name) => resulting(draft, name) ?? '').join(', ')}'`;

function otherRow(draft: Draft, twins: readonly Draft[], rule: UniqueRule): string {
  const other = twins.find((twin) => twin !== draft);
  return `${shown(draft, rule)} is in row ${other?.row}, too.`;
}

/** The values under a rule as its index compares them; rows that lack the only value, or have a wrong one, are no twins. */
async function keysOf(
  tx: pg.PoolClient,
  resource: Resource,
  { fields }: UniqueRule,
  drafts: readonly Draft[],
): Promise<[Draft, Key][]> {
  const folding = fields.filter((name) => isFolded(resource, name));
  const texts = new Set<string>();
  const sound: Draft[] = [];
  await inTurns(drafts, (draft) => {
    if (fields.some((name) => draft.faults.has(name))) return;
    sound.push(draft);
    for (const name of folding) texts.add(String(resulting(draft, name) ?? ''));
  });
  const folded = await foldTexts(tx, [...texts]);
  const found: [Draft, Key][] = [];
  await inTurns(sound, (draft) => {
    const key = fields.map((name) => {
      const value = resulting(draft, name);
      if (value === null || value === undefined) return null;
      return folding.includes(name) ? (folded.get(String(value)) ?? null) : String(value);
    });
    if (fields.length > 1 || key[0] !== null) found.push([draft, key]);
  });
  return found;
}

/** The records that have one of the keys: their ids, by the place in `groups`. */
async function existingKeys(
  tx: pg.PoolClient,
  resource: Resource,
  { fields }: UniqueRule,
  groups: readonly { key: Key }[],
): Promise<Map<number, number[]>> {
  const names = fields.map((_, at) => `k${at}`);
  // Written so that PostgreSQL can hash it: IS NOT DISTINCT FROM would compare every row with every record.
  const same = fields.map((name, at) => {
    const column = `t.${quoted(name)}`;
    const value = `${compared(resource, name, column)}::text`;
    return fields.length === 1
      ? `${value} = k${at}`
      : `coalesce(${value}, '') = coalesce(k${at}, '') AND (${column} IS NULL) = (k${at} IS NULL)`;
  });
  const given = names.map((name, at) => `element ->> ${at} AS ${name}`);
  const existing = new Map<number, number[]>();
  let before = 0;
  for (const portion of portions(groups)) {
    const { rows } = await tx.query<{ at: number; ids: number[] }>(
      `SELECT given.at AS at, array_agg(t.id) AS ids FROM (SELECT place - 1 AS at, ${given.join(', ')}` +
        ' FROM json_array_elements($1::json) WITH ORDINALITY AS list(element, place)) given' +
        ` JOIN ${quoted(resource.name)} t ON ${same.join(' AND ')} GROUP BY given.at`,
      [JSON.stringify(portion.map(({ key }) => key))],
    );
    for (const { at, ids } of rows) existing.set(before + Number(at), ids);
    before += portion.length;
  }
  return existing;
}
