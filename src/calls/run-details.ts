import { headingOf } from '#kernel/csv/headings.ts';
import { z } from 'zod';
import { defineCall, defineFileCall } from './call.ts';
import { explained } from './exceptions.ts';
import { PART_OF_RUN } from './part-of-run.ts';
import { cloud } from './bill-contents.ts';
import {
  currency,
  day,
  queryId,
  money,
  oneOf,
  optionalPageMembers,
  pageMembers,
  pageMeta,
  queryFlag,
  wholeNumber,
} from './shapes.ts';
import { LACKS } from './untagged.ts';

/*
 * The results of a run: postings, splits, and the lines with the way that each of them went.
 */

const integer = z.int();
const textOrNull = z.string().nullable();
const digits = z.string().describe('A decimal with all the digits that the file has.');
const total = z.object({ total: integer });
const LAST_ROW = 999_999_999;

/** The purposes of lines. */
export const LINE_KINDS = ['usage', 'tax', 'credit', 'adjustment', 'rounding'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** The purposes of lines, in words. */
export const LINE_KIND_WORDS = {
  usage: 'Purchases and usage',
  tax: 'Tax',
  credit: 'Credits',
  adjustment: 'Adjustments',
  rounding: 'Rounding',
} as const satisfies Record<LineKind, string>;

/** The kinds of bookings of a run. */
export const posting = z.object({
  id: integer,
  reference: z.string().describe('Invoice number'),
  company_code: z.string().describe('Company code'),
  gl_account: z.string().describe('GL account'),
  cost_center: textOrNull.describe('Either this or the WBS element.'),
  wbs_element: textOrNull,
  amount: money,
  currency,
  text: z.string().describe('What it says'),
  business_unit: textOrNull,
  owner_email: textOrNull,
});
export type Posting = z.output<typeof posting>;

/** How much of an amount is charged somewhere. */
export const share = z
  .string()
  .describe(
    'How much of it is charged there, 1 for all; other shares come from a reviewed workbook that splits.',
  );

const spread = z.object({
  reference: z.string().describe('Invoice number'),
  currency,
  kind: z.enum(LINE_KINDS),
  lines: integer,
  amount: digits,
  rule: z
    .enum(['proportional', 'rounding', 'named'])
    .describe(
      'Split in proportion to what each is charged, a part of the largest posting, or charged to the cost center that was named.',
    ),
  charged_to: textOrNull.describe('The cost center or WBS element that was named.'),
  postings: integer.describe('How many postings bear it.'),
  exceptions: integer.describe('How many exceptions bear a part of it as well.'),
});
/** A part of an invoice that belongs to no account and is of one kind, and who bears it. */
export type Spread = z.output<typeof spread>;

/** The parts of the invoices of a run that belong to no account. */
export const listSpread = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/spread',
  weight: 'long',
  summary: 'List what of the invoices of a billing run belongs to no account, who bears it and by which rule',
  success: 'All of them, or a page',
  query: z.strictObject(optionalPageMembers),
  data: z.array(spread),
  meta: total,
});

/** The postings of a run. */
export const listPostings = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/postings',
  summary: 'List the postings of a billing run',
  success: 'All of them, or a page',
  query: z.strictObject({
    ...optionalPageMembers,
    by_identifier: z
      .string()
      .optional()
      .describe('The account, subscription or project whose lines are a part of it.'),
    by_line: wholeNumber(LAST_ROW, 0)
      .optional()
      .describe('A row of the file: the postings that it is a part of; 0 for what was not in it.'),
    by_reference: z.string().optional().describe('Invoice number.'),
  }),
  data: z.array(posting),
  meta: total,
});

/** The columns of their file. */
export const POSTING_COLUMNS = [
  'company_code',
  'gl_account',
  'cost_center',
  'wbs_element',
  'amount',
  'currency',
  'reference',
  'text',
  'business_unit',
  'owner_email',
] as const satisfies (keyof Posting)[];

/** The postings of a run as a file. */
export const postingsCsv = defineFileCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/postings.csv',
  weight: 'heavy',
  summary: 'Download the postings of a billing run as CSV',
  success: 'CSV',
  file: 'text/csv',
  columns: POSTING_COLUMNS.map(headingOf),
});

/** A line of a file, with where it is charged. */
export const line = z.object({
  line: integer.describe('Its row in the file; 0 for one that was not in it.'),
  identifier: textOrNull,
  provider: cloud,
  reference: z.string().describe('Invoice number'),
  currency,
  amount: digits,
  kind: z.enum(LINE_KINDS),
  day: day.nullable(),
  service: textOrNull,
  description: textOrNull,
  rule: z
    .enum(['account', 'pool', 'seats', 'proportional', 'named', 'rounding'])
    .describe(
      'By its account, by a pool of the rules, by the seats of GitHub Copilot, split in proportion to the others, to the cost center that was named, or as the difference of the total.',
    ),
  pool: textOrNull.describe('The pool of the rules that took it, which is charged by its parts.'),
  company_code: textOrNull,
  cost_center: textOrNull,
  wbs_element: textOrNull,
  posting: integer
    .nullable()
    .describe('The posting that it is a part of; null for what is split, or has no place.'),
  parts: z
    .array(z.object({ posting: integer, share }))
    .describe('Every posting that it is a part of, the largest share first.'),
  ...explained,
});
/** A line of the file, with where it is charged and why. */
export type Line = z.output<typeof line>;

/** The lines of a run, in the order of the file. */
export const listLines = defineCall({
  ...PART_OF_RUN,
  path: '/billing_runs/:id/lines',
  summary: 'List the lines of a billing run, each with where it is charged and why',
  success: 'A page of them',
  query: z
    .strictObject({
      ...pageMembers,
      by_identifier: z.string().optional().describe('The account, subscription or project.'),
      by_kind: oneOf(LINE_KINDS).optional(),
      by_posting: queryId.optional().describe('The id of a posting of the run.'),
      by_lacks: oneOf(LACKS)
        .optional()
        .describe(
          'What lines lack that can bear tags: any demanded tag, all tags, or one of those demanded. None of a run whose tags are not counted.',
        ),
      by_service: z.string().optional().describe('Only with by_lacks: the service.'),
      no_service: queryFlag('Only with by_lacks: lines that name no service.'),
    })
    .refine(({ by_lacks: lacks, by_service: service }) => lacks !== undefined || service === undefined, {
      path: ['by_service'],
      error: 'can only be given with by_lacks.',
    })
    .refine(({ by_lacks: lacks, no_service: none }) => lacks !== undefined || !none, {
      path: ['no_service'],
      error: 'can only be given with by_lacks.',
    }),
  data: z.array(line),
  meta: pageMeta,
});
