import type { QueryClient } from '@tanstack/react-query';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import { mayBeGiven } from '#kernel/system-fields.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GivenRow } from '../../bulk/row-calls.ts';
import { nameReference } from '../../inputs/references/name-reference.ts';
import type { PastedFields } from './pasted-fields.ts';

/** Reads the cells of a pasted line for one record: an empty cell is kept apart, and what is no value is a problem of its field. */
export async function readLine(
  queries: QueryClient,
  resource: Resource,
  fields: PastedFields,
  cells: readonly string[],
  record: RecordRow | null,
): Promise<GivenRow> {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  const empty: string[] = [];
  await Promise.all(
    fields.map(async (name, at) => {
      const field = name === null ? undefined : resource.fields[name];
      const cell = cells[at] ?? '';
      if (!name || !field) return;
      // What only a new record is given is its key here, or stays.
      const stays = !mayBeGiven(resource, name, 'update');
      if (cell === '') return void (stays || empty.push(name));
      if (record && stays) return;
      const reference = asReference(field);
      if (reference) {
        const named = await nameReference(queries, reference, cell, 'update');
        if ('id' in named) values[name] = named.id;
        else problems[name] = named.problem;
        return;
      }
      const read = kindOf(field).parseCell(field, cell);
      if ('value' in read) values[name] = read.value;
      else problems[name] = read.error;
    }),
  );
  return { record, values, problems, empty };
}
