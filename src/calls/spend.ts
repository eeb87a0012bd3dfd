import { z } from 'zod';
import { parseIsoDay } from '#kernel/dates.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { defineCall } from './call.ts';
import { optionalPageMembers, searchText, wholeNumber } from './shapes.ts';

/*
 * The totals of bills per identifier and day, and the identifiers that were charged.
 */

const MOST_LARGEST = 100;
/** Identifiers that are offered at once. */
export const MOST_IDENTIFIERS = 100;

const dayParam = (description: string) =>
  z
    .string()
    .transform((written, context) => {
      const day = parseIsoDay(written);
      if (day !== null) return day;
      context.addIssue('must be a day, such as 2026-03-29.');
      return z.NEVER;
    })
    .optional()
    .meta({ format: 'date', description });

const sum = {
  currency: z.string().describe('Amounts of several currencies are never summed.'),
  amount: z.string().describe('A decimal; a number would round it.'),
  bills: z.int(),
};

const spend = z.object({
  identifier: z.string().nullable().describe('null: the sum of those that are not named.'),
  date: z.string().meta({ format: 'date', description: 'The day of the bills.' }),
  ...sum,
});
/** The charge of an identifier on a day. */
export type Spend = z.output<typeof spend>;

const currencySpend = z.object({ ...sum, identifiers: z.int() });
/** The charges in a currency. */
export type CurrencySpend = z.output<typeof currencySpend>;

const OF_BILLS = {
  method: 'GET',
  right: { model: cloudBills.name, action: 'read' },
  topic: cloudBills.name,
  tag: cloudBills.label[1],
} as const;

/** The spend per identifier, day and currency. */
export const listSpend = defineCall({
  ...OF_BILLS,
  path: '/cloud_bills/spend',
  summary: 'What was spent per identifier and day',
  success: 'The sums, by currency and day',
  query: z
    .strictObject({
      key: z.string().optional().describe('The identifier that was charged; all where it is left out.'),
      startDate: dayParam('The first day.'),
      endDate: dayParam('The last day.'),
      largest: wholeNumber(MOST_LARGEST)
        .optional()
        .describe('So many identifiers of each currency are listed; the others are one sum per day.'),
      page: optionalPageMembers.page.describe('With it the sums of one currency come in pages.'),
      per_page: optionalPageMembers.per_page,
      currency: z.string().optional().describe('That of a page; by default the one of the most bills.'),
      q: searchText.describe('With `page`: part of the identifier.'),
    })
    .refine(({ largest, page }) => largest === undefined || page === undefined, {
      path: ['largest'],
      error: 'and page cannot be combined.',
    }),
  data: z.array(spend),
  meta: z.object({
    total: z.int().describe('How many sums there are, listed or not.'),
    currency: z.string().nullable().describe('That of the page.'),
    currencies: z.array(currencySpend),
    identifiers: z.array(z.object({ identifier: z.string().describe('What was charged.'), ...sum })),
  }),
});

/** The identifiers that were charged. */
export const listIdentifiers = defineCall({
  ...OF_BILLS,
  path: '/cloud_bills/identifiers',
  summary: 'The identifiers that were charged',
  success: `The first ${MOST_IDENTIFIERS} of them, in order`,
  query: z.strictObject({ q: searchText.describe('Part of the identifier; all where it is left out.') }),
  data: z.array(z.string().describe('Identifier')),
  meta: z.object({ total: z.int() }),
});
