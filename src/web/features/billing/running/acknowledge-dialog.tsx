import { useMemo } from 'react';
import { acknowledgeAnomaly, type Anomaly } from '#calls/anomalies.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { formatDay } from '#kernel/dates.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { formatMoney } from '../amounts.ts';

interface AcknowledgeDialogProps {
  anomaly: Anomaly;
  onClose: () => void;
}

/** Says that an anomaly was looked at, and why it is as it is. */
export default function AcknowledgeDialog({ anomaly, onClose }: AcknowledgeDialogProps) {
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: 'Acknowledge an Anomaly',
      text: () =>
        `${anomaly.service ?? 'No service'} of ${anomaly.name ?? anomaly.identifier}: ${formatMoney(anomaly.beyond, anomaly.currency)} beyond the usual since ${formatDay(anomaly.first_day)}.`,
      fields: {
        reason: longText('Reason', {
          max: 500,
          hint: 'Why it is as it should be, or what is done about it. The owner sees it as well.',
        }),
      },
      submit: 'Acknowledge',
      failed: 'The anomaly could not be acknowledged.',
      run: async ({ values }, { once }) => {
        const input = { id: anomaly.id, reason: String(values['reason']) };
        await once([input], (intent) => change(acknowledgeAnomaly, input, intent));
        return { notice: 'The anomaly is acknowledged!' };
      },
    }),
    [anomaly],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
