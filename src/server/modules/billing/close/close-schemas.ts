import { BILL_PROVIDERS, CLOUDS, HELD_AGAINST, RUN_STATES } from '#kernel/billing/runs.ts';
import { arrayOf, integer, moment, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { money } from '../money.ts';
import { CLOSE_STATES } from './board-run.ts';
import { MISSING_KINDS } from './missing.ts';

const month = text('YYYY-MM');
const momentOrNull = { type: ['string', 'null'], format: 'date-time' };
const integerOrNull = { type: ['integer', 'null'] };
const totals = arrayOf(object({ currency: text('Such as EUR'), amount: money }));
const place = {
  currency: text('Such as EUR'),
  company_code: text('Company code'),
  gl_account: text('GL account'),
  cost_center: { ...textOrNull, description: 'Either this or the WBS element.' },
  wbs_element: textOrNull,
};

export const accrualParams = object({ id: text('The id of the accrual.') });

export const accrual = object({
  id: integer,
  provider: { enum: BILL_PROVIDERS },
  month: { ...month, description: 'YYYY-MM, the month that it stands for.' },
  based_on: { ...month, description: 'YYYY-MM, the month whose final runs it was made of.' },
  percent: text('How much of the amounts of that month it is; 100 unless somebody said otherwise.'),
  state: { enum: ['standing', 'reversed'] },
  totals,
  created_by: text('Who made it'),
  created_at: moment,
  reversed_by: textOrNull,
  reversed_at: momentOrNull,
});

const posting = {
  n: integer,
  cloud: { enum: CLOUDS },
  reference: text('What stands for the invoice number.'),
  ...place,
  amount: money,
  text: text('What it says; it begins with Accrual.'),
  business_unit: textOrNull,
  owner_email: textOrNull,
};
export const accrualPosting = object(posting);

const compared = { accrued: money, invoiced: money, difference: money };

/** An accrual held against the final runs of its month. */
export const comparison = object({
  runs: { ...arrayOf(integer), description: 'The final runs that have the invoices.' },
  totals: arrayOf(object({ currency: text('Such as EUR'), ...compared })),
  places: arrayOf(object({ ...place, ...compared })),
});

export const suggestion = object({
  from: { ...textOrNull, description: 'YYYY-MM, the month that is copied; null where none is final.' },
  left_out: {
    description:
      'The runs of that month that are not final, whose amounts are missing. Empty where any month is whole.',
    ...arrayOf(integer),
  },
  percent: text('As it was asked for.'),
  totals,
  postings: arrayOf(
    object({
      ...posting,
      valid: { type: 'boolean', description: 'Whether the place is valid on the last day of the month.' },
    }),
  ),
});

const decision = object({
  at: moment,
  by: text('Who did it'),
  what: text('What was done'),
  run: { ...integerOrNull, description: 'The run that it was done to; null for accruals.' },
});

export const board = object({
  months: { description: 'The oldest first.', ...arrayOf(month) },
  providers: arrayOf(
    object({
      provider: { enum: BILL_PROVIDERS },
      cells: {
        description: 'One for each month.',
        ...arrayOf(
          object({
            month,
            state: {
              enum: CLOSE_STATES,
              description:
                'How far the run is that is least far; not_expected where nothing was charged for a year.',
            },
            runs: arrayOf(
              object({
                id: integer,
                state: { enum: RUN_STATES },
                file_name: text('File name'),
                invoices: {
                  description: 'How many of its invoices are held against each.',
                  ...object(Object.fromEntries(HELD_AGAINST.map((name) => [name, integer]))),
                },
                finalized_unasked: {
                  type: 'boolean',
                  description: 'Whether it was finalized before anybody was asked for that.',
                },
              }),
            ),
            missing: arrayOf(
              object({
                kind: { enum: MISSING_KINDS },
                message: text('What is missing, as a sentence.'),
                run: { ...integerOrNull, description: 'The run that it is about.' },
              }),
            ),
            accruals: arrayOf(accrual),
            differences: {
              description:
                'Differences after the close: runs that correct what was booked for the month, and those that became final in it.',
              ...arrayOf(
                object({
                  run: integer,
                  state: { enum: RUN_STATES },
                  month: { ...month, description: 'YYYY-MM, the month that is charged.' },
                  finalized_in: {
                    ...textOrNull,
                    description: 'YYYY-MM, the month in which it became final; null as long as it is not.',
                  },
                  corrects: { description: 'The runs that it corrects.', ...arrayOf(integer) },
                  totals,
                }),
              ),
            },
            may_accrue: { type: 'boolean', description: 'Whether an accrual can be made.' },
            decisions: { description: 'Who did what, the oldest first.', ...arrayOf(decision) },
          }),
        ),
      },
    }),
  ),
});
