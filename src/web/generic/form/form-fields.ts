import { dayOfInstant } from '#kernel/dates.ts';
import { Refusal } from '#kernel/errors.ts';
import { NONE_ID } from '#kernel/ids.ts';
import { checkInput, defaultOf, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';

export type FormMode = 'create' | 'update';

/** The fields of a model's form, in order: the declared ones, else every one that may be written. */
export function formFields(resource: Resource, mode: FormMode): string[] {
  const names = resource.form ?? Object.keys(resource.fields);
  return names.filter((name) => {
    const writing = resource.fields[name]?.writing;
    return writing !== undefined && writing !== 'never' && !(mode === 'create' && writing === 'update-only');
  });
}

/** What a form shows first: the record's values, or the defaults of a new one on the person's own day. */
export function startValues(resource: Resource, mode: FormMode, record: Values | null): Values {
  const today = dayOfInstant(new Date(), 'local');
  return Object.fromEntries(
    formFields(resource, mode).map((name) => {
      const field = resource.fields[name];
      return [name, record ? (record[name] ?? null) : field ? defaultOf(field, today) : null];
    }),
  );
}

/** What is sent for the values of a form: the model's own fields; None goes as null. */
export function payloadOf(resource: Resource, mode: FormMode, values: Values): Values {
  return Object.fromEntries(
    formFields(resource, mode).map((name) => {
      const value = values[name];
      return [name, value === NONE_ID || value === undefined ? null : value];
    }),
  );
}

/** What is wrong with a payload, by field; the server asks the same rules again. */
export function problemsOf(resource: Resource, mode: FormMode, payload: Values): Record<string, string> {
  try {
    checkInput(resource, payload, mode);
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
  }
}
