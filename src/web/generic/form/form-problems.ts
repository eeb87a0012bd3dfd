import { Refusal } from '#kernel/errors.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { FormMode } from './form-fields.ts';

/** The problems of a payload, by field; the server checks the same rules again. */
export function problemsOf(resource: Resource, mode: FormMode, payload: Values): Record<string, string> {
  try {
    checkInput(resource, payload, mode);
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
  }
}
