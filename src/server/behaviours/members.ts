import { invalid, type FieldError } from '#kernel/errors.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { dcoeMembers } from '#resources/dcoe-members.ts';
import { members } from '#resources/members.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { CompletionContext } from '#server/engine/hooks.ts';
import type { Runner } from '#server/platform/database/database.ts';

const isBlank = (value: unknown) =>
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

/** Puts the ids of department and business unit where their names were given. */
async function takeNames(runner: Runner, resource: Resource, input: Values): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(NAMED)) {
    const given = input[name];
    if (given === undefined || (typeof given !== 'string' && given !== null)) continue;
    delete input[name];
    const isOther = field === 'departments_id' && String(given).trim().toLowerCase() === OTHER;
    if (input[field] !== undefined || isBlank(given) || isOther) continue;
    const id = await idOf(runner, TABLES[field], String(given));
    if (id !== null) input[field] = id;
    else if (field === 'departments_id' && 'other_department' in resource.fields) {
      // A department that the portal does not list is an other one.
      if (isBlank(input['other_department'])) input['other_department'] = given;
    } else {
      const label = asReference(resource.fields[field])?.label ?? field;
      errors.push({ field: name, message: `${label} '${String(given).slice(0, 60)}' is not known.` });
    }
  }
  return errors;
}

/** Somebody whose name is not told is known by the email; department and business unit may be told by their names. */
const completing =
  (resource: Resource) =>
  async ({ runner }: CompletionContext, inputs: readonly Values[]): Promise<void> => {
    const errors: FieldError[] = [];
    for (const input of inputs) {
      if (isBlank(input['name'])) input['name'] = input['email'];
      errors.push(...(await takeNames(runner, resource, input)));
    }
    if (errors.length > 0) throw invalid(errors);
  };

export const membersBehaviour: Behaviour = { resource: members.name, complete: completing(members) };
export const dcoeMembersBehaviour: Behaviour = {
  resource: dcoeMembers.name,
  complete: completing(dcoeMembers),
};
