import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { lastMonths, PROVIDERS } from '../billing.ts';

const MONTHS_OFFERED = 37;

/** What is told of a file beside it; the month before this one is the usual one. */
export function newRunFields() {
  const months = lastMonths(MONTHS_OFFERED);
  return {
    provider: choice('Provider', Object.keys(PROVIDERS), { default: 'azure', names: PROVIDERS }),
    month: choice('Month', months, {
      default: months[1],
      names: Object.fromEntries(months.map((month) => [month, formatMonth(month)])),
      hint: 'The month that is charged.',
    }),
    currency: text('Currency', {
      optional: true,
      format: 'currency',
      hint: 'Where the file has none; USD for a bill of AWS.',
    }),
    reference: text('Invoice Number', {
      optional: true,
      max: 100,
      hint: 'Where the file has none, as those of Azure EA.',
    }),
  };
}
