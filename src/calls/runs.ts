import { z } from 'zod';
import { BILL_PROVIDERS, CLOUDS, HELD_AGAINST, RUN_STATES } from '#kernel/billing/runs.ts';
import { defineCall, defineFileCall } from './call.ts';
import { OF_BILLING } from './close.ts';
import { job } from './work.ts';
import { currency, day, idOf, moment, money, month, workListMembers, workListMeta } from './shapes.ts';

const integer = z.int();
export const cloud = z.enum(CLOUDS).nullable();
const runState = z.enum(RUN_STATES);
export const confirmed = z.boolean().describe('Whether `invoice` is stated, and not the sum of the lines.');
export const heldAgainst = z
  .enum(HELD_AGAINST)
  .describe(
    'What the lines are held against: a total that is stated by the file or a person, a person who has checked them ' +
      'without one, or nothing. Of several invoices, what the weakest is held against.',
  );
export const spread = money.describe(
  'What of the lines is of the invoice as such (tax, credits, adjustments, rounding) and was split by the others.',
);
export const reference = z.string().describe('Invoice number');

/** Amounts by currency. */
export const amounts = z.array(z.object({ currency, amount: money }));

const total = z.object({
  currency: z.string().describe('Amounts of several currencies are never summed.'),
  invoice: money,
  confirmed,
  held_against: heldAgainst,
  lines: money,
  allocated: money,
  unallocated: money,
  before: money.describe(
    'What earlier runs booked of its invoices, where it books the difference from them; else nothing.',
  ),
  postings: money.describe('Of a difference run, what differs.'),
  bills: money,
  rounding: money.describe('What was added to the lines, so that they come to what is stated.'),
  spread,
});
/** What a run comes to in one currency. */
export type Total = z.output<typeof total>;

const invoice = z.object({
  n: integer.describe('By which it is told from the others of the run.'),
  reference: z.string().describe('Its number, or what stands for it.'),
  provider: cloud,
  currency,
  invoice: money,
  confirmed,
  confirmed_by: z.string().nullable().describe('Who stated it; null where the file does.'),
  confirmed_at: moment
    .nullable()
    .describe('When a person stated it; null where the file does, and where that was not kept.'),
  held_against: heldAgainst,
  checked: z
    .object({
      by: z.string().describe('The address of the person'),
      name: z.string().nullable().describe('Their name, where it is known.'),
      at: moment,
      note: z.string().describe('How they checked it'),
    })
    .nullable()
    .describe('Who confirmed the sum of the lines, and how they checked it; null where nobody did.'),
  lines: money,
  rounding: money,
  count: integer.describe('How many lines it has.'),
  invoice_date: day.nullable(),
  due_date: day.nullable(),
  refund_of: z
    .array(z.string())
    .describe(
      'The earlier invoices that its refunds are of, where the file names them, as files of Azure do; at most 20.',
    ),
});
/** One invoice of a run. */
export type Invoice = z.output<typeof invoice>;

const part = z.object({
  name: z.string().describe('Its name, as it was sent or as the archive has it.'),
  state: z.enum(['read', 'repeated', 'missing']),
  same_as: z.string().nullable().describe('The part whose bytes it has, where it is repeated.'),
  rows: integer.describe('Below the header.'),
  lines: integer.describe('How many of them charge something.'),
  totals: amounts,
  amortised: z
    .boolean()
    .describe(
      'Whether it has the amortised costs of what the others bill: commitments are split by it, and nothing of it is booked.',
    ),
});
/** One of the parts that a run's files consist of. */
export type BillPart = z.output<typeof part>;

/** What lines may be for that are typed in. */
export const ADDED_KINDS = ['tax', 'credit', 'adjustment'] as const;

const addition = z.object({
  id: integer,
  n: integer.describe('Of the invoice in the run.'),
  reference,
  provider: cloud,
  currency,
  kind: z.enum(ADDED_KINDS),
  amount: money,
  reason: z.string().describe('Why it was added'),
  created_by: z.string().describe('Who did'),
  created_at: moment,
});
/** A line that somebody typed in. */
export type AddedLine = z.output<typeof addition>;

const place = z.object({
  company_code: z.string().describe('Company code'),
  gl_account: z.string().describe('GL account'),
  cost_center: z.string().nullable(),
  wbs_element: z.string().nullable(),
  amount: money,
});

/** How a reviewed workbook changes a posting. */
export const difference = z.object({
  posting: integer.describe('The id of the posting.'),
  provider: cloud.optional().describe('The cloud of the posting.'),
  reference,
  currency,
  was: place,
  now: z.array(place).describe('Several where it was split, none where it was left out.'),
  message: z.string().describe('The difference as a sentence.'),
});

