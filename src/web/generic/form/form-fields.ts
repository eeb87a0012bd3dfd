import { namedInForm, type Resource } from '#kernel/resource.ts';
import { inputField, mayBeGiven } from '#kernel/system-fields.ts';
import { inputNamesOf, type InputName } from '../kinds/input-names.ts';

export type FormMode = 'create' | 'update';

/** The fields of a model's form, in order: the declared ones, else every one that may be written. */
export function formFields(resource: Resource, mode: FormMode): string[] {
  const names = namedInForm(resource, mode) ?? Object.keys(resource.fields);
  return names.filter((name) => mayBeGiven(resource, name, mode));
}

/** The inputs that come late and a model's form has, each once. */
export const formInputs = (resource: Resource, mode: FormMode): InputName[] =>
  inputNamesOf(formFields(resource, mode).flatMap((name) => inputField(resource, name) ?? []));
