import { z } from 'zod';
import { BILL_PROVIDERS, CLOUDS } from '#kernel/billing/runs.ts';
import { defineCall, defineFileCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { currency, idOf, moment, money, month, monthGiven, oneOf, totals, XLSX_TYPE } from './shapes.ts';

/*
 * The accruals for invoices that have not come.
 */

const integer = z.int();

/** The postings for a month whose invoice has not come. */
export const accrual = z.object({
  id: integer,
  provider: z.enum(BILL_PROVIDERS),
  month: month.describe('YYYY-MM, the month that is accrued.'),
  based_on: month.describe('YYYY-MM, the month whose final runs it was made of.'),
  percent: z
    .string()
    .describe('How much of the amounts of that month it is; 100 unless somebody said otherwise.'),
  state: z.enum(['standing', 'reversed']),
  totals,
  created_by: z.string().describe('Who made it'),
  created_at: moment,
  reversed_by: z.string().nullable(),
  reversed_at: moment.nullable(),
});
export type Accrual = z.output<typeof accrual>;

const MOST_PERCENT = 1000;
const PERCENT_WANTED = `must be a number above 0 and up to ${MOST_PERCENT}, with at most four decimals.`;

/** The input of an accrual: the amounts of the last final month, scaled only where somebody says so. */
const wanted = z.strictObject({
  provider: oneOf(BILL_PROVIDERS).describe('Whose invoice has not come.'),
  month: monthGiven.describe('YYYY-MM, the month that is accrued.'),
  percent: z
    .union([z.string(), z.number()], PERCENT_WANTED)
    .nullish()
    .transform((given) =>
      given === undefined || given === null || given === '' ? '100' : String(given).trim(),
    )
    .refine(
      (percent) =>
        /^\d{1,4}(?:\.\d{1,4})?$/.test(percent) && Number(percent) > 0 && Number(percent) <= MOST_PERCENT,
      PERCENT_WANTED,
    )
    .describe('Of the amounts of the last final month; 100 where nothing is given.'),
});
export type AccrualWanted = z.output<typeof wanted>;

const place = {
  currency,
  company_code: z.string().describe('Company code'),
  gl_account: z.string().describe('GL account'),
  cost_center: z.string().nullable().describe('Either this or the WBS element.'),
  wbs_element: z.string().nullable(),
};
const posting = {
  n: integer,
  cloud: z.enum(CLOUDS),
  reference: z.string().describe('What is used as the invoice number.'),
  ...place,
  amount: money,
  text: z.string().describe('What it says; it begins with Accrual.'),
  business_unit: z.string().nullable(),
  owner_email: z.string().nullable(),
};
const suggestedPosting = z.object({
  ...posting,
  valid: z.boolean().describe('Whether the place is valid on the last day of the month.'),
});
export type SuggestedPosting = z.output<typeof suggestedPosting>;

/** The postings that would be accrued for a month. */
export const suggestion = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_accruals/suggestion',
  right: 'see_billing',
  summary: 'Suggest an accrual for a month, from the last final month of the provider',
  success: 'What would be accrued',
  query: wanted,
  data: z.object({
    from: z.string().nullable().describe('YYYY-MM, the month that is copied; null where none is final.'),
    left_out: z
      .array(integer)
      .describe(
        'The runs of that month that are not final, whose amounts are missing. Empty where any month is whole.',
      ),
    percent: z.string().describe('As it was requested.'),
    totals,
    postings: z.array(suggestedPosting),
  }),
});
export type Suggestion = z.output<typeof suggestion.data>;

const compared = {
  accrued: money,
  invoiced: money,
  difference: money.describe('The invoices less the accrual; a decimal with the decimals of its currency.'),
};
const comparison = z.object({
  runs: z.array(integer).describe('The final runs that have the invoices.'),
  totals: z.array(z.object({ currency, ...compared })),
  places: z.array(z.object({ ...place, ...compared })),
});
/** An accrual held against the final runs of its month. */
export type Comparison = z.output<typeof comparison>;

const params = z.strictObject({ id: idOf('Accrual') });

/** An accrual with its postings, and what its invoices came to. */
export const readAccrual = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_accruals/:id',
  right: 'see_billing',
  summary: 'Read an accrual, with what its invoices came to',
  success: 'The accrual',
  refusals: [404],
  params,
  data: z.object({
    accrual,
    postings: z.array(z.object(posting)),
    comparison: comparison.nullable().describe('null until a run of the month is final.'),
  }),
});

/** Whether a file takes back what was booked. */
export const reversal = oneOf(['true', 'false'])
  .transform((given) => given === 'true')
  .default(false)
  .describe('Whether it takes back what was booked.');

/** The sheet that finance books of an accrual. */
export const accrualSheet = defineFileCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_accruals/:id/sheet.xlsx',
  right: 'see_billing',
  weight: 'heavy',
  summary: 'Download the sheet that finance books of an accrual, or of its reversal',
  description: 'The columns are those of the Pre-AP sheet of a run.',
  success: 'The workbook',
  refusals: [404],
  params,
  query: z.strictObject({ reversal }),
  file: XLSX_TYPE,
});

/** Accrues a month whose invoice has not come. */
export const makeAccrual = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_accruals',
  right: 'run_billing',
  summary: 'Accrue a month whose invoice has not come, from the last final month of the provider',
  description:
    'Nothing is booked by it: finance books its sheet, and the reversal once the invoice is there.',
  success: 'The accrual',
  status: 201,
  refusals: [409, 422],
  body: wanted,
  wrapper: 'billing_accrual',
  data: accrual,
});

/** Takes an accrual back. */
export const reverseAccrual = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_accruals/:id/reverse',
  right: 'run_billing',
  summary: 'Take an accrual back',
  success: 'The accrual',
  refusals: [404, 409, 422],
  params,
  body: z.strictObject({}),
  data: accrual,
});
