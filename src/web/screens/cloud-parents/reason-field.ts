import { longText } from '#kernel/fields/long-text.ts';

/** Why something is done with accounts. */
export const reasonField = longText('Reason', {
  max: 2000,
  hint: 'Read by everybody who is mailed about it, and kept with the account.',
});
