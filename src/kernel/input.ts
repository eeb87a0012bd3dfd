import * as z from 'zod/mini';
import { dayOfInstant } from './dates.ts';
import { invalid, type FieldError } from './errors.ts';
import { kindOf, type Field } from './fields/kinds.ts';
import type { RefField } from './fields/ref.ts';
import type { Resource } from './resource.ts';
import { textProblem } from './storable.ts';

/** The values of a request, by field, as they are stored. */
export type Values = Record<string, unknown>;

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** The sentence for a missing value: `Identifier is required.` */
export const requiredMessage = (field: Field) => `${field.label} is required.`;

/** The value of a field that a creation leaves out; null where there is none. */
export function defaultOf(field: Field, today: string): unknown {
  if (!('default' in field) || field.default === undefined) return null;
  return field.kind === 'date' ? today : field.default;
}

/** The sentence where a reference was left empty that must not be. */
export const noneMessage = (field: RefField) => field.noneMessage ?? requiredMessage(field);

const schemas = new WeakMap<Field, z.ZodMiniType>();

/** The schema of a field, made once: making it takes longer than checking a thousand values. */
function schemaOf(field: Field): z.ZodMiniType {
  const known = schemas.get(field);
  if (known) return known;
  const schema = kindOf(field).schema(field);
  schemas.set(field, schema);
  return schema;
}

/** Checks one value; answers what is stored, or what is wrong with it. */
export function checkValue(
  field: Field,
  value: unknown,
  mode: 'create' | 'update',
): { value: unknown } | { error: string } {
  const problem = typeof value === 'string' ? textProblem(field, value) : null;
  if (problem !== null) return { error: problem };
  const blank = typeof value === 'string' && value.trim() === '' && field.kind !== 'choice';
  if (!isEmpty(value) && !blank) {
    const parsed = schemaOf(field).safeParse(value);
    if (!parsed.success) return { error: parsed.error.issues[0]?.message ?? `${field.label} is not valid.` };
    if (parsed.data !== null) return { value: parsed.data };
  }
  if (field.kind === 'ref') {
    const noneAllowed = field.none === 'always' || (field.none === 'create-only' && mode === 'create');
    return noneAllowed ? { value: null } : { error: noneMessage(field) };
  }
  return field.nullable ? { value: null } : { error: requiredMessage(field) };
}

/**
 * Checks a whole request body for a creation or an update of `resource` and answers what to store.
 * An update holds the given fields only, a creation every writable one.
 * Throws a 422 Refusal that names every wrong field at once, unknown and read-only ones included.
 * `lock_version` is the caller's to take out first.
 */
export function checkInput(
  resource: Pick<Resource, 'fields'>,
  body: Values,
  mode: 'create' | 'update',
  now = new Date(),
): Values {
  const errors: FieldError[] = [];
  const values: Values = {};
  for (const name of Object.keys(body)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (!field) errors.push({ field: name, message: `${name} is not a field that can be set.` });
    else if (field.writing === 'never' || (field.writing === 'update-only' && mode === 'create'))
      errors.push({ field: name, message: `${field.label} cannot be set here.` });
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    const writable = field.writing !== 'never' && (mode === 'update' || field.writing !== 'update-only');
    const given = Object.hasOwn(body, name);
    if (!given && mode === 'update') continue;
    if (!writable) {
      if (!given && 'default' in field && field.default !== undefined) values[name] = field.default;
      continue;
    }
    if (!given) {
      const preset = defaultOf(field, dayOfInstant(now, 'utc'));
      if (preset === null && !field.nullable) errors.push({ field: name, message: requiredMessage(field) });
      else values[name] = preset;
      continue;
    }
    const checked = checkValue(field, body[name], mode);
    if ('error' in checked) errors.push({ field: name, message: checked.error });
    else values[name] = checked.value;
  }
  if (errors.length > 0) throw invalid(errors);
  return values;
}

/** JSON Schema of what a creation or an update takes, for the published OpenAPI. */
export function inputJsonSchema(
  resource: Pick<Resource, 'fields'>,
  mode: 'create' | 'update',
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.writing === 'never' || (field.writing === 'update-only' && mode === 'create')) continue;
    const schema = z.toJSONSchema(kindOf(field).schema(field), { io: 'input', unrepresentable: 'any' });
    delete schema.$schema;
    properties[name] = field.nullable
      ? { title: field.label, anyOf: [schema, { type: 'null' }] }
      : { title: field.label, ...schema };
    if (mode === 'create' && field.writing === 'required') required.push(name);
  }
  if (mode === 'update') properties.lock_version = { type: 'integer', title: 'Version' };
  return {
    type: 'object',
    additionalProperties: false,
    properties,
    ...(required.length > 0 && { required }),
  };
}
