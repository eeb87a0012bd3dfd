import type pg from 'pg';
import type { FileReading, ImportSummary, ImportTotal, UnknownNames } from '#kernel/csv/csv-import.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { asMention, asMoney, kindOf } from '#kernel/fields/kinds.ts';
import type { KnownNames, Resource } from '#kernel/resource.ts';
import { inTurns } from '../in-turns.ts';
import { literal, quoted } from '../sql.ts';
import { outcomeOf, type Draft } from './draft.ts';
import { portions } from './portions.ts';
import type { ImportPart } from './part.ts';
import { shortened } from './problems.ts';
import type { ReadFile } from './reading/read-rows.ts';

/** Totals of one file that are shown; what has more was not kept apart by what its declaration names. */
const MOST_TOTALS = 200;
/** Names that are listed; the others are counted. */
const MOST_NAMED = 20;
const LONGEST_NAME = 100;

/** How the headings of a file were understood, and what its new rows come to. */
export async function readingOf(
  tx: pg.PoolClient,
  { parts, headings, problems }: ReadFile,
): Promise<FileReading> {
  const columns = new Map(
    parts.flatMap((part) =>
      part.columns.map(({ header, label, name: field }) => [header, { header, label, field }] as const),
    ),
  );
  const [part] = parts;
  return {
    headings,
    columns: [...columns.values()],
    summary: problems.broken || !part ? null : await summaryOf(tx, part),
  };
}

/** What the new rows of a file come to: the sums of their amounts, and names that no record has. */
async function summaryOf(
  tx: pg.PoolClient,
  { resource, drafts }: Pick<ImportPart, 'resource'> & { drafts: readonly Draft[] },
): Promise<ImportSummary> {
  const added = drafts.filter((draft) => draft.faults.size === 0 && outcomeOf(draft) === 'create');
  const unknown: UnknownNames[] = [];
  for (const [field, places] of namesOf(resource)) {
    const names = await unknownNames(tx, places, added, field);
    if (names) unknown.push({ field, label: resource.fields[field]?.label ?? field, ...names });
  }
  return { by: [...(resource.csv?.sums?.by ?? [])], totals: await totalsOf(resource, added), unknown };
}

async function totalsOf(resource: Resource, added: readonly Draft[]): Promise<ImportTotal[]> {
  const { amount = '', by = [] } = resource.csv?.sums ?? {};
  const money = asMoney(resource.fields[amount]);
  if (!money) return [];
  const parts = by.map((name) => {
    const field = resource.fields[name];
    // Of a day its month.
    return { name, length: field && kindOf(field).filters.includes('day') ? 'YYYY-MM'.length : undefined };
  });
  const groups = new Map<string, { currency: string; of: (string | null)[]; amounts: string[] }>();
  await inTurns(added, ({ values }) => {
    const currency = String(values[money.currency] ?? '');
    const of = parts.map(({ name, length }) => {
      const value = values[name] ?? null;
      return value === null ? null : String(value).slice(0, length);
    });
    const key = JSON.stringify([currency, ...of]);
    const group = groups.get(key) ?? { currency, of, amounts: [] };
    group.amounts.push(String(values[amount] ?? '0'));
    groups.set(key, group);
  });
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, MOST_TOTALS)
    .map(([, { currency, of, amounts }]) => ({
      currency,
      of,
      amount: sumOfDecimals(amounts),
      rows: amounts.length,
    }));
}

/** Where the names in the fields of a model are looked up. */
function namesOf(resource: Resource): [field: string, places: readonly KnownNames[]][] {
  const mentions = Object.entries(resource.fields).flatMap(([name, field]) => {
    const mention = asMention(field);
    return mention ? [[name, [{ model: mention.target, field: mention.by }]] as const] : [];
  });
  const declared = Object.entries(resource.csv?.names ?? {});
  return [...mentions, ...declared].map(([name, places]) => [name, places]);
}

/** The names that rows have in a field and no record has; null where there are none. */
async function unknownNames(
  tx: pg.PoolClient,
  places: readonly KnownNames[],
  added: readonly Draft[],
  field: string,
): Promise<Pick<UnknownNames, 'names' | 'total' | 'rows'> | null> {
  const rowsOf = new Map<string, number>();
  await inTurns(added, ({ values }) => {
    const value = values[field];
    if (typeof value === 'string') rowsOf.set(value, (rowsOf.get(value) ?? 0) + 1);
  });
  const unknown: string[] = [];
  const isKnown = places.map(
    ({ model, field: name, before }) =>
      `EXISTS (SELECT FROM ${quoted(model)} t WHERE look_alike(t.${quoted(name)}) = look_alike(${
        before === undefined ? 'given.name' : `split_part(given.name, ${literal(before)}, 1)`
      }))`,
  );
  for (const portion of portions([...rowsOf.keys()])) {
    const { rows } = await tx.query<{ name: string }>(
      `SELECT name FROM json_array_elements_text($1::json) WITH ORDINALITY AS given(name, at)
       WHERE NOT (${isKnown.join(' OR ')}) ORDER BY at`,
      [JSON.stringify(portion)],
    );
    for (const { name } of rows) unknown.push(name);
  }
  if (unknown.length === 0) return null;
  return {
    names: unknown.slice(0, MOST_NAMED).map((name) => shortened(name, LONGEST_NAME)),
    total: unknown.length,
    rows: unknown.reduce((sum, name) => sum + (rowsOf.get(name) ?? 0), 0),
  };
}
