import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import type { FileKinds } from '#web/generic/csv-import/file-chooser.tsx';
import { focusWrong } from '#web/generic/editing/focus-wrong.ts';
import type { Failure, FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { useWhereabouts } from '#web/generic/upload/use-whereabouts.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { FileField } from './file-field.tsx';
import { ProviderChoice } from './provider-choice.tsx';
import classes from '../forms.module.css';

interface FileFormProps<T> {
  label: string;
  /** The use of the file. */
  text: string;
  kinds: FileKinds;
  /** Creates the form state of one submission; `onSent` gets the share of the file that was sent. */
  makeFormState: (onSent: (share: number) => void) => FormState<T>;
  /** The text while the answer is awaited, once all of it was sent. */
  then: string;
  /** Says what came of it. */
  notify: (stored: T) => void;
  /** The inputs above the file, and below it. */
  above?: (formState: FormState<T>) => ReactNode;
  below?: (formState: FormState<T>) => ReactNode;
}

/** The words of a refusal for a person who has left its form, whose fields have the reasons otherwise. */
const seenNowhere = (failure: Failure): Failure => ({
  ...failure,
  reason: failure.reason ?? Object.values(failure.errors).join(' '),
});

/** Takes a file of a provider and what is stated beside it; the next submission begins empty. */
export function FileForm<T>(props: FileFormProps<T>) {
  const [count, setCount] = useState(0);
  return <Submission key={count} {...props} onDone={() => setCount((now) => now + 1)} />;
}

function Submission<T>(props: FileFormProps<T> & { onDone: () => void }) {
  const { label, text, kinds, makeFormState, then, notify, above, below, onDone } = props;
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const whereabouts = useWhereabouts();
  const [sent, setSent] = useState(0);
  const [formState] = useState(() => makeFormState(setSent));
  const { saving, failure } = useFormStatus(formState);
  const submit = async () => {
    setSent(0);
    const result = await formState.submit();
    const where = whereabouts();
    if (result.is === 'refused') {
      if (where === 'elsewhere') noticeFailure(seenNowhere(result.failure));
      else focusWrong(form.current);
    }
    if (result.is !== 'saved') return;
    if (where !== 'signed out') notify(result.stored);
    void queries.invalidateQueries();
    onDone();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <ProviderChoice formState={formState} />
        {above?.(formState)}
        <FileField formState={formState} kinds={kinds} />
        {below?.(formState)}
        {failure && !failure.ofFields && <FailureNote outcome={failure} />}
        {saving && (
          <ProgressLine progress={sent < 1 ? { label: 'Sending the file', share: sent } : { label: then }} />
        )}
        <Group>
          <Button type="submit" loading={saving}>
            Submit
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
