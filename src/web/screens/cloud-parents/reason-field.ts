import { longText } from '#kernel/fields/long-text.ts';

/** Why something is done with accounts. */
export const reasonField = longText('Reason', {
  max: 2000,
  hint: 'Everybody who is told reads it, and the account keeps it.',
});
