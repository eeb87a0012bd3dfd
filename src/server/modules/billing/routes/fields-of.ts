import { malformed, type FieldError } from '#kernel/errors.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a body, bare or wrapped in the name of what it is about. @throws {Refusal} 400 for what is no object */
export function fieldsOf(body: unknown, wrapper = 'billing_run'): Record<string, unknown> {
  const fields = isObject(body) && Object.keys(body).length === 1 ? (body[wrapper] ?? body) : body;
  if (!isObject(fields)) throw malformed('The body must be a JSON object.');
  return fields;
}

/** What of a body nobody asked for, as mistakes. */
export const unknownFields = (body: Record<string, unknown>, known: readonly string[]): FieldError[] =>
  Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, message: `${field.slice(0, 60)} is not known here.` }));
