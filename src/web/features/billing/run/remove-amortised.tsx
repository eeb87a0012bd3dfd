import { useMemo } from 'react';
import { removeAmortised } from '#calls/commitments.ts';
import type { Run } from '#calls/runs.ts';
import { listed } from '#kernel/written.ts';
import { change } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';

interface RemoveAmortisedProps {
  run: Run;
  /** By which the parts know what was added at once. */
  addition: string;
  onClose: () => void;
}

/** Confirms that amortised costs are to be taken out of an open run, and does it. */
export default function RemoveAmortised({ run, addition, onClose }: RemoveAmortisedProps) {
  const dialog = useMemo((): ActionDialog<object> => {
    const names = run.parts.flatMap((part) => (part.addition === addition ? [part.name] : []));
    return {
      title: 'Remove Amortised Costs',
      text: () =>
        `${listed(names)} ${names.length === 1 ? 'is' : 'are'} taken out of billing run ${run.id}, which is read again. Commitments are charged to the buyer then, unless other amortised costs are left. They can be added again.`,
      danger: true,
      submit: 'Remove',
      failed: 'The amortised costs could not be removed.',
      run: async (_about, { once }) => {
        const { job } = await once([run.id, addition], (intent) =>
          change(removeAmortised, { id: run.id, addition }, intent),
        );
        followJob(job.id);
        return { notice: `Billing run ${run.id} is read again without ${listed(names)}.` };
      },
    };
  }, [run, addition]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
