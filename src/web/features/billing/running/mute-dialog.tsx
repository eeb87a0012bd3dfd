import { useMemo } from 'react';
import { addMute, type Anomaly } from '#calls/anomalies.ts';
import { date } from '#kernel/fields/date.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { text } from '#kernel/fields/text.ts';
import { dayAfter } from '#kernel/dates.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';

const MUTED_DAYS = 30;

interface MuteDialogProps {
  /** The anomaly whose account and service it begins with; null for none. */
  about: Anomaly | null;
  onClose: () => void;
}

/** Mutes the anomalies of some accounts and services until a day. */
export default function MuteDialog({ about, onClose }: MuteDialogProps) {
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: 'Mute Anomalies',
      text: () => 'They are still found and listed as muted, and no mail reports them.',
      fields: {
        account: text('Account', { hint: 'Its id or its name. A star stands for any text: shop-*.' }),
        service: text('Service', { hint: 'A star stands for any text, and alone for all services.' }),
        until: date('Until', { hint: 'The last day without notifications.' }),
        reason: longText('Reason', { max: 500 }),
      },
      start: () => ({
        account: about?.identifier ?? '',
        service: about?.service ?? '*',
        until: dayAfter(new Date().toISOString().slice(0, 10), MUTED_DAYS),
      }),
      submit: 'Mute',
      failed: 'The anomalies could not be muted.',
      run: async ({ values }, { once }) => {
        const of = (name: string) => String(values[name]);
        const input = {
          account: of('account'),
          service: of('service'),
          until: of('until'),
          reason: of('reason'),
        };
        await once([input], (intent) => change(addMute, input, intent));
        return { notice: 'The anomalies are muted!' };
      },
    }),
    [about],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
