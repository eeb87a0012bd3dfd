import { z } from 'zod';
import { FETCHED_CLOUDS } from '#kernel/billing/sources.ts';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { moment, month, monthGiven, oneOf } from './shapes.ts';
import { job } from './work.ts';

/*
 * From where bills are fetched, and the fetching of one.
 */

const provider = z.enum(FETCHED_CLOUDS);

const fetched = z.object({
  month,
  export: z.string().describe('Identifies it among those of the month.'),
  billing_run: z.int().describe('The run that has it.'),
  fetched_at: moment,
  fetched_by: z.string().describe('Who had it fetched.'),
});
/** An export that was fetched. */
export type FetchedExport = z.output<typeof fetched>;

const source = z.object({
  provider,
  place: z.string().nullable().describe('Where the exports lie; null where no setting says so.'),
  amortised: z
    .string()
    .nullable()
    .describe(
      'Where its exports of amortised costs lie, which are fetched as well; null where no setting says so.',
    ),
  simulated: z.boolean().describe('Whether it is simulated.'),
  missing: z.string().nullable().describe('What to set, where none is set.'),
  fetched: z.array(fetched),
});
/** From where bills of a cloud are fetched. */
export type SourceOfBills = z.output<typeof source>;

/** From where bills are fetched, and which were. */
export const listSources = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_sources',
  right: 'see_billing',
  summary: 'List the sources of bills, and what was fetched',
  success: 'One for each cloud',
  data: z.array(source),
});

/** Whose bill is fetched, and of which month. */
export const billWanted = z.strictObject({
  provider: oneOf(FETCHED_CLOUDS),
  month: monthGiven.describe('YYYY-MM, a month that is over.'),
});

/** Fetches the bill of a month. */
export const fetchBill = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_fetches',
  right: 'run_billing',
  summary: 'Fetch the bill of a month that is over from where its cloud puts it',
  description:
    'Answers 202 with a job, whose result names the billing run that it begins or that has the export already, and as `amortised` the job that adds the amortised costs of the month to it, where they are ' +
    'fetched as well. 409 while the same bill is being fetched, 503 where no ' +
    'setting says from where.',
  success: 'It is being fetched',
  status: 202,
  refusals: [409, 422],
  body: billWanted,
  wrapper: 'billing_fetch',
  data: z.object({ job }),
});
