import type { QueryClient } from '@tanstack/react-query';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordFormState } from '../../editing/model-form-state.ts';
import { nameReference } from '../../inputs/references/name-reference.ts';
import type { PastedFields } from './pasted-fields.ts';

/**
 * Puts the cells of a pasted line into a form, as if a person had typed them: what is no value stays as it is and is
 * marked, and a name becomes the record that it names. An empty cell leaves the value.
 */
export async function fillFormState(
  queries: QueryClient,
  resource: Resource,
  formState: RecordFormState,
  fields: PastedFields,
  cells: readonly string[],
): Promise<void> {
  const named: Promise<void>[] = [];
  for (const [at, name] of fields.entries()) {
    const field = name === null ? undefined : resource.fields[name];
    const cell = cells[at] ?? '';
    if (!name || !field || cell === '') continue;
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
