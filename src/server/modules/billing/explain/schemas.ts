import { arrayOf, integer, object, orNull, text, textOrNull } from '#server/platform/http/describe.ts';
import { bearer } from '../copilot/schemas.ts';
import { money } from '../money.ts';
import { explained, posting, share } from '../detail-schemas.ts';
import { run } from '../schemas.ts';

const { named, cloud_parent_id, chain } = explained;

/** What a posting was made of. */
export const madeOf = {
  posting,
  before: {
    ...textOrNull,
    description:
      'What earlier runs booked on the same place, where the run books the difference from them: the lines come to both together.',
  },
  accounts: {
    description: 'Whose lines it charges, those with the largest amounts first; of many the first hundred.',
    ...arrayOf(
      object({
        identifier: {
          ...textOrNull,
          description: 'null for what is charged to a cost center that was named.',
        },
        lines: integer,
        amount: text('A decimal with all the digits that the file has.'),
        share,
        named,
        cloud_parent_id,
        chain,
      }),
    ),
  },
  accounts_total: { ...integer, description: 'How many accounts there are.' },
  seats: {
    description:
      'Who bears what of it is charged for GitHub, as it was when the run was allocated; of many the first hundred.',
    ...arrayOf(bearer),
  },
  seats_total: { ...integer, description: 'How many there are.' },
  split: {
    description: 'What of the lines that belong to no account is a part of it, its rounding included.',
    ...object({
      lines: { ...integer, description: 'Those of the invoice.' },
      amount: money,
      rounding: { ...money, description: 'What of the difference from a stated total is in it.' },
    }),
  },
  bills: {
    description: 'The bill that books it, and that which takes it back.',
    ...arrayOf(
      object({
        id: integer,
        date: { type: 'string', format: 'date' },
        amount: money,
        counters: { type: 'boolean', description: 'Whether it takes a bill back.' },
      }),
    ),
  },
};

/** Where a bill comes from. */
export const originOf = object({
  bill: { ...integer, description: 'The id of the bill.' },
  counters: { type: 'boolean', description: 'Whether it takes another bill of the posting back.' },
  billing_run: {
    description: 'null for a bill that no run made, which has nothing of what follows.',
    ...orNull(run),
  },
  ...madeOf,
  posting: orNull(posting),
  split: orNull(madeOf.split),
});
