import { isShared } from '#kernel/bulk.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { createFormState } from '../editing/form-state.ts';
import type { FormState } from '../editing/form-state-types.ts';
import { fieldsOfForm, openValues, payloadOf } from '../editing/values.ts';

/** The fields that several records can share. */
export const sharedFields = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => isShared(field));

/**
 * Makes the form that sets some fields of several records, each to one value.
 * @param first the fields that are set at first; `choose` says which later
 * @param look shows what a change would do, and throws why it cannot be shown
 */
export function createBulkFormState(
  resource: Resource,
  first: readonly string[],
  look: (changes: Values) => Promise<void>,
): { formState: FormState<null>; choose: (names: readonly string[]) => void } {
  let chosen = first;
  const names = sharedFields(resource).map(([name]) => name);
  const wanted = (values: Values): Values => {
    const payload = payloadOf(values);
    return Object.fromEntries(chosen.map((name) => [name, payload[name] ?? null]));
  };
  const formState = createFormState<null>({
    fields: fieldsOfForm(resource, names),
    start: Object.fromEntries(names.map((name) => [name, null])),
    problems: (values) => ({
      ...problemsOf(resource, wanted(values)),
      ...openValues(resource, wanted(values)),
    }),
    words: (error) => ({ title: 'What would change could not be shown', reason: error.message }),
    submit: async ({ values }) => {
      await look(wanted(values));
      return null;
    },
  });
  const choose = (next: readonly string[]) => {
    chosen = next;
  };
  return { formState, choose };
}

function problemsOf(resource: Resource, changes: Values): Record<string, string> {
  const fields = Object.fromEntries(
    Object.entries(resource.fields).filter(([name]) => Object.hasOwn(changes, name)),
  );
  try {
    checkInput({ fields }, changes, 'update');
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries(error.errors.map((one) => [one.field, one.message]));
  }
}
