import { arrayOf, integer, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { money } from './money.ts';

const dayOrNull = { type: ['string', 'null'], format: 'date' };
const integerOrNull = { type: ['integer', 'null'] };
const amounts = arrayOf(object({ currency: text('Such as EUR'), amount: money }));

/** A part of the files of a run. */
export const part = object({
  name: text('Its name, as it was sent or as the archive has it.'),
  state: { enum: ['read', 'repeated', 'missing'] },
  same_as: { ...textOrNull, description: 'The part whose bytes it has, where it is repeated.' },
  rows: { ...integer, description: 'Below the header.' },
  lines: { ...integer, description: 'How many of them charge something.' },
  totals: amounts,
  amortised: {
    type: 'boolean',
    description:
      'Whether it has the amortised costs of what the others bill: commitments are split by it, and nothing of it is booked.',
  },
});

/** What files or a run hold, by which two are told apart. */
export const figures = object({
  id: { ...integerOrNull, description: 'The run; null for files that no run was begun with.' },
  file_name: text('File name'),
  lines: { ...integer, description: 'How many lines charge something.' },
  accounts: { ...integer, description: 'How many accounts, subscriptions or projects they are of.' },
  first_day: dayOrNull,
  last_day: dayOrNull,
  totals: amounts,
});

export const otherIsBooked = {
  type: 'boolean',
  description: 'Whether the other run is final: what differs from it can be booked.',
};
