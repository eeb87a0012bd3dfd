import type { QueryClient } from '@tanstack/react-query';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRoom } from '../../editing/model-room.ts';
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
 * Puts the cells of a pasted line into a room, as if a person had typed them: what is no value stays as it is and is
 * marked, and a name becomes the record that it names. An empty cell leaves what stands there.
 */
export async function fillRoom(
  queries: QueryClient,
  resource: Resource,
  room: RecordRoom,
  fields: readonly string[],
  cells: readonly string[],
): Promise<void> {
  const named: Promise<void>[] = [];
  for (const [at, name] of fields.entries()) {
    const field = resource.fields[name];
    const cell = cells[at] ?? '';
    if (!field || cell === '') continue;
    const read = kindOf(field).parseCell(field, cell);
    room.set(name, 'value' in read ? read.value : cell);
    const reference = asReference(field);
    if (!reference) continue;
    named.push(
      nameReference(queries, reference, cell, 'create').then((found) => {
        // Somebody may have chosen another one meanwhile.
        if ('id' in found && room.get(name) === cell) room.set(name, found.id);
      }),
    );
  }
  await Promise.all(named);
}
