import type { FieldError } from '#kernel/errors.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import { text } from '#kernel/fields/text.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { textProblem } from '#kernel/storable.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** Nothing, or blanks alone. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The choice of a form for a department that is not listed; what it is called stands in `other_department`. */
const OTHER = 'other';

/** What a new member may be told by its name in place of its id: name → the reference. */
const NAMED = {
  department: 'departments_id',
  department_name: 'departments_id',
  business_unit: 'business_units_id',
  business_unit_name: 'business_units_id',
} as const;

const TABLES = { departments_id: 'departments', business_units_id: 'business_units' } as const;

async function idOf(runner: Runner, table: string, name: string): Promise<number | null> {
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT id FROM ${table} WHERE lower(btrim(name)) = lower(btrim($1))`,
    values: [name],
  });
  return rows[0]?.id ?? null;
}

/** Whether a department is the one that stands in the list for all that are not. */
async function isOther(runner: Runner, department: number): Promise<boolean> {
  const { rows } = await runner.query<{ name: string }>({
    text: 'SELECT name FROM departments WHERE id = $1',
    values: [department],
  });
  return rows[0]?.name.trim().toLowerCase() === OTHER;
}

/**
 * Puts the ids of department and business unit where their names were given, and what an other department is called in
 * place of one that is only called Other.
 */
export async function takeNames(runner: Runner, resource: Resource, input: Values): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(NAMED)) {
    const given = input[name];
    if (given === undefined || (typeof given !== 'string' && given !== null)) continue;
    delete input[name];
    const saysOther = field === 'departments_id' && String(given).trim().toLowerCase() === OTHER;
    if (input[field] !== undefined || isBlank(given) || saysOther) continue;
    const label = asReference(resource.fields[field])?.label ?? field;
    const problem = textProblem(text(label), String(given));
    if (problem !== null) {
      errors.push({ field: name, message: problem });
      continue;
    }
    const id = await idOf(runner, TABLES[field], String(given));
    if (id !== null) input[field] = id;
    else if (field === 'departments_id' && 'other_department' in resource.fields) {
      // A department that the portal does not list is an other one.
      if (isBlank(input['other_department'])) input['other_department'] = given;
    } else {
      errors.push({ field: name, message: `${label} '${String(given).slice(0, 60)}' is not known.` });
    }
  }
  const chosen = input['departments_id'];
  // What is no id is refused as such later.
  const department = typeof chosen === 'number' ? parseId(String(chosen)) : null;
  if (department !== null && !isBlank(input['other_department']) && (await isOther(runner, department)))
    input['departments_id'] = null;
  return errors;
}
