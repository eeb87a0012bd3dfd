import type { ApiError } from '#web/data/client.ts';
import type { Outcome } from '#web/ui/outcome.tsx';
import type { FormField } from './form-field.ts';
import type { Failure } from './form-state-types.ts';

type Fields = Readonly<Record<string, FormField>>;
type Errors = Readonly<Record<string, string>>;

/** The sentences about fields that have no input here. */
const elsewhere = (fields: Fields, errors: Errors): string =>
  Object.entries(errors)
    .filter(([name]) => !Object.hasOwn(fields, name))
    .map(([, sentence]) => sentence)
    .join(' ');

/** That fields are wrong, found before anything was sent. */
export function failureOfFields(fields: Fields, errors: Errors): Failure {
  const count = Object.keys(errors).length;
  const title = `${count === 1 ? '1 field needs' : `${count} fields need`} your attention.`;
  return { title, reason: elsewhere(fields, errors) || undefined, status: null, errors, ofFields: true };
}

/** The meaning of a refusal here: its words, and the sentences at the fields. */
export function failureOf(fields: Fields, error: ApiError, words: Outcome): Failure {
  const errors = Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
  // Failures that are shown at their fields need not be shown twice; of a duplicate the declared sentence is shown.
  const reason = error.errors.length > 0 && error.status !== 409 ? undefined : words.reason;
  return { ...words, reason: elsewhere(fields, errors) || reason, status: error.status, errors };
}
