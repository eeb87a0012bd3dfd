import { arrayOf, integer, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { explained, money, posting } from '../schemas.ts';

const { named, cloud_parent_id, chain } = explained;

/** What a posting was made of. */
export const madeOf = {
  posting,
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
        named,
        cloud_parent_id,
        chain,
      }),
    ),
  },
  accounts_total: { ...integer, description: 'How many accounts there are.' },
  split: {
    description: 'What of the lines that belong to no account is a part of it, its rounding included.',
    ...object({ lines: { ...integer, description: 'Those of the invoice.' }, amount: money }),
  },
};
