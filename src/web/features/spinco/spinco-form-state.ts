import { Refusal } from '#kernel/errors.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { text } from '#kernel/fields/text.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { readUserList } from '#kernel/directory/user-list.ts';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import type { ApiError } from '#web/data/client.ts';
import { sendChange, type ChangeInput, type Deed } from '#web/data/security-groups.ts';
import { readDraft } from '#web/generic/editing/drafts.ts';
import { createFormState } from '#web/generic/editing/form-state.ts';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { payloadOf, fieldsOfForm } from '#web/generic/editing/values.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import type { Outcome } from '#web/ui/outcome.tsx';

/** The sentences of the specification. */
export const words = {
  add: 'Users Successfully Added!',
  remove: 'Users Successfully Removed!',
  failed: 'Error your request failed',
} as const;

export const spincoFields = {
  securityGroupName: text('Security Group', { max: 256 }),
  users: longText('Users', { max: 100_000_000 }),
};

/** The form in which a change is filled in; what it stores is the change. */
export type SpincoFormState = FormState<SpincoSgChange>;

/** The typed values as they are sent. */
export const inputOf = (values: Values): ChangeInput => ({
  securityGroupName: String(values['securityGroupName'] ?? '').trim(),
  users: String(values['users'] ?? ''),
});

/** The users of a text that is not sent yet, and everything that is wrong with it. */
export const listOf = (values: Values) => readUserList(inputOf(values).users, 'users');

/** How many wrong users are named at the field; the list beside it names all. */
const MOST_NAMED = 3;

function problemsOf(values: Values): Record<string, string> {
  const problems: Record<string, string> = {};
  try {
    checkInput({ fields: spincoFields }, payloadOf(values), 'create');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const { field, message } of error.errors) problems[field] ??= message;
  }
  const { errors } = listOf(values);
  const named = errors.slice(0, MOST_NAMED).map(({ message }) => message);
  const more = errors.length - named.length;
  if (more > 0) named.push(`${more} more are wrong.`);
  if (named.length > 0) problems['users'] ??= named.join(' ');
  return problems;
}

/**
 * Makes the form of a change.
 * @param place where what is typed is kept, so that a reload and a new sign-in bring it back
 * @param group the group to begin with
 * @param deed which of both is meant when it is sent
 */
export function createSpincoFormState(place: string, group: string, deed: () => Deed): SpincoFormState {
  return createFormState<SpincoSgChange>({
    fields: fieldsOfForm({ fields: spincoFields }, Object.keys(spincoFields)),
    start: { securityGroupName: group, users: '' },
    problems: problemsOf,
    words: wordsOf,
    submit: async ({ values, once }) => {
      const input = inputOf(values);
      const which = deed();
      return once({ which, ...input }, (intent) => sendChange(which, input, intent));
    },
    place,
    what: 'spinco_sg',
    draft: readDraft(place),
  });
}

function wordsOf(error: ApiError): Outcome {
  const { errors } = error;
  const shown = { title: words.failed, reason: error.message };
  if (errors.length > MOST_NAMED) {
    const some = errors.slice(0, MOST_NAMED).map(({ message }) => message);
    return { ...shown, reason: `${some.join(' ')} ${errors.length - MOST_NAMED} more are wrong.` };
  }
  return mayWorkLater(error) ? { ...shown, requestId: error.requestId } : shown;
}
