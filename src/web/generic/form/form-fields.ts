import { Refusal } from '#kernel/errors.ts';
import { isWritten } from '#kernel/fields/field.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { namedInForm, type Resource } from '#kernel/resource.ts';

export type FormMode = 'create' | 'update';

/** The fields of a model's form, in order: the declared ones, else every one that may be written. */
export function formFields(resource: Resource, mode: FormMode): string[] {
  const names = namedInForm(resource, mode) ?? Object.keys(resource.fields);
  return names.filter((name) => {
    const field = resource.fields[name];
    return field !== undefined && isWritten(field, mode);
  });
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
