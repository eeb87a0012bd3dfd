import type pg from 'pg';
import type { ImportColumn } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { givenStamps } from '#kernel/system-fields.ts';
import { sqlOf } from '../../kinds/sql-of.ts';
import { columnFields } from '../../schema/schema.ts';
import { quoted } from '../../sql.ts';
import type { Draft, ExistingRecord } from '../draft.ts';
import { takeEmptyCells } from './empty-cells.ts';
import { foldTexts } from './named-records.ts';
import { portions } from '../portions.ts';
import { inTurns } from '../../in-turns.ts';
import type { ReadPart } from './read-part.ts';
import { keysOf, recordsOfKeys, type Key } from './record-keys.ts';

/**
 * Finds the records that rows update, by their key as the database compares it. A row that finds several is a problem.
 * @param lock keeps others from changing them until the end
 */
export async function findExisting(tx: pg.PoolClient, part: ReadPart, lock: boolean): Promise<void> {
  const { resource, key, columns: taken, drafts, problems } = part;
  if (key === null) return;
  const byKey = new Map<string, { key: Key; drafts: Draft[] }>();
  const keys = await keysOf(tx, resource, key, drafts, ({ values }, name) => values[name]);
  await inTurns(keys, ([draft, values]) => {
    const text = JSON.stringify(values);
    const same = byKey.get(text);
    if (same) same.drafts.push(draft);
    else byKey.set(text, { key: values, drafts: [draft] });
  });
  const columns = [...columnFields(resource), ...givenStamps(resource, 'create')].map(
    ([name, field]) => `${sqlOf(field).answer(`t.${quoted(name)}`)} AS ${quoted(name)}`,
  );
  const lacking = taken.filter(({ name, field }) => field.inUnique === true && !key.includes(name));
  for (const portion of portions([...byKey.values()])) {
    const { rows } = await tx.query<ExistingRecord & { at: number }>(
      `SELECT given.at::integer AS at, t.id, (SELECT row_to_json(v) FROM (SELECT ${columns.join(', ')}) v) AS values ` +
        `${recordsOfKeys(resource, key)}${lock ? ' FOR NO KEY UPDATE OF t' : ''}`,
      [JSON.stringify(portion.map((one) => one.key))],
    );
    const found = Map.groupBy(rows, ({ at }) => at);
    await inTurns(found, ([at, records]) => {
      const [record] = records;
      for (const draft of portion[at]?.drafts ?? []) {
        if (record && records.length === 1) {
          update(draft, record, key);
          takeEmptyCells(part, draft, record);
        } else {
          draft.isUnnamed = true;
          const message = several(resource, draft, key, records.length);
          problems.add(draft, key[0] ?? resource.title, message, toAdd(lacking));
        }
      }
    });
  }
}

/** Has a row update a record. */
function update(draft: Draft, { id, values }: ExistingRecord, key: readonly string[]): void {
  draft.existing = { id, values };
  // The letter case of a key that was only looked up changes nothing.
  for (const name of key) draft.values[name] = values[name];
}

const several = ({ noun }: Resource, { values }: Draft, key: readonly string[], count: number) =>
  `'${key.map((name) => values[name] ?? '').join(', ')}' stands for ${count} ${noun[1]}, so it is not clear which one is meant.`;

/** What a file needs so that each of its rows finds one record. */
const toAdd = (lacking: readonly ImportColumn[]) =>
  lacking.length === 0 ? undefined : `Add ${lacking.map(({ header }) => header).join(' and ')} as columns.`;

/**
 * Makes one record of the rows that have the same key, where a file is about several models: a network is named in
 * the row of each of its projects. Rows that say different things of it are problems. Answers which rows became part of
 * which.
 */
export async function mergeRows(tx: pg.PoolClient, part: ReadPart): Promise<Map<Draft, Draft>> {
  const { key, problems } = part;
  const merged = new Map<Draft, Draft>();
  // Where a file is about several models, each is found by one field.
  const [keyName] = key ?? [];
  if (keyName === undefined) return merged;
  const texts = new Set<string>();
  await inTurns(part.drafts, ({ values }) => void texts.add(String(values[keyName])));
  const folded = await foldTexts(tx, [...texts]);
  const first = new Map<string, Draft>();
  const kept: Draft[] = [];
  await inTurns(part.drafts, (draft) => {
    const own = draft.values[keyName];
    const text = isKey(own) ? folded.get(String(own)) : undefined;
    const known = text === undefined ? undefined : first.get(text);
    if (text !== undefined && !known) first.set(text, draft);
    if (!known) {
      kept.push(draft);
      return;
    }
    merged.set(draft, known);
    for (const name of new Set([...Object.keys(draft.values), ...draft.links.keys()])) {
      if (name === keyName || known.faults.has(name) || isSame(draft, known, name)) continue;
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
