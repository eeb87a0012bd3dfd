import type pg from 'pg';
import type { Resource } from '#kernel/resource.ts';
import { uniqueRules, type UniqueRule } from '../../schema/schema.ts';
import type { Values } from '#kernel/input.ts';
import { newDraft, resulting, type Draft } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';
import { keysOf, recordsOfKeys, type Key } from '../reading/record-keys.ts';
import { portions } from '../portions.ts';
import type { Problems } from '../problems.ts';

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
    const keys = await keysOf(tx, resource, rule.fields, drafts, resulting);
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
    const keys = await keysOf(tx, resource, rule.fields, drafts, resulting);
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

/** The records that have one of the keys: their ids, by the place in `groups`. */
async function existingKeys(
  tx: pg.PoolClient,
  resource: Resource,
  { fields }: UniqueRule,
  groups: readonly { key: Key }[],
): Promise<Map<number, number[]>> {
  const existing = new Map<number, number[]>();
  let before = 0;
  for (const portion of portions(groups)) {
    const { rows } = await tx.query<{ at: number; ids: number[] }>(
      `SELECT given.at AS at, array_agg(t.id) AS ids ${recordsOfKeys(resource, fields)} GROUP BY given.at`,
      [JSON.stringify(portion.map(({ key }) => key))],
    );
    for (const { at, ids } of rows) existing.set(before + Number(at), ids);
    before += portion.length;
  }
  return existing;
}
