import type pg from 'pg';
import { givenStamps } from '#kernel/system-fields.ts';
import { sqlOf } from '../../kinds/sql-of.ts';
import { columnFields } from '../../schema/schema.ts';
import { quoted } from '../../sql.ts';
import type { Draft, ExistingRecord } from '../draft.ts';
import { foldTexts } from './named-records.ts';
import { portions } from '../portions.ts';
import { inTurns } from '../../in-turns.ts';
import type { ReadPart } from './read-rows.ts';

/**
 * Finds the records that rows update, by their key as the database compares it.
 * @param lock keeps others from changing them until the end
 */
export async function findExisting(
  tx: pg.PoolClient,
  { resource, key, drafts }: ReadPart,
  lock: boolean,
): Promise<void> {
  if (key === null) return;
  const byKey = new Map<string, Draft[]>();
  await inTurns(drafts, (draft) => {
    const value = draft.values[key];
    if (draft.faults.has(key) || !isKey(value)) return;
    const same = byKey.get(String(value));
    if (same) same.push(draft);
    else byKey.set(String(value), [draft]);
  });
  const columns = [...columnFields(resource), ...givenStamps(resource, 'create')].map(
    ([name, field]) => `${sqlOf(field).answer(`t.${quoted(name)}`)} AS ${quoted(name)}`,
  );
  for (const portion of portions([...byKey.keys()])) {
    const { rows } = await tx.query<{ text: string; id: number; values: ExistingRecord['values'] }>(
      `SELECT given.text, t.id, (SELECT row_to_json(v) FROM (SELECT ${columns.join(', ')}) v) AS values` +
        ' FROM json_array_elements_text($1::json) AS given(text)' +
        ` JOIN ${quoted(resource.name)} t ON look_alike(t.${quoted(key)}::text) = look_alike(given.text)${lock ? ' FOR NO KEY UPDATE OF t' : ''}`,
      [JSON.stringify(portion)],
    );
    await inTurns(rows, ({ text, id, values }) => {
      for (const draft of byKey.get(text) ?? []) {
        draft.existing = { id, values };
        // The letter case of a key that was only looked up changes nothing.
        draft.values[key] = values[key];
      }
    });
  }
}

/**
 * Makes one record of the rows that have the same key, where a file is about several models: a network is named in
 * the row of each of its projects. Rows that say different things of it are problems. Answers which rows became part of
 * which.
 */
export async function mergeRows(tx: pg.PoolClient, part: ReadPart): Promise<Map<Draft, Draft>> {
  const { key, problems } = part;
  const merged = new Map<Draft, Draft>();
  if (key === null) return merged;
  const texts = new Set<string>();
  await inTurns(part.drafts, ({ values }) => void texts.add(String(values[key])));
  const folded = await foldTexts(tx, [...texts]);
  const first = new Map<string, Draft>();
  const kept: Draft[] = [];
  await inTurns(part.drafts, (draft) => {
    const text = isKey(draft.values[key]) ? folded.get(String(draft.values[key])) : undefined;
    const known = text === undefined ? undefined : first.get(text);
    if (text !== undefined && !known) first.set(text, draft);
    if (!known) {
      kept.push(draft);
      return;
    }
    merged.set(draft, known);
    for (const name of new Set([...Object.keys(draft.values), ...draft.links.keys()])) {
      if (name === key || known.faults.has(name) || isSame(draft, known, name)) continue;
      const before = known.values[name] ?? known.links.get(name);
      if (before === undefined || before === null) take(draft, known, name);
      else if ((draft.values[name] ?? null) !== null || draft.links.has(name))
        problems.add(
          draft,
          name,
          `Row ${known.row} says something else of the same ${part.resource.label[0]}.`,
        );
    }
  });
  part.drafts = kept;
  return merged;
}

const isKey = (value: unknown) => typeof value === 'string' || typeof value === 'number';

const isSame = (one: Draft, other: Draft, name: string) =>
  one.links.get(name) === other.links.get(name) && one.values[name] === other.values[name];

function take(from: Draft, to: Draft, name: string): void {
  if (Object.hasOwn(from.values, name)) to.values[name] = from.values[name];
  const link = from.links.get(name);
  if (link) to.links.set(name, link);
}
