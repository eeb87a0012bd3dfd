import * as z from 'zod/mini';
import { dayOfInstant } from './dates.ts';
import { unmetDemands } from './demands.ts';
import { invalid, type FieldError } from './errors.ts';
import { isDemanded, isWritten, requiredMessage, type Mode } from './fields/field.ts';
import { asMention, kindOf, type Field } from './fields/kinds.ts';
import type { Resource } from './resource.ts';
import { textProblem } from './storable.ts';
import { givenStamps } from './system-fields.ts';

/** The values of a request, by field, as they are stored. */
export type Values = Record<string, unknown>;

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** The value of a field that a creation leaves out; null where there is none. `today` is YYYY-MM-DD. */
export const defaultOf = (field: Field, today: string): unknown => kindOf(field).preset(field, today) ?? null;

const schemas = new WeakMap<Field, z.ZodMiniType>();

/** The schema of a field, made once: making it takes longer than checking a thousand values. */
function schemaOf(field: Field): z.ZodMiniType {
  const known = schemas.get(field);
  if (known) return known;
  const schema = kindOf(field).schema(field);
  schemas.set(field, schema);
  return schema;
}

const described = new WeakMap<Field, z.core.JSONSchema.BaseSchema>();

/** The JSON Schema of a field's values, computed once: three routes of a model use it, at each start of a server. */
function jsonSchemaOf(field: Field): z.core.JSONSchema.BaseSchema {
  const known = described.get(field);
  if (known) return { ...known };
  const { $schema: _dialect, ...schema } = z.toJSONSchema(schemaOf(field), {
    io: 'input',
    unrepresentable: 'any',
  });
  described.set(field, schema);
  return { ...schema };
}

/** Checks one value; answers what is stored, what is wrong with it, or that the stored one stays. */
export function checkValue(
  field: Field,
  value: unknown,
  mode: Mode,
): { value: unknown } | { error: string } | { stays: true } {
  const problem = typeof value === 'string' ? textProblem(field, value) : null;
  if (problem !== null) return { error: problem };
  const kind = kindOf(field);
  if (!isEmpty(value) && !kind.isBlank(value)) {
    const parsed = schemaOf(field).safeParse(value);
    if (!parsed.success) return { error: parsed.error.issues[0]?.message ?? `${field.label} is not valid.` };
    if (parsed.data !== null) return { value: parsed.data };
  }
  return kind.whenEmpty(field, mode);
}

/** The declaration that the input of a resource is checked against. */
type Checked = Pick<Resource, 'fields'> & Partial<Pick<Resource, 'stamps' | 'demands'>>;

/**
 * Checks a whole request body for a creation or an update of `resource` and answers what to store.
 * An update holds the given fields only, a creation every writable one; stamps are there where they were given.
 * `today`, YYYY-MM-DD, is the day that dates begin with. Throws a 422 Refusal that names every wrong field at
 * once, unknown and read-only ones included. What an update leaves of the demands on a whole record is for who knows the
 * record to judge. `lock_version` is the caller's to take out first.
 */
export function checkInput(
  resource: Checked,
  body: Values,
  mode: Mode,
  today = dayOfInstant(new Date(), 'utc'),
): Values {
  const errors: FieldError[] = [];
  const values: Values = {};
  const stamps = new Map<string, Field>(givenStamps(resource, mode));
  for (const name of Object.keys(body)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (field ? isWritten(field, mode) : stamps.has(name)) continue;
    const message = field ? `${field.label} cannot be set here.` : `${name} is not a field that can be set.`;
    errors.push({ field: name, message });
  }
  const check = (name: string, field: Field) => {
    const checked = checkValue(field, body[name], mode);
    if ('stays' in checked) return;
    if ('error' in checked) errors.push({ field: name, message: checked.error });
    else values[name] = checked.value;
  };
  for (const [name, field] of Object.entries(resource.fields)) {
    const given = Object.hasOwn(body, name);
    if (isWritten(field, mode)) {
      if (given) check(name, field);
      else if (mode === 'create') preset(name, field);
    } else if (!given && mode === 'create' && defaultOf(field, today) !== null)
      values[name] = defaultOf(field, today);
  }
  for (const [name, field] of stamps) if (Object.hasOwn(body, name)) check(name, field);
  for (const [name, value] of Object.entries(values)) {
    const field = value === null ? undefined : resource.fields[name];
    const message = field && kindOf(field).unfit?.(field, value, values);
    if (message) errors.push({ field: name, message });
  }
  if (mode === 'create')
    errors.push(...unmetDemands(resource, values, new Set(errors.map(({ field }) => field))));
  if (errors.length > 0) throw invalid(errors);
  return values;

  function preset(name: string, field: Field): void {
    const value = defaultOf(field, today);
    if (value === null && (isDemanded(field) || !field.nullable))
      errors.push({ field: name, message: requiredMessage(field) });
    else values[name] = value;
  }
}

/** The default of a date that means the day of the request. */
const TODAY = 'today';

/** JSON Schema of what a creation or an update takes, for the published OpenAPI. */
export function inputJsonSchema(resource: Checked, mode: Mode): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of [...Object.entries(resource.fields), ...givenStamps(resource, mode)]) {
    const isStamp = !Object.hasOwn(resource.fields, name);
    if (!isStamp && !isWritten(field, mode)) continue;
    const kind = kindOf(field);
    const schema = jsonSchemaOf(field);
    if (kind.hidden) schema['writeOnly'] = true;
    const { format } = kind.answer(field);
    if (typeof format === 'string' && schema.type === 'string') schema['format'] = format;
    const preset = mode === 'create' ? kind.preset(field, TODAY) : undefined;
    if (preset === TODAY) schema['description'] = 'Today unless given.';
    else if (preset !== undefined && preset !== null) schema['default'] = preset;
    properties[name] = field.nullable
      ? { title: field.label, anyOf: [schema, { type: 'null' }] }
      : { title: field.label, ...schema };
    if (mode === 'create' && isDemanded(field)) required.push(name);
    const mention = asMention(field);
    if (mention)
      properties[mention.as] = {
        title: field.label,
        description: `The id of the record, in place of ${name}.`,
        anyOf: [{ type: 'integer' }, { type: 'null' }],
      };
  }
  if (mode === 'update') properties.lock_version = { type: 'integer', title: 'Version' };
  return {
    type: 'object',
    additionalProperties: false,
    properties,
    ...(required.length > 0 && { required }),
  };
}
