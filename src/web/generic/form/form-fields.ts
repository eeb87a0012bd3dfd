import { Refusal } from '#kernel/errors.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { namedInForm, type Resource } from '#kernel/resource.ts';
import { mayBeGiven } from '#kernel/system-fields.ts';

export type FormMode = 'create' | 'update';

/** The fields of a model's form, in order: the declared ones, else every one that may be written. */
export function formFields(resource: Resource, mode: FormMode): string[] {
  const names = namedInForm(resource, mode) ?? Object.keys(resource.fields);
  return names.filter((name) => mayBeGiven(resource, name, mode));
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
