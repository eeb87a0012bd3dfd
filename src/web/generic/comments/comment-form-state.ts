import type { Comment } from '#calls/comments.ts';
import { commentFields } from '#kernel/comments/comments.ts';
import { problemsOf } from '../additions/action-form-state.ts';
import { readDraft } from '../editing/drafts.ts';
import { createFormState } from '../editing/form-state.ts';
import type { FormState } from '../editing/form-state-types.ts';
import { fieldsOfForm } from '../editing/values.ts';
import { mayWorkLater } from '../failure-words.ts';

/** The form in which a comment is written. */
export type CommentFormState = FormState<Comment>;

export const TEXT = 'text';

interface CommentForm {
  /** Where what is typed is kept until it is sent or given up. */
  place: string;
  /** The text to begin with. */
  text: string;
  /** The sentence of a failure. */
  failed: string;
  send: (text: string, intent: string) => Promise<Comment>;
}

/** Makes the form of a comment. What is typed survives a failure, a reload and a new sign-in. */
export function createCommentFormState({ place, text, failed, send }: CommentForm): CommentFormState {
  return createFormState<Comment>({
    fields: fieldsOfForm({ fields: commentFields }, [TEXT]),
    start: { [TEXT]: text },
    place,
    what: 'comment',
    draft: readDraft(place),
    problems: ({ [TEXT]: typed }) => problemsOf(commentFields, { [TEXT]: typed }),
    words: (error) => ({
      title: failed,
      reason: error.message,
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: ({ values, once }) => {
      const typed = String(values[TEXT] ?? '');
      return once([place, typed], (intent) => send(typed, intent));
    },
  });
}
