import { OF_BILLING } from './runs.ts';
import { runParams } from './runs.ts';

/** What all calls have that tell a part of a run: the cache of a page keeps it until the run changes. */
export const PART_OF_RUN = {
  ...OF_BILLING,
  topic: 'billing_runs',
  method: 'GET',
  right: 'see_billing',
  refusals: [404],
  params: runParams,
} as const;
