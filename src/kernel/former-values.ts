import { kindOf, type Field } from './fields/kinds.ts';
import { checkValue, type Values } from './input.ts';
import type { Resource } from './resource.ts';
import { givenStamps, mayBeGiven } from './system-fields.ts';

/** Whether two values of a field are the same to who reads them; what is empty is one and the same, however it is written. */
export function sameInField(field: Field, one: unknown, other: unknown): boolean {
  const { isBlank, same } = kindOf(field);
  const isNone = (value: unknown) => value === null || value === undefined || isBlank(value);
  const [noOne, noOther] = [isNone(one), isNone(other)];
  return noOne || noOther ? noOne === noOther : one === other || same(one, other);
}

/**
 * The values that a change writes to undo another: the values before of all fields that it changed. Null where
 * there is no way back, because a field may be empty in a new record but never become so again.
 */
export function formerValues(
  resource: Pick<Resource, 'fields' | 'stamps'>,
  before: Readonly<Values>,
  after: Readonly<Values>,
): Values | null {
  const fields = [...Object.entries(resource.fields), ...givenStamps(resource, 'update')];
  const changed = fields.filter(
    ([name, field]) =>
      (field.writing !== 'never' || mayBeGiven(resource, name, 'update')) &&
      !sameInField(field, before[name], after[name]),
  );
  const noWayBack = changed.some(([name, field]) => {
    const empty = before[name] === null || before[name] === undefined;
    return empty && 'error' in checkValue(field, null, 'update');
  });
  return noWayBack ? null : Object.fromEntries(changed.map(([name]) => [name, before[name] ?? null]));
}
