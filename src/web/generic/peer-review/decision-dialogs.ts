import type { WaitingChange } from '#calls/peer-review.ts';
import { text } from '#kernel/fields/text.ts';
import { LONGEST_REASON } from '#kernel/review.ts';
import type { ActionDialog } from '../additions/additions.ts';
import { decisions } from './waiting-calls.ts';

type About = { change: WaitingChange };

const note = text('Note', { optional: true, max: LONGEST_REASON });
const why = text('Reason', { max: LONGEST_REASON, hint: 'The requester is notified.' });

/** The dialogs in which somebody decides on a change that waits. */
export const decisionDialogs: Readonly<Record<'approve' | 'refuse' | 'withdraw', ActionDialog<About>>> = {
  approve: {
    title: 'Approve the Change',
    text: ({ change: { by } }) => `It is made at once. The history names ${by.name ?? by.email} and you.`,
    fields: { note },
    submit: 'Approve',
    failed: 'The change could not be approved.',
    run: async ({ change, values }, { once }) => {
      const done = await once(values, (intent) => decisions.approve(change, values['note'], intent));
      return {
        notice:
          done.state === 'approved'
            ? 'The change has been approved!'
            : 'What it changes was deleted meanwhile, so the change has ended.',
      };
    },
  },
  refuse: {
    title: 'Refuse the Change',
    text: () => 'Nothing is changed.',
    fields: { why },
    submit: 'Refuse',
    failed: 'The change could not be refused.',
    run: async ({ change, values }, { once }) => {
      await once(values, (intent) => decisions.refuse(change, values['why'], intent));
      return { notice: 'The change has been refused!' };
    },
  },
  withdraw: {
    title: 'Withdraw the Change',
    text: () => 'Nothing is changed, and nobody has to decide on it any more.',
    submit: 'Withdraw',
    failed: 'The change could not be withdrawn.',
    run: async ({ change }, { once }) => {
      await once(change.id, (intent) => decisions.withdraw(change, intent));
      return { notice: 'The change has been withdrawn!' };
    },
  },
};
