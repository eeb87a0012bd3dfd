import { checkValue, type Values } from '#kernel/input.ts';
import { memberFields } from '#resources/member-fields.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isBlank, isCalledOther } from './names.ts';

/** Whether a department is the one of the list for all that are not in it. */
async function isOther(runner: Runner, department: number): Promise<boolean> {
  const { rows } = await runner.query<{ name: string }>({
    text: 'SELECT name FROM departments WHERE id = $1',
    values: [department],
  });
  return isCalledOther(rows[0]?.name);
}

/**
 * A department of the list leaves no other one beside it, unless the same change states both. One that is only called
 * Other leaves what it is called to `replaceOther`, which knows what is stored.
 */
export async function leaveOther(runner: Runner, input: Values): Promise<void> {
  if (input['other_department'] !== undefined) return;
  // A value that is no id is refused as such later.
  const checked = checkValue(memberFields.departments_id, input['departments_id'], 'update');
  const department = 'value' in checked ? checked.value : null;
  if (typeof department === 'number' && !(await isOther(runner, department)))
    input['other_department'] = null;
}

/**
 * The name of an other department replaces one that is only called Other, whichever of both is stated.
 * Returns the values to store.
 * @param current the member as it is; nothing of a new one
 */
export async function replaceOther(runner: Runner, values: Values, current?: Values): Promise<Values> {
  const isStated = ['departments_id', 'other_department'].some((name) => Object.hasOwn(values, name));
  const { departments_id: department, other_department: called } = { ...current, ...values };
  if (!isStated || typeof department !== 'number' || isBlank(called)) return values;
  if (!(await isOther(runner, department))) return values;
  const { departments_id: _other, ...others } = values;
  // A field that stays as it is is no change.
  return current?.['departments_id'] === null ? others : { ...others, departments_id: null };
}
