import { MAIL_STATES, type Mail, type MailState } from '#kernel/work.ts';

const SHOWN: Record<MailState, { label: string; color: string }> = {
  queued: { label: 'Queued', color: 'yellow' },
  sending: { label: 'Sending', color: 'blue' },
  sent: { label: 'Sent', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
  kept: { label: 'Kept', color: 'gray' },
};

/** The states of a mail, as the filter offers them, each with the colour of its dot. */
export const mailStates = MAIL_STATES.map((value) => ({ value, ...SHOWN[value] }));

/** The word for the state of a mail, and the colour of its dot. */
export const shownState = ({ state }: Mail) => ({ word: SHOWN[state].label, color: SHOWN[state].color });

/** The mails that this person may send: failed ones, kept ones, and those that wait for their next try. */
export const canBeSent = ({ state, next_try, may_send_again }: Mail): boolean =>
  may_send_again && (state === 'failed' || state === 'kept' || (state === 'queued' && next_try !== null));
