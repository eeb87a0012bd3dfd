import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';

/** What a change must write to undo another: the values before of all fields that it changed. */
export function formerValues(resource: Resource, before: RecordRow, after: RecordRow): Values {
  const changed = Object.entries(resource.fields).filter(
    ([name, field]) => field.writing !== 'never' && before[name] !== after[name],
  );
  return Object.fromEntries(changed.map(([name]) => [name, before[name] ?? null]));
}
