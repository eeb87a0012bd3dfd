import type { FieldError } from '#kernel/errors.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import { text } from '#kernel/fields/text.ts';
import { NONE_WORD } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { textProblem } from '#kernel/storable.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** Nothing, or blanks alone. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether a department is called as the choice of forms for one that is not listed. */
export const isCalledOther = (name: string | null | undefined) => name?.trim().toLowerCase() === 'other';

/** The references of a member that may be given by name in place of the id: name → the reference. */
const NAMED = {
  department: 'departments_id',
  department_name: 'departments_id',
  business_unit: 'business_units_id',
  business_unit_name: 'business_units_id',
} as const;

const TABLES = { departments_id: 'departments', business_units_id: 'business_units' } as const;

async function idOf(runner: Runner, table: string, name: string): Promise<number | null> {
  const { rows } = await runner.query<{ id: number }>({
    // A short name that several have is that of none.
    text: `SELECT id FROM (
        SELECT id, 1 AS place FROM ${table} WHERE lower(btrim(name)) = lower(btrim($1))
        UNION ALL
        SELECT min(id), 2 FROM ${table} WHERE lower(btrim(abbreviation)) = lower(btrim($1)) HAVING count(*) = 1
      ) named ORDER BY place LIMIT 1`,
    values: [name],
  });
  return rows[0]?.id ?? null;
}

/** A department that is not listed is an other one, which needs a name. Answers what is wrong with it. */
function takeOther(input: Values, given: string): string | null {
  if (isBlank(input['other_department'])) {
    if (isCalledOther(given)) return "Department 'Other' is not listed: please tell what it is called.";
    input['other_department'] = given;
  }
  input['departments_id'] = null;
  return null;
}

/** Puts the ids of department and business unit where their names were given; nothing where they are blank, or None. */
export async function takeNames(runner: Runner, resource: Resource, input: Values): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const blank = new Set<string>();
  const refuse = (field: string, message: string) => errors.push({ field, message });
  for (const [name, field] of Object.entries(NAMED)) {
    const given = input[name];
    if (given === undefined || (typeof given !== 'string' && given !== null)) continue;
    delete input[name];
    if (input[field] !== undefined) continue;
    if (given === null || isBlank(given)) {
      blank.add(field);
      continue;
    }
    const label = asReference(resource.fields[field])?.label ?? field;
    const problem = textProblem(text(label), given);
    if (problem !== null) {
      refuse(name, problem);
      continue;
    }
    const id = await idOf(runner, TABLES[field], given);
    if (id !== null) input[field] = id;
    else if (given.trim().toLowerCase() === NONE_WORD) input[field] = null;
    else if (field === 'departments_id') {
      const missing = takeOther(input, given);
      if (missing !== null) refuse(name, missing);
    } else refuse(name, `${label} '${given.slice(0, 60)}' is not known.`);
  }
  // The other name of the same may say more.
  for (const field of blank) input[field] ??= null;
  return errors;
}

/**
 * The department as somebody called it who is there no more to correct it: null where it is only called Other, and that
 * is not listed.
 */
export const sayingDepartment = async (runner: Runner, stated: string | null): Promise<string | null> =>
  isCalledOther(stated) && (await idOf(runner, TABLES.departments_id, String(stated))) === null
    ? null
    : stated;
