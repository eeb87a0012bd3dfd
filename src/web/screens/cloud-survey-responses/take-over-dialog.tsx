import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { takeAnswersBack, takeAnswersOver } from '#calls/survey-responses.ts';
import { change } from '#web/data/call.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { noticeDone } from '#web/generic/additions/notice-done.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { differingAnswers } from './differing-answers.ts';

const FAILED = 'The answers could not be taken over. Please try again.';

interface TakeOverDialogProps {
  row: RecordRow;
  onClose: () => void;
}

/** Shows what the inventory has and what it would have, and takes over the answers that are chosen. */
export default function TakeOverDialog({ row, onClose }: TakeOverDialogProps) {
  const queries = useQueryClient();
  const [answers] = useState(() => differingAnswers(row));
  const [intents] = useState(() => createIntents(null));
  const only = answers.length === 1 ? answers.map(({ answer }) => String(answer)) : [];
  const [chosen, setChosen] = useState<string[]>(only);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Outcome | null>(null);

  const { id } = row;
  const takeOver = async () => {
    setSaving(true);
    setFailure(null);
    const wanted = answers.map(({ answer }) => answer).filter((answer) => chosen.includes(answer));
    try {
      const { lock_version } = await intents.once(wanted, (intent) =>
        change(takeAnswersOver, { id, answers: wanted }, intent),
      );
      const back = newIntent();
      const undo = {
        send: () => change(takeAnswersBack, { id, lock_version }, back),
        done: 'The inventory says again what it said before!',
        failed: 'This could not be undone',
      };
      noticeDone({ notice: 'The inventory has been updated!', undo }, queries);
      onClose();
      void queries.invalidateQueries();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure({ title: FAILED, reason: error.message });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog onClose={() => !saving && onClose()} title="Take Over into Inventory" centered size="lg">
      <form
        aria-label="Take Over into Inventory"
        onSubmit={(event) => {
          event.preventDefault();
          void takeOver();
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            The chosen answers replace what the inventory says of{' '}
            {String(row['cloud_parent_identifier'] ?? '')}. Its history keeps what it said before.
          </Text>
          <Checkbox.Group value={chosen} onChange={setChosen} readOnly={saving}>
            <Stack gap="sm">
              {answers.map(({ answer, label, now, answered }, at) => (
                <Checkbox
                  key={answer}
                  value={answer}
                  label={label}
                  description={`${now ?? 'None'} → ${answered}`}
                  data-autofocus={at === 0 || undefined}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          {failure && <FailureNote outcome={failure} />}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" loading={saving} disabled={chosen.length === 0}>
            Take Over
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
