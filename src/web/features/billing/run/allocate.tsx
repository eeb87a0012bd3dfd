import { useMemo } from 'react';
import type { Run } from '#calls/runs.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { allocateRun } from '../rules/rules.ts';

/** Has an open run allocated by the reference data as they are now, by its own version of the rules. */
export default function Allocate({ run, onClose }: { run: Run; onClose: () => void }) {
  const dialog = useMemo((): ActionDialog<object> => {
    const { id, rules_version: version } = run;
    return {
      title: `Allocate Billing Run ${id} Anew`,
      text: () =>
        'Each account is charged where the inventory, cost centers, networks and project ids say today. What was assigned, typed in or accepted of a workbook stays.',
      submit: 'Allocate',
      failed: `Run ${id} could not be allocated anew.`,
      run: async (_about, { once }) => {
        await allocateRun(id, version, once);
        return { notice: `Billing run ${id} is allocated anew.` };
      },
    };
  }, [run]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
