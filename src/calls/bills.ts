import { z } from 'zod';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { parseIsoDay, parseWrittenDay } from '#kernel/dates.ts';
import { DATE_ORDERS } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS } from '#kernel/reading/numbers.ts';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { EXISTING, split } from './existing.ts';
import { begun, runParams } from './runs.ts';
import { fileGiven, oneOf } from './shapes.ts';

/*
 * The files of bills: sent beforehand or with the call, they begin a billing run or are added to one.
 */

const LONGEST_NAME = 255;
const LONGEST_REFERENCE = 100;
/** So many files may be one bill. */
const MOST_FILES = 50;

const emptyIsNull = (given: unknown) => (given === '' ? null : given);
const word = <const T extends readonly string[]>(words: T) =>
  z.preprocess(emptyIsNull, z.enum(words, `must be one of ${words.join(' ')}.`).nullable()).optional();

/** The stated readings of a file that leaves two. Members of a query or a body. */
const writtenMembers = {
  encoding: word(OTHER_ENCODINGS.map(({ name }) => name)).describe('Of text that is no Unicode.'),
  decimal_sign: word(DECIMAL_SIGNS).describe(
    'Of the amounts; by default all of them settle it, and a file that leaves it open is refused.',
  ),
  date_order: word(DATE_ORDERS).describe(
    'Of dates such as 03/04/2026; by default all of them settle it together with the billing period.',
  ),
};
const written = z.object(writtenMembers);
export type WrittenGiven = z.output<typeof written>;

const NAME = `must be the name of the file, of at most ${LONGEST_NAME} characters.`;
const name = z.string(NAME).min(1, NAME).max(LONGEST_NAME, NAME);
const nameOfBody = name.optional().describe('The name of the file that is the body.');

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const files = z
  .string()
  .transform((given, context) => {
    const ids = [...new Set(given.split(',').map((id) => id.trim().toLowerCase()))];
    if (ids.length <= MOST_FILES && ids.every((id) => UUID.test(id))) return ids;
    context.addIssue(
      `must be the ids of at most ${MOST_FILES} files that were sent before, separated by commas.`,
    );
    return z.NEVER;
  })
  .optional();

/** The statement that files are amortised costs where a run would be begun, as which alone such files are refused. */
const splitOfOther = split.describe(
  'Of Azure, with existing=add: what is sent are the amortised costs of what an open run bills. They are taken for the split of its commitments, and nothing of them is booked.',
);

/** Says of a query that its body is a file without a name. */
const needsName = { path: ['name'], error: NAME, when: () => true };

/** Sends a file before its run is begun. */
export const sendFile = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_files',
  right: 'run_billing',
  weight: 'upload',
  takes: 'file',
  keyless: true,
  summary: 'Send a file of a bill before its run is begun',
  description:
    'For a bill in several files: each is sent by itself, and POST /api/billing_runs begins one run with all of them. A file that no run is begun with is kept for a day.',
  success: 'The file, by whose id it is named',
  status: 201,
  refusals: [413, 422],
  query: z.strictObject({ name: name.describe('The name of the file.') }),
  data: z.object({
    id: z.string().describe('Its id.'),
    name: z.string().describe('Its name.'),
    size: z.int().describe('Bytes.'),
  }),
});

/** Begins a run with a file, or with files that were sent before. */
export const beginRun = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_runs',
  right: 'run_billing',
  weight: 'upload',
  takes: 'file',
  summary: "Begin a billing run with a provider's file, which is the body of the request",
  description:
    'A CSV or Parquet file, plain, in gzip or in a ZIP archive, which may hold the bill in several files and their manifest, or a workbook; or files that were sent ' +
    'with POST /api/billing_files before. Answers 202 with the run and its job. A file that the month has already, sent with the same parameters, is answered with ' +
    'its run, unless that failed or was superseded or reversed. Where an open or final run has one of its invoices, this is refused with 409 and the figures of both ' +
    'sides in `existing`, unless the parameter of that name says what becomes of them. There `amortised` says that the files are amortised costs of Azure, which are taken for ' +
    'the split of commitments with existing=add and split=amortised, or are left out.',
  success: 'It is being read',
  status: 202,
  otherSuccess: { status: 200, success: 'The run that has the file already' },
  refusals: [409, 413, 422],
  query: z
    .strictObject({
      provider: oneOf(BILL_PROVIDERS),
      month: z
        .string()
        .refine(
          (month) => /^\d{4}-\d{2}$/.test(month) && parseIsoDay(`${month}-01`) !== null,
          'must be the month that is charged, such as 2026-03.',
        )
        .optional()
        .describe(
          'YYYY-MM, the month that is charged; by default that of the file. A file of another month is refused.',
        ),
      name: nameOfBody,
      currency: z
        .string()
        .toUpperCase()
        .regex(/^[A-Z]{3}$/, 'must be one such as EUR.')
        .optional()
        .describe('Where the file has none; USD for a bill of AWS.'),
      reference: z
        .string()
        .max(LONGEST_REFERENCE, `must have at most ${LONGEST_REFERENCE} characters.`)
        .optional()
        .describe('The invoice number where the file has none.'),
      posting_day: z
        .string()
        .refine((day) => parseIsoDay(day) !== null, 'must be a day such as 2026-03-31.')
        .optional()
        .describe('On which what is charged must be valid; by default the last day of the month.'),
      ...writtenMembers,
      existing: oneOf(EXISTING)
        .optional()
        .describe(
          'Where an open run has one of its invoices: add makes it a part of that run, replace takes its place, leave keeps that run as it is. ' +
            'Where a final run has one: difference books what differs from it.',
        ),
      split: splitOfOther,
      files: files.describe(
        'The ids of files that were sent before, separated by commas; there is no body then.',
      ),
    })
    .refine((given) => given.name !== undefined || given.files !== undefined, needsName),
  data: begun,
});

