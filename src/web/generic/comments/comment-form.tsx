import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Comment } from '#calls/comments.ts';
import { usePerson } from '#web/data/use-session.ts';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { draftKey } from '../editing/drafts.ts';
import { focusWrong } from '../editing/focus-wrong.ts';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { RestoredNote } from '../editing/restored-note.tsx';
import { useForms } from '../editing/use-begin-anew.ts';
import { useFormStatus } from '../editing/use-form-state.ts';
import { sendComment, sendText, type Subject } from './comment-calls.ts';
import { CommentInput } from './comment-input.tsx';
import { createCommentFormState } from './comment-form-state.ts';
import classes from './comments.module.css';

interface WritingProps {
  /** Where what is typed is kept, below the person's own. */
  place: string;
  label: string;
  text: string;
  failed: string;
  command: string;
  send: (text: string, intent: string) => Promise<Comment>;
  /** Once it is sent. */
  onSent: () => void;
  /** Gives up what was typed; there is no way out without it. */
  onCancel?: () => void;
}

/** The box for a new comment. When one was sent, it is there for the next. */
export function NewComment({ subject }: { subject: Subject }) {
  const [form, beginAnew] = useForms();
  return (
    <Writing
      key={form}
      place={`comment.${subject.model}.${subject.id}`}
      label="New comment"
      text=""
      failed="The comment could not be sent."
      command="Comment"
      send={(text, intent) => sendComment(subject, text, intent)}
      onSent={beginAnew}
    />
  );
}

/** The box in which a comment of one's own is changed. */
export function ChangedComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  return (
    <Writing
      place={`comment.${comment.id}`}
      label="Your comment"
      text={comment.text ?? ''}
      failed="The comment could not be changed."
      command="Save"
      send={(text, intent) => sendText(comment, text, intent)}
      onSent={onClose}
      onCancel={onClose}
    />
  );
}

function Writing({ place, label, text, failed, command, send, onSent, onCancel }: WritingProps) {
  const person = usePerson();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [formState] = useState(() =>
    createCommentFormState({ place: draftKey(person?.email ?? '', place), text, failed, send }),
  );
  const { saving, dirty, failure } = useFormStatus(formState);
  const submit = async () => {
    const result = await formState.submit();
    if (result.is === 'refused') focusWrong(form.current);
    if (result.is !== 'saved') return;
    await queries.invalidateQueries();
    onSent();
  };
  return (
    <form
      ref={form}
      noValidate
      className={classes.writing}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <RestoredNote formState={formState} startOver />
      <CommentInput
        formState={formState}
        label={label}
        onSend={() => void submit()}
        takesFocus={onCancel !== undefined}
      />
      {failure && !failure.ofFields && <FailureNote outcome={failure} />}
      <Group gap="xs">
        <Button type="submit" size="compact-md" variant="default" loading={saving} disabled={!dirty}>
          {command}
        </Button>
        {onCancel && (
          <Button
            size="compact-md"
            variant="subtle"
            disabled={saving}
            onClick={() => {
              formState.giveUp();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </Group>
      <LeaveGuard formState={formState} />
    </form>
  );
}
