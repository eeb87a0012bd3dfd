import { useMemo } from 'react';
import { reverseRun } from '#calls/finalize.ts';
import type { Run } from '#calls/runs.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';

/** Confirms that a final run is to be taken back, and does it. */
export default function Reverse({ run, onClose }: { run: Run; onClose: () => void }) {
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: `Reverse Billing Run ${run.id}`,
      text: () =>
        'Each of its bills gets a bill against it, so that both stay in the books and come to nothing; what BigQuery has of it gets rows against it. Mails that were sent are not taken back.',
      danger: true,
      submit: 'Reverse',
      failed: 'The run could not be reversed.',
      run: async (_about, { once }) => {
        await once(run.id, (intent) => change(reverseRun, { id: run.id }, intent));
        return { notice: `Billing run ${run.id} is reversed.` };
      },
    }),
    [run.id],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