/** Adds a file, or files that were sent before, to an open run. */
export const addParts = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_runs/:id/parts',
  right: 'run_billing',
  weight: 'upload',
  takes: 'file',
  summary: 'Add a file to an open run as a part of its bill, which is read anew with all of its files',
  description:
    'The file is the body, or was sent with POST /api/billing_files before. Parts agree in format, currency and month, and are written alike. Where what is ' +
    'added cannot be read, the run goes on without it, and a step says why; what of the query would settle it is in `errors` of the result of the job.',
  success: 'It is being read',
  status: 202,
  otherSuccess: { status: 200, success: 'The run has the file already' },
  refusals: [404, 409, 413, 422],
  params: runParams,
  query: z
    .strictObject({
      name: nameOfBody,
      files: files.describe('The ids of files that were sent before, separated by commas.'),
      split: split.describe(
        'Of Azure: an export of the amortised costs of what the run bills. Reservations and savings plans are split by it where the rules say so, and nothing of it is booked.',
      ),
      ...writtenMembers,
    })
    .refine((given) => given.name !== undefined || given.files !== undefined, needsName)
    .refine((given) => given.name === undefined || given.files === undefined, {
      path: ['files'],
      error: 'Send name with the file as the body, or files without one.',
      when: () => true,
    }),
  data: begun,
});

const DATE = 'must be a day of the month that is charged, such as 2026-03-31.';
const monthOfDay = z.preprocess(
  emptyIsNull,
  z
    .string(DATE)
    .transform((given, context) => {
      const day = parseWrittenDay(/^\d{4}-\d{2}$/.test(given) ? `${given}-01` : given);
      if (day !== null) return day.slice(0, 7);
      context.addIssue(DATE);
      return z.NEVER;
    })
    .nullable(),
);

const nameInBody = z
  .preprocess(emptyIsNull, z.string(NAME).trim().min(1, NAME).max(LONGEST_NAME, NAME).nullable())
  .optional()
  .describe('What the file is called, by which its run is found again.');
const fileInBody = fileGiven.describe(
  'The file (CSV, CSV in ZIP or gzip, for Azure XLSX) as base64 or as a data URL.',
);

const OF_PROCESSING = {
  tag: 'Cloud Bills',
  topic: OF_BILLING.topic,
  method: 'POST',
  right: 'run_billing',
  weight: 'upload',
  fileMember: 'data',
  description:
    'Answers 202 with a billing run and the job that works on it; 200 with the run that has the file already. Where an open or final run has the invoice, this is ' +
    'refused with 409 and the figures of both sides, unless `existing` says what becomes of them.',
  success: 'It is being read',
  status: 202,
  otherSuccess: { status: 200, success: 'It is there already' },
  refusals: [409, 413, 422],
  wrapper: ['cloud_bill', 'cloud_bills'],
} as const;

/** Begins a run with an invoice of Azure in base64. */
export const processAzure = defineCall({
  ...OF_PROCESSING,
  path: '/cloud_bills/process_azure_invoice',
  summary: 'Process an invoice of Azure',
  query: z.strictObject({ existing: oneOf(EXISTING).optional(), split: splitOfOther }),
  body: z.strictObject({ name: nameInBody, ...writtenMembers, data: fileInBody }),
  data: begun,
});

/** Begins a run with an invoice of Google in base64. */
export const processGoogle = defineCall({
  ...OF_PROCESSING,
  path: '/cloud_bills/process_google_invoice',
  summary: 'Process an invoice of Google',
  query: z.strictObject({ existing: oneOf(EXISTING).optional() }),
  body: z.strictObject({
    name: nameInBody,
    date: monthOfDay.optional().describe('A day of the month that is charged; by default that of the file.'),
    ...writtenMembers,
    data: fileInBody,
  }),
  data: begun,
});
