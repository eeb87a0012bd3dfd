import { Refusal, type FieldError } from '#kernel/errors.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import type { ApiError } from '#web/data/client.ts';
import type { Person } from '#web/data/session-store.ts';
import { createFormState } from '../editing/form-state.ts';
import type { FormState } from '../editing/form-state-types.ts';
import { openValues, payloadOf, fieldsOfForm, startValues } from '../editing/values.ts';
import { mayWorkLater } from '../failure-words.ts';
import type { ActionDialog, Done, Progress } from './additions.ts';

export type ActionFormState = FormState<Done>;

/** The form of the values of an action. */
export function createActionFormState<About>(
  dialog: ActionDialog<About>,
  about: About,
  person: Person | null,
  report: (progress: Progress) => void,
): ActionFormState {
  const fields = dialog.fields ?? {};
  const names = Object.keys(fields);
  const isHere = ({ field }: FieldError) => names.includes(field);
  const isShownAtFields = ({ errors }: ApiError) => errors.length > 0 && errors.every(isHere);
  return createFormState<Done>({
    fields: fieldsOfForm({ fields }, names),
    start: { ...startValues({ fields }, names, null), ...dialog.start?.(about, person) },
    problems: (values) => {
      const payload = payloadOf(values);
      const found = { ...problemsOf(fields, payload), ...openValues({ fields }, payload) };
      return dialog.problems?.(found, payload) ?? found;
    },
    words: (error) => ({
      title: dialog.failed,
      // A failure that is shown at its field is not shown twice.
      ...(!isShownAtFields(error) && { reason: error.message }),
      // An error of something else, such as a request that is decided on, is marked nowhere here.
      ...(error.errors.some(isHere) && { next: 'Correct what is marked, then try again.' }),
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: ({ values, once }) => dialog.run({ ...about, values: payloadOf(values) }, { once, report }),
  });
}

/** The errors of values by the rules of their fields, by field. */
export function problemsOf(fields: Readonly<Record<string, Field>>, payload: Values): Record<string, string> {
  try {
    checkInput({ fields }, payload, 'create');
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
  }
}
