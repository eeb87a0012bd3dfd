import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Values } from '#kernel/input.ts';
import { messages } from '#resources/messages.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { focusWrong } from '#web/generic/editing/focus-wrong.ts';
import { LeaveGuard } from '#web/generic/editing/leave-guard.tsx';
import { useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { useConfirmedClose } from '#web/generic/form/use-confirmed-close.tsx';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { AdoptionInputs, useAdoptionForm, type Fields } from './adoption-form.tsx';

interface AdoptionDialogProps<Preview> {
  title: string;
  /** What is said above the inputs. */
  text: string;
  fields: Fields;
  start: Values;
  /** What would change by these values. @throws {ApiError} */
  look: (values: Values) => Promise<Preview>;
  shown: (preview: Preview, values: Values) => ReactNode;
  /** The button that has it done; null where nothing can be done. */
  submit: (preview: Preview) => string | null;
  /** Has it done; answers what follows once the dialog is closed. @throws {ApiError} */
  send: (preview: Preview, values: Values, intent: string) => Promise<() => void>;
  onClose: () => void;
}

interface Looked<Preview> {
  preview: Preview;
  values: Values;
}

/** Adopts accounts in two steps: what they are to be is entered, then what would change is shown, and only then it can be requested. */
export function AdoptionDialog<Preview>(props: AdoptionDialogProps<Preview>) {
  const { title, text, fields, start, look, shown, submit, send, onClose } = props;
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [looked, setLooked] = useState<Looked<Preview> | null>(null);
  const [intents] = useState(() => createIntents(null));
  const formState = useAdoptionForm({
    fields,
    start,
    look: async (values) => setLooked({ preview: await look(values), values }),
  });
  const { saving: looks, failure } = useFormStatus(formState);
  const { close, question } = useConfirmedClose(formState, onClose);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ preview, values }: Looked<Preview>) =>
      intents.once(values, (intent) => send(preview, values, intent)),
    onSuccess: (follow) => {
      // What was typed is sent: it keeps nobody here.
      formState.giveUp();
      void queries.invalidateQueries();
      onClose();
      follow();
    },
  });
  const go = async () => {
    if (looked) {
      if (submit(looked.preview) !== null && !isPending) mutate(looked);
      return;
    }
    const result = await formState.submit();
    if (result.is === 'refused') focusWrong(form.current);
  };
  const back = () => {
    reset();
    setLooked(null);
  };
  return (
    <Dialog
      onClose={isPending ? () => undefined : close}
      title={title}
      size="xl"
      centered
      closeOnClickOutside={false}
    >
      <form
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <Stack gap="md">
          {looked ? (
            <Shown>{shown(looked.preview, looked.values)}</Shown>
          ) : (
            <>
              <Text>{text}</Text>
              <AdoptionInputs fields={fields} form={formState} />
            </>
          )}
          {failure && !failure.ofFields && <FailureNote outcome={failure} />}
          {error && <FailureNote outcome={{ title: messages.reportFailed, reason: error.message }} />}
        </Stack>
        <Answers
          submit={looked ? submit(looked.preview) : 'Preview'}
          isBusy={looks || isPending}
          onClose={close}
          onBack={looked ? back : null}
        />
      </form>
      {question}
      <LeaveGuard formState={formState} />
    </Dialog>
  );
}

/** What would change. What had the focus, an input, is gone; the keyboard goes on from here to the buttons. */
function Shown({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} role="region" aria-label="What would change" tabIndex={-1}>
      {children}
    </div>
  );
}

interface AnswersProps {
  /** What is done next; null: nothing can be. */
  submit: string | null;
  isBusy: boolean;
  onClose: () => void;
  /** Back to the inputs; null: they are there. */
  onBack: (() => void) | null;
}

function Answers({ submit, isBusy, onClose, onBack }: AnswersProps) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      {onBack && (
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          Back
        </Button>
      )}
      {submit !== null && (
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
      )}
    </DialogButtons>
  );
}
