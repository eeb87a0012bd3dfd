import { OF_BILLING } from './runs.ts';
import { runParams } from './runs.ts';

/** The members of all calls about a part of a run: the cache of a page keeps the answer until the run changes. */
export const PART_OF_RUN = {
  ...OF_BILLING,
  topic: 'billing_runs',
  method: 'GET',
  right: 'see_billing',
  refusals: [404],
  params: runParams,
} as const;
