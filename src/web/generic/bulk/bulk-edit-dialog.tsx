import { Button, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { SelectionPreview } from '#calls/selections.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { focusWrong } from '../editing/focus-wrong.ts';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { useConfirmedClose } from '../form/use-confirmed-close.tsx';
import { createBulkFormState, sharedFields } from './bulk-form-state.ts';
import type { SelectionDialogProps } from './bulk-delete-dialog.tsx';
import { ChangePreview } from './change-preview.tsx';
import { ChosenFields } from './chosen-fields.tsx';
import { RefusedList } from './refused-list.tsx';
import { countOfSelection, previewOf, type Progress } from './selection-calls.ts';
import { useSelectionWork } from './use-selection-work.ts';
import { WorkProgress } from './work-progress.tsx';

/** What a change would do, and the change. */
interface Looked {
  preview: SelectionPreview;
  changes: Values;
}

const titleOf = ({ label }: Resource, count: number) =>
  `Edit ${grouped(count)} ${label[count === 1 ? 0 : 1]}`;

/** The form of the fields that are set, and what a change by it would do, once that was looked at. */
function useChanges({ resource, selection }: SelectionDialogProps) {
  const fields = sharedFields(resource);
  const [names, setNames] = useState<readonly string[]>(() => fields.slice(0, 1).map(([name]) => name));
  const [looked, setLooked] = useState<Looked | null>(null);
  const [progress, setProgress] = useState<Progress>(null);
  const [form] = useState(() =>
    createBulkFormState(resource, names, async (changes) => {
      setProgress(null);
      setLooked({ preview: await previewOf(resource, selection, changes, setProgress), changes });
    }),
  );
  const choose = (next: readonly string[]) => {
    form.choose(next);
    setNames(next);
  };
  const { formState } = form;
  return { fields, names, choose, formState, looked, back: () => setLooked(null), progress };
}

/** Sets fields of all selected records, after a look at what that changes. */
export default function BulkEditDialog(props: SelectionDialogProps) {
  const { resource, selection, onClose } = props;
  const { fields, names, choose, formState, looked, back, progress } = useChanges(props);
  const { saving: looks, failure } = useFormStatus(formState);
  const work = useSelectionWork(props);
  const { close, question } = useConfirmedClose(formState, onClose);
  const form = useRef<HTMLFormElement>(null);
  const title = titleOf(resource, countOfSelection(selection));
  const follow = () => {
    formState.giveUp();
    onClose();
  };
  const submit = async () => {
    if (work.busy) return;
    if (looked) return work.start(looked.preview, looked.changes);
    const result = await formState.submit();
    if (result.is === 'refused') focusWrong(form.current);
  };
  return (
    <Dialog onClose={work.busy ? work.leave : close} title={title} centered closeOnClickOutside={false}>
      <form
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">Each field gets the same value in all of them; the others stay as they are.</Text>
          {looked ? (
            <ChangePreview resource={resource} preview={looked.preview} onFollow={follow} />
          ) : (
            <ChosenFields {...{ fields, names, formState }} onNames={choose} />
          )}
        </Stack>
        {failure && !failure.ofFields && <FailureNote outcome={failure} onFollow={follow} mt="md" />}
        {work.error && (
          <RefusedList
            resource={resource}
            error={work.error}
            sentence={resource.messages.updateFailed}
            onFollow={follow}
          />
        )}
        {looks && progress && <WorkProgress label="Looking at what would change" progress={progress} />}
        {work.busy?.job && <WorkProgress label="Changing" progress={work.busy.progress} />}
        <Buttons
          {...{ looked, looks, work }}
          onClose={close}
          onBack={() => {
            work.clear();
            back();
          }}
        />
      </form>
      {question}
      <LeaveGuard formState={formState} />
    </Dialog>
  );
}

interface ButtonsProps {
  looked: Looked | null;
  looks: boolean;
  work: ReturnType<typeof useSelectionWork>;
  onClose: () => void;
  onBack: () => void;
}

function Buttons({ looked, looks, work, onClose, onBack }: ButtonsProps) {
  const refuses = (looked?.preview.refused_total ?? 0) > 0;
  const changes = looked?.preview.fields.some(({ changed }) => changed > 0) ?? false;
  return (
    <DialogButtons>
      {work.busy?.job ? (
        <Button variant="default" onClick={work.leave}>
          Go on in the background
        </Button>
      ) : (
        <Button variant="default" onClick={onClose} disabled={looks || work.busy !== null}>
          Cancel
        </Button>
      )}
      {looked && (
        <Button variant="default" onClick={onBack} disabled={work.busy !== null}>
          Back
        </Button>
      )}
      {looked ? (
        <Button
          type="submit"
          loading={work.busy !== null}
          disabled={refuses || !changes}
          title={refuses ? 'Some records would refuse' : changes ? undefined : 'Nothing would change'}
        >
          Save
        </Button>
      ) : (
        <Button type="submit" loading={looks}>
          Preview
        </Button>
      )}
    </DialogButtons>
  );
}
