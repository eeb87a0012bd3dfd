import { checkValue, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { givenStamps, mayBeGiven } from '#kernel/system-fields.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { sameValues } from './editing/values.ts';

/**
 * The values that a change writes to undo another: the values before of all fields that it changed. Null where
 * there is no way back, because a field may be empty in a new record but never become so again.
 */
export function formerValues(resource: Resource, before: RecordRow, after: RecordRow): Values | null {
  const fields = [...Object.entries(resource.fields), ...givenStamps(resource, 'update')];
  const changed = fields.filter(
    ([name, field]) =>
      (field.writing !== 'never' || mayBeGiven(resource, name, 'update')) &&
      !sameValues(field, before[name], after[name]),
  );
  const noWayBack = changed.some(([name, field]) => {
    const empty = before[name] === null || before[name] === undefined;
    return empty && 'error' in checkValue(field, null, 'update');
  });
  return noWayBack ? null : Object.fromEntries(changed.map(([name]) => [name, before[name] ?? null]));
}
