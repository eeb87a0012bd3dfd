import { asReference } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import { columnFields, type CrudColumn } from '../columns.ts';

/** The fields that the cells of a pasted line are of, in their order; null for a cell that nothing is made of. */
export type PastedFields = readonly (string | null)[];

const folded = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');

/** The fields that a pasted line fills in, from the column that had the focus on. */
export function fieldsFrom(columns: readonly CrudColumn[], from: string | null): string[] {
  const first = columns.findIndex(({ id }) => id === from);
  return columnFields(columns.slice(Math.max(0, first)));
}

/** The fields of the columns from one on, of which a cell is pasted into each: also those that nobody changes. */
export const fieldsBelow = (columns: readonly CrudColumn[], from: string): PastedFields =>
  columns.slice(columns.findIndex(({ id }) => id === from)).map(({ field }) => field);

/**
 * The fields that a first line names: by the heads of columns, the labels of fields, or as a file has them. Null where a cell of it
 * is none of these, so that it is a record.
 */
export function fieldsOfHeads(
  resource: Resource,
  columns: readonly CrudColumn[],
  line: readonly string[],
): PastedFields | null {
  const known = new Map<string, string | null>();
  for (const [name, field] of Object.entries(resource.fields)) {
    const shown = asReference(field)?.as;
    for (const head of [field.label, name, shown]) if (head !== undefined) known.set(folded(head), name);
  }
  // A column is called as the table says, whatever a field of another name is called.
  for (const { header, field } of columns) known.set(folded(header), field);
  const heads = line.map(folded);
  if (heads.every((head) => head === '') || !heads.every((head) => head === '' || known.has(head)))
    return null;
  return heads.map((head) => known.get(head) ?? null);
}

/** Whether cells of these fields say which record a line is about: by one that is unique, or by some that are so together. */
export function namesRecords(resource: Resource, fields: PastedFields): boolean {
  const single = Object.entries(resource.fields).some(
    ([name, { unique }]) => unique !== undefined && fields.includes(name),
  );
  return single || (resource.unique ?? []).some((rule) => rule.fields.every((name) => fields.includes(name)));
}