/** What a run can be finalized with. */
export const OPTION_NAMES = ['cloud_bills', 'send_invoices', 'big_query', 'email_owners'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

/** It waits for its turn, is done, is not possible here, or has failed and can be asked for again. */
export const OPTION_STATES = ['waiting', 'done', 'skipped', 'failed'] as const;

const option = z.object({
  name: z.enum(OPTION_NAMES),
  state: z.enum(OPTION_STATES),
  note: z.string().nullable().describe('What came of it, or why nothing did.'),
  by: z.string().describe('Who asked for it'),
  asked_at: moment,
  finished_at: moment.nullable(),
});
/** One of the options that a run was finalized with. */
export type OptionDone = z.output<typeof option>;

/** A billing run. */
export const run = z
  .object({
    id: integer,
    provider: z.enum(BILL_PROVIDERS),
    format: z.string().nullable().describe('null until the file was recognised.'),
    month: month.describe('YYYY-MM, the month that is charged.'),
    posting_day: day.describe('The day on which what is charged must be valid.'),
    state: runState,
    file_name: z.string().describe('File name'),
    file_size: integer.describe('Bytes, as it was sent.'),
    rules_version: integer,
    lines: integer.describe('How many lines of the file charge something.'),
    totals: z.array(total),
    invoices: z.array(invoice),
    parts: z
      .array(part)
      .describe(
        'What its files consist of, such as the CSVs of an archive. `repeated` has the bytes of another part and counts once; `missing` is named by a manifest and was not sent, so that the run cannot become ready.',
      ),
    existing_run: integer
      .nullable()
      .describe(
        'An open or final run that has one of its invoices as well, as long as nobody has said what becomes of both; it cannot become ready before.',
      ),
    difference: z
      .boolean()
      .describe(
        'Whether a person said that it books the difference from what final runs booked of its invoices.',
      ),
    corrects: z.array(integer).describe('The runs that it books the difference from.'),
    corrected_by: z
      .array(z.object({ id: integer, state: runState }))
      .describe('The runs that book the difference from it.'),
    additions: z.array(addition).describe('Lines that were typed in.'),
    exceptions: integer.describe('How many there are to be worked through.'),
    steps: z.array(
      z.object({
        name: z.string().describe('What was done'),
        state: z.enum(['running', 'done', 'failed']),
        started_at: moment,
        finished_at: moment.nullable(),
        by: z.string().nullable().describe('Who decided it; null for what the portal does.'),
        detail: z.string().optional().describe('What more there is to say of it.'),
      }),
    ),
    files: z.array(
      z.object({
        id: z.string(),
        name: z.string().describe('File name'),
        content_type: z.string().describe('Type'),
        size: integer,
      }),
    ),
    options: z.array(option).describe('What was asked for when it was finalized.'),
    differences: z
      .array(difference)
      .describe('How the reviewed workbook differs, until somebody accepts it.'),
    finalized_unasked: z
      .boolean()
      .describe('Whether it was finalized before anybody was asked what its invoices are held against.'),
    differences_digest: z
      .string()
      .nullable()
      .describe(
        'Changes with the differences; finalizing with it accepts no others. null where there are none.',
      ),
    repeated_lines: z
      .array(z.object({ currency, lines: integer, amount: money }))
      .describe(
        'How many lines of the file are like an earlier one in all that is read (invoice, account, kind, amount, day, service, description), and what they come to. They are charged as the file says. Empty until the workbook was made.',
      ),
    has_commitments: z.boolean().describe('Whether its lines are about reservations or savings plans.'),
    error: z.string().nullable().describe('Why it failed.'),
    superseded_by: integer.nullable().describe('The run that has its invoices now.'),
    job_id: z.string().meta({ format: 'uuid', description: 'The last job that worked on it.' }),
    created_by: z.string().describe('Who uploaded the file'),
    created_at: moment,
    changed_at: moment,
  })
  .meta({ id: 'billing_run', title: 'Billing run' });
export type Run = z.output<typeof run>;

/** What a change of a run answers: the run, and the job that works on it. */
export const workedOn = z.object({ billing_run: run, job });

/** What begins a run, or work on one, answers; its job as long as that is known. */
export const begun = z.object({ billing_run: run, job: job.nullable() });
export type Begun = z.output<typeof begun>;

/** The run that a path names. */
export const runParams = z.strictObject({ id: idOf('Billing run') });

/** The fields that the list of runs can be ordered by. */
const RUN_SORTS = ['id', 'provider', 'month', 'state', 'file_name', 'created_by', 'created_at'] as const;
export type RunSort = (typeof RUN_SORTS)[number];

/** A page of the runs. */
export const listRuns = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_runs',
  right: 'see_billing',
  summary: 'List the billing runs, the newest first',
  success: 'A page of them',
  query: z.strictObject(workListMembers(RUN_SORTS, RUN_STATES)),
  data: z.array(run),
  meta: workListMeta(RUN_STATES),
});

/** One run. */
export const readRun = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_runs/:id',
  right: 'see_billing',
  summary: 'Follow a billing run',
  success: 'The run',
  refusals: [404],
  params: runParams,
  data: run,
});

/** A file of a run. */
export const runFile = defineFileCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_runs/:id/files/:file',
  right: 'see_billing',
  summary: 'Download a file of a billing run',
  success: 'The file',
  refusals: [404],
  params: runParams.extend({ file: z.string().describe('The id of the file.') }),
  file: 'application/octet-stream',
});
