import type pg from 'pg';
import type { Emptied } from '#kernel/csv/csv-import.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import { sameInField } from '#kernel/former-values.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { inTurns } from '../in-turns.ts';
import type { Draft } from './draft.ts';
import { shownIn } from './preview.ts';
import { MOST_LISTED } from './problems.ts';
import type { ReadPart } from './reading/read-part.ts';

/** The values of records for which their rows have an empty cell, whichever way that is taken: those that stay, or that go. */
export async function emptiedOf(
  tx: pg.PoolClient,
  registry: Registry,
  { resource, columns, key, drafts }: ReadPart,
): Promise<Emptied> {
  // Where nothing tells records apart, none is changed.
  if (key === null) return { values: [], total: 0 };
  const first: { draft: Draft; name: string }[] = [];
  let total = 0;
  await inTurns(drafts, (draft) => {
    if (!draft.existing) return;
    for (const name of draft.emptied) {
      if (isGivenElsewhere(resource, draft, name)) continue;
      total += 1;
      if (first.length < MOST_LISTED) first.push({ draft, name });
    }
  });
  const own = columns.filter(({ narrows }) => narrows === null);
  const show = await shownIn(tx, registry, own, [...new Set(first.map(({ draft }) => draft))]);
  const values = first.flatMap(({ draft, name }) => {
    const column = own.find((one) => one.name === name);
    if (!column) return [];
    const value = show(column, draft.existing?.values[name]);
    return [{ row: draft.row, record: calledBy(resource, key, draft), property: column.property, value }];
  });
  return { values, total };
}

/** Of two columns of a reference the other one may have said it, once what it names was looked up. */
function isGivenElsewhere({ fields }: Resource, { values, links }: Draft, name: string): boolean {
  const field = fields[name];
  return links.has(name) || (field !== undefined && !sameInField(field, values[name], null));
}

/** What tells a record apart in its own words: a number of another record says nothing to people. */
function calledBy({ fields, title }: Resource, key: readonly string[], { existing }: Draft): string {
  const words = key.flatMap((name) => (asReference(fields[name]) ? [] : [existing?.values[name] ?? '']));
  return (words.length > 0 ? words : [existing?.values[title] ?? '']).join(', ');
}
