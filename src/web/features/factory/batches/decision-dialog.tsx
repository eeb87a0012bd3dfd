import { useMemo } from 'react';
import { approveBatch, declineBatch, type BatchInFull } from '#calls/batches.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { requestsInWords } from './batches.ts';

/** What is decided about a batch. */
export type Decision = 'approve' | 'decline';

const DECISIONS = {
  approve: { call: approveBatch, label: 'Approve All', comes: 'will be made', done: 'approved' },
  decline: { call: declineBatch, label: 'Decline All', comes: 'will not be made', done: 'declined' },
} as const;

interface DecisionDialogProps {
  batch: BatchInFull;
  decision: Decision;
  onClose: () => void;
}

/** Asks for the reason of a decision about all that waits of a batch. */
export default function DecisionDialog({ batch, decision, onClose }: DecisionDialogProps) {
  const { id, kind, counts, requested_by: requester } = batch;
  const dialog = useMemo((): ActionDialog<object> => {
    const { call, label, comes, done } = DECISIONS[decision];
    return {
      title: label,
      text: () => `${requestsInWords(kind, counts.waiting_approval)} ${comes}, and ${requester} gets a mail.`,
      fields: {
        reason: longText('Reason', { hint: 'Read by the requester, and kept in the history.' }),
      },
      submit: label,
      failed: messages.reportFailed,
      run: async ({ values }, { once }) => {
        const reason = String(values['reason'] ?? '');
        await once([id, decision, reason], (intent) => change(call, { id, reason }, intent));
        return { notice: `The requests are ${done}!` };
      },
    };
  }, [id, kind, counts, requester, decision]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
