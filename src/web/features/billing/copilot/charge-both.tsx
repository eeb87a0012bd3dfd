import { useMemo } from 'react';
import { decideCopilot } from '#calls/copilot.ts';
import { text } from '#kernel/fields/text.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';

const fields = {
  reason: text('Reason', {
    max: 500,
    hint: 'Why both are right, as those who look at the runs will read it, such as the day on which it moved to Azure.',
  }),
};

interface ChargeBothProps {
  /** The id of the run. */
  run: number;
  /** In small letters; * for what names none. */
  organization: string;
  onClose: () => void;
}

/** Says that Copilot of an organization is rightly charged by two runs of a month. */
export default function ChargeBoth({ run, organization, onClose }: ChargeBothProps) {
  const dialog = useMemo((): ActionDialog<object> => {
    const what = organization === '*' ? 'GitHub Copilot' : `GitHub Copilot of ${organization}`;
    return {
      title: 'Charge Both',
      text: () =>
        `${what} is billed by Azure and by GitHub for this month. Where one of them is wrong, close this and give up its run.`,
      fields,
      start: () => ({ reason: null }),
      submit: 'Charge Both',
      failed: 'It could not be decided.',
      run: async ({ values }, { once }) => {
        const decision = { organization, reason: String(values['reason'] ?? '') };
        await once([run, decision], (intent) => change(decideCopilot, { id: run, ...decision }, intent));
        return { notice: `Both runs charge ${what}, and this one is allocated anew.` };
      },
    };
  }, [run, organization]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
