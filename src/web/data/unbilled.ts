import { listUnbilled } from '#calls/dashboard.ts';
import { wholeQueryOf } from './call.ts';

/** The cost of the running month so far, the largest projects first; fetched anew whenever a job changes. */
export const unbilledQuery = (most: number) => wholeQueryOf(listUnbilled, { page: 1, per_page: most });
