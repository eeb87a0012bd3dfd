import { useMemo } from 'react';
import { closeAttestation, extendAttestation, remindNow, type Attestation } from '#calls/attestation.ts';
import { formatDay } from '#kernel/dates.ts';
import { date } from '#kernel/fields/date.ts';
import { text } from '#kernel/fields/text.ts';
import { grouped } from '#kernel/written.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { readDays } from './attestations.ts';

/** What can be done with a campaign under way. */
export type CampaignAct = 'remind' | 'extend' | 'close';

const DAYS = 'Remind so many days before';

const dialogs: Readonly<Record<CampaignAct, (campaign: Attestation) => ActionDialog<object>>> = {
  remind: ({ id, name, owners_waiting: waiting }) => ({
    title: `Remind Owners of ${name}`,
    text: () =>
      `${grouped(waiting)} ${waiting === 1 ? 'owner has' : 'owners have'} not answered about everything. Each gets a mail with a link.`,
    submit: 'Remind',
    failed: 'Nobody was reminded.',
    run: async (_, { once }) => {
      await once([id], (intent) => change(remindNow, { id: String(id) }, intent));
      return { notice: 'The reminders are being written!' };
    },
  }),
  extend: ({ id, name, last_day: day, remind_days: days }) => ({
    title: `Last Day of ${name}`,
    text: () => `It is ${formatDay(day)} now. Links that were sent are good until the new day.`,
    fields: {
      last_day: date('Last Day'),
      remind_days: text(DAYS, { optional: true, max: 60, hint: 'Such as 7, 1. Empty: nobody is reminded.' }),
    },
    start: () => ({ last_day: day, remind_days: days.join(', ') }),
    problems: (found, values) =>
      readDays(String(values['remind_days'] ?? '')) === null
        ? { ...found, remind_days: `${DAYS} must be numbers of days such as 7, 1.` }
        : found,
    submit: 'Save',
    failed: 'The last day was not changed.',
    run: async ({ values }, { once }) => {
      const input = {
        id: String(id),
        last_day: String(values['last_day'] ?? ''),
        remind_days: readDays(String(values['remind_days'] ?? '')) ?? [],
      };
      const { last_day: now } = await once([input], (intent) => change(extendAttestation, input, intent));
      return { notice: `The last day is ${formatDay(now)}!` };
    },
  }),
  close: ({ id, name, counts }) => ({
    title: `Close ${name}`,
    text: () =>
      `Its links end at once. ${grouped(counts.waiting)} ${counts.waiting === 1 ? 'thing' : 'things'} about which nobody has answered ${counts.waiting === 1 ? 'becomes' : 'become'} drift. A closed campaign is not opened again.`,
    submit: 'Close Campaign',
    danger: true,
    failed: 'The campaign was not closed.',
    run: async (_, { once }) => {
      await once([id], (intent) => change(closeAttestation, { id: String(id) }, intent));
      return { notice: `${name} is closed!` };
    },
  }),
};

interface CampaignDialogProps {
  campaign: Attestation;
  act: CampaignAct;
  onClose: () => void;
}

/** The dialog of something that is done with a campaign. */
export default function CampaignDialog({ campaign, act, onClose }: CampaignDialogProps) {
  const dialog = useMemo(() => dialogs[act](campaign), [act, campaign]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
