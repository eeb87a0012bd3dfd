import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { writeDifferences } from '#calls/account-change.ts';
import { takeDifferencesOver } from '#calls/inventory-differences.ts';
import { isTakenOver, isWritten } from '#resources/inventory-repairs.ts';
import { change, previewOf } from '#web/data/call.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { noticeDone } from '#web/generic/additions/notice-done.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { RepairedLines, type RepairedLine } from './repaired-lines.tsx';

/** Which side is brought to what the other says. */
export type RepairSide = 'cloud' | 'inventory';

interface RepairDialogProps {
  side: RepairSide;
  rows: readonly RecordRow[];
  onClose: () => void;
  onDone: () => void;
}

const WORDS = {
  cloud: { title: 'Write to the Cloud', fits: isWritten },
  inventory: { title: 'Take Over from the Cloud', fits: isTakenOver },
} as const;
const LONGEST_REASON = 2000;

/** What would be done, line by line. */
async function previewLines(side: RepairSide, ids: string[], signal: AbortSignal): Promise<RepairedLine[]> {
  const body = { ids, reason: '', dry_run: true };
  if (side === 'cloud') return (await previewOf(writeDifferences, body, { signal })).data;
  const { data } = await previewOf(takeDifferencesOver, body, { signal });
  return data.map(({ label, before, after, ...line }) => ({
    ...line,
    what: `${label}: ${before ?? 'none'} → ${after ?? 'none'}`,
    problem: null,
  }));
}

/** Has it done; answers the lines of what is done in the background. */
async function repairLines(
  side: RepairSide,
  ids: string[],
  reason: string,
  intent: string,
): Promise<RepairedLine[]> {
  if (side === 'cloud') return change(writeDifferences, { ids, reason }, intent);
  await change(takeDifferencesOver, { ids, reason }, intent);
  return [];
}

/** What is said of it beside the list; null where there is more to say than fits. */
function noticeOf([first, ...others]: readonly RepairedLine[]): Outcome | string | null {
  if (!first) return 'The inventory has been updated!';
  if (others.length > 0 || typeof first.deployment !== 'number') return null;
  const to = `/auth/view/cloud_deployments/${first.deployment}`;
  return { title: `${first.what}: it is requested.`, link: { label: 'See its steps', to } };
}

/** Shows what the repair of some differences does, asks why, and has it done. */
export default function RepairDialog({ side, rows, onClose, onDone }: RepairDialogProps) {
  const { title, fits } = WORDS[side];
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(null));
  const [reason, setReason] = useState('');
  const [ids] = useState(() => rows.filter(fits).map(({ id }) => String(id)));
  const load = useLoad({
    queryKey: [writeDifferences.topic, side, ids, 'preview'],
    queryFn: ({ signal }) => previewLines(side, ids, signal),
  });
  const {
    mutate,
    isPending,
    error,
    data: done,
  } = useMutation({
    mutationFn: () => intents.once([side, ids, reason], (intent) => repairLines(side, ids, reason, intent)),
    onSuccess: (lines) => {
      void queries.invalidateQueries();
      const notice = noticeOf(lines);
      if (notice === null) return;
      noticeDone({ notice }, queries);
      onDone();
      onClose();
    },
  });
  if (done && noticeOf(done) === null)
    return (
      <Dialog onClose={onClose} title={title} centered size="xl" closeOnClickOutside={false}>
        <RepairedLines lines={done} />
        <DialogButtons>
          <Button
            data-autofocus
            onClick={() => {
              onDone();
              onClose();
            }}
          >
            Close
          </Button>
        </DialogButtons>
      </Dialog>
    );
  const left = rows.length - ids.length;
  const canBegin = load.is === 'loaded' && load.data.some(({ problem }) => problem === null);
  return (
    <Dialog
      onClose={() => !isPending && onClose()}
      title={title}
      centered
      size="xl"
      closeOnClickOutside={false}
    >
      <form
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack gap="md">
          {left > 0 && <Text size="sm">{leftWords(left, rows.length)}</Text>}
          <Loaded load={load} failed="What would be done could not be loaded" height={140}>
            {(lines) => <RepairedLines lines={lines} />}
          </Loaded>
          <Textarea
            label="Reason"
            description="Read by everybody who is mailed about it, and kept in the history."
            withAsterisk
            autosize
            minRows={2}
            maxLength={LONGEST_REASON}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          {error && <FailureNote outcome={{ title: 'It was not repaired.', reason: error.message }} />}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={!canBegin || reason.trim() === ''}>
            {title}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

const leftWords = (left: number, all: number): string =>
  `${left} of the ${all} chosen ${left === 1 ? 'lines is' : 'lines are'} not repaired on this side, and ${left === 1 ? 'stays' : 'stay'} as ${left === 1 ? 'it is' : 'they are'}.`;
