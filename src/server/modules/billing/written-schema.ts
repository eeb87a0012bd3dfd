import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { DATE_ORDERS } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS } from '#kernel/reading/numbers.ts';
import type { JsonSchema } from '#server/platform/http/describe.ts';

/** What of an upload says how its file is written, where the file leaves two readings. */
export const writtenSchema: Record<string, JsonSchema> = {
  encoding: {
    enum: OTHER_ENCODINGS.map(({ name }) => name),
    description: 'Of text that is no Unicode.',
  },
  decimal_sign: {
    enum: DECIMAL_SIGNS,
    description:
      'Of the amounts; by default all of them settle it, and a file that leaves it open is refused.',
  },
  date_order: {
    enum: DATE_ORDERS,
    description:
      'Of dates such as 03/04/2026; by default all of them settle it together with the billing period.',
  },
};
