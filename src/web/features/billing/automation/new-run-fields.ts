import { choice } from '#kernel/fields/choice.ts';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { DATE_ORDERS } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS } from '#kernel/reading/numbers.ts';
import { text } from '#kernel/fields/text.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { lastMonths, PROVIDERS } from '../billing.ts';

const MONTHS_OFFERED = 37;

/** The values that a person states beside a file; its month is that of the file, unless they choose one that it must have. */
export function newRunFields() {
  const months = lastMonths(MONTHS_OFFERED);
  return {
    provider: choice('Provider', Object.keys(PROVIDERS), { default: 'azure', names: PROVIDERS }),
    month: choice('Month', months, {
      optional: true,
      names: Object.fromEntries(months.map((month) => [month, formatMonth(month)])),
      hint: 'The month that is charged; by default that of the file.',
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

/** The stated readings of a file that leaves two; each input is shown once it is needed. */
export function readingFields() {
  return {
    decimal_sign: choice('Decimal Sign', DECIMAL_SIGNS, {
      optional: true,
      names: { '.': 'Decimal point: 1,234 is 1234', ',': 'Decimal comma: 1,234 is 1.234' },
    }),
    date_order: choice('Order of Dates', DATE_ORDERS, {
      optional: true,
      names: { month_first: 'Month first: 03/04 is 4 March', day_first: 'Day first: 03/04 is 3 April' },
    }),
    encoding: choice(
      'Encoding',
      OTHER_ENCODINGS.map(({ name }) => name),
      {
        optional: true,
        names: Object.fromEntries(OTHER_ENCODINGS.map(({ name, label }) => [name, label])),
      },
    ),
  };
}
