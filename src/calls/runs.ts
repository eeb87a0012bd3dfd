import { z } from 'zod';
import { BILL_PROVIDERS, RUN_STATES } from '#kernel/billing/runs.ts';
import { addition, cloud, invoice, part, reference, total } from './bill-contents.ts';
import { defineCall, defineFileCall } from './call.ts';
import { job } from './work.ts';
import { currency, day, idOf, moment, money, month, workListMembers, workListMeta } from './shapes.ts';

/** The members of all calls of billing. */
export const OF_BILLING = { tag: 'Billing runs', topic: 'jobs' } as const;

const integer = z.int();
const runState = z.enum(RUN_STATES);
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

/** The options of finalizing a run. */
export const OPTION_NAMES = ['cloud_bills', 'send_invoices', 'big_query', 'email_owners'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

/** It waits for its turn, is done, is not possible here, or has failed and can be requested again. */
export const OPTION_STATES = ['waiting', 'done', 'skipped', 'failed'] as const;

const option = z.object({
  name: z.enum(OPTION_NAMES),
  state: z.enum(OPTION_STATES),
  note: z.string().nullable().describe('What came of it, or why nothing did.'),
  by: z.string().describe('The requester'),
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
    options: z.array(option).describe('The options with which it was finalized.'),
    differences: z
      .array(difference)
      .describe('How the reviewed workbook differs, until somebody accepts it.'),
    finalized_unasked: z
      .boolean()
      .describe('Whether it was finalized before it was required to say what its invoices are held against.'),
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

/** The answer of a change of a run: the run, and the job that works on it. */
export const workedOn = z.object({ billing_run: run, job });

/** The answer of a call that begins a run, or work on one; its job as long as that is known. */
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
