import type { QueryClient } from '@tanstack/react-query';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordFormState } from '../../editing/model-form-state.ts';
import { nameReference } from '../../inputs/references/name-reference.ts';
import { columnFields, type CrudColumn } from '../columns.ts';

/** The fields that a pasted line fills in, from the column that had the focus on. */
export function pastedFields(columns: readonly CrudColumn[], from: string | null): string[] {
  const first = columns.findIndex(({ id }) => id === from);
  return columnFields(columns.slice(Math.max(0, first)));
}

/** Leaves out a first line that repeats the heads of the columns. */
export function withoutHeads(resource: Resource, fields: readonly string[], lines: string[][]): string[][] {
  const [first = [], ...others] = lines;
  const isHead = first.every((cell, at) => {
    const field = resource.fields[fields[at] ?? ''];
    return field !== undefined && cell.toLowerCase() === field.label.toLowerCase();
  });
  return isHead && others.length > 0 ? others : lines;
}

/**
 * Puts the cells of a pasted line into a form, as if a person had typed them: what is no value stays as it is and is
 * marked, and a name becomes the record that it names. An empty cell leaves the value.
 */
export async function fillFormState(
  queries: QueryClient,
  resource: Resource,
  formState: RecordFormState,
  fields: readonly string[],
  cells: readonly string[],
): Promise<void> {
  const named: Promise<void>[] = [];
  for (const [at, name] of fields.entries()) {
    const field = resource.fields[name];
    const cell = cells[at] ?? '';
    if (!field || cell === '') continue;
    const read = kindOf(field).parseCell(field, cell);
    formState.set(name, 'value' in read ? read.value : cell);
    const reference = asReference(field);
    if (reference) named.push(lookUp(queries, formState, name, reference, cell));
  }
  await Promise.all(named);
}

/** Looks up again the names in a form that was kept before they could be looked up. */
export async function nameAgain(
  queries: QueryClient,
  resource: Resource,
  formState: RecordFormState,
): Promise<void> {
  await Promise.all(
    Object.entries(formState.values()).map(async ([name, value]) => {
      const reference = asReference(resource.fields[name]);
      if (reference && typeof value === 'string' && value !== '')
        await lookUp(queries, formState, name, reference, value);
    }),
  );
}

async function lookUp(
  queries: QueryClient,
  formState: RecordFormState,
  name: string,
  reference: RefField,
  cell: string,
): Promise<void> {
  const found = await nameReference(queries, reference, cell, 'create');
  // Somebody may have chosen another one meanwhile.
  if ('id' in found && formState.get(name) === cell) formState.set(name, found.id);
}
