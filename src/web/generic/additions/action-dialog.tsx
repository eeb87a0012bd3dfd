import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { usePerson } from '#web/data/use-session.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { focusWrong } from '../editing/focus-wrong.ts';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { LoneInputs } from '../editing/lone-inputs.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { useConfirmedClose } from '../form/use-confirmed-close.tsx';
import { webKindOf } from '../kinds/kinds.ts';
import { createActionFormState } from './action-form-state.ts';
import type { ActionDialog, Progress } from './additions.ts';
import { ProgressLine } from './progress-line.tsx';
import { noticeDone } from './notice-done.ts';

interface ActionDialogViewProps<About> {
  dialog: ActionDialog<About>;
  about: About;
  onClose: () => void;
}

/** Requests the values of an action, shows its progress and its result. After a failure it stays open. */
export default function ActionDialogView<About>({ dialog, about, onClose }: ActionDialogViewProps<About>) {
  const person = usePerson();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [result, setResult] = useState<ReactNode>(null);
  const [formState] = useState(() => createActionFormState(dialog, about, person, setProgress));
  const { saving, failure } = useFormStatus(formState);

  const submit = async () => {
    setProgress(null);
    const outcome = await formState.submit();
    if (outcome.is === 'refused') focusWrong(form.current);
    if (outcome.is !== 'saved') return;
    void queries.invalidateQueries();
    noticeDone(outcome.stored, queries);
    if (outcome.stored.result === undefined) onClose();
    else setResult(outcome.stored.result);
  };
  const { close, question } = useConfirmedClose(formState, onClose);
  if (result !== null)
    return (
      <ResultDialog title={dialog.title} onClose={onClose}>
        {result}
      </ResultDialog>
    );
  const { fields = {} } = dialog;
  return (
    <Dialog
      onClose={close}
      title={dialog.title}
      centered
      size={Object.values(fields).some((field) => webKindOf(field).wide(field)) ? 'xl' : undefined}
      closeOnClickOutside={Object.keys(fields).length === 0}
    >
      <form
        ref={form}
        noValidate
        aria-label={dialog.title}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          {dialog.text && <Text component="div">{dialog.text(about)}</Text>}
          <LoneInputs fields={fields} formState={formState} />
          {failure && !failure.ofFields && <FailureNote outcome={failure} />}
          {saving && progress && <ProgressLine progress={progress} />}
        </Stack>
        <Answers dialog={dialog} saving={saving} onLeave={close} />
      </form>
      {question}
      <LeaveGuard formState={formState} />
    </Dialog>
  );
}

interface AnswersProps {
  dialog: Pick<ActionDialog<never>, 'danger' | 'fields' | 'leave' | 'submit'>;
  saving: boolean;
  onLeave: () => void;
}

/** Where there is no input to begin at, one of them has the focus: of what is dangerous the way out. */
function Answers({ dialog, saving, onLeave }: AnswersProps) {
  const { danger, fields = {} } = dialog;
  return (
    <DialogButtons>
      <Button variant="default" onClick={onLeave} disabled={saving} data-autofocus={danger || undefined}>
        {dialog.leave ?? 'Cancel'}
      </Button>
      <Button
        type="submit"
        color={danger ? 'red.9' : undefined}
        loading={saving}
        data-autofocus={(Object.keys(fields).length === 0 && !danger) || undefined}
      >
        {dialog.submit ?? 'Confirm'}
      </Button>
    </DialogButtons>
  );
}

interface ResultDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The result may be shown this once only, so a press beside the dialog does not close it. */
function ResultDialog({ title, onClose, children }: ResultDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      {children}
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
