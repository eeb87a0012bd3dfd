import { namedInForm, type Resource } from '#kernel/resource.ts';
import { mayBeGiven } from '#kernel/system-fields.ts';

export type FormMode = 'create' | 'update';

/** The fields of a model's form, in order: the declared ones, else every one that may be written. */
export function formFields(resource: Resource, mode: FormMode): string[] {
  const names = namedInForm(resource, mode) ?? Object.keys(resource.fields);
  return names.filter((name) => mayBeGiven(resource, name, mode));
}
