import { listUnbilled } from '#calls/dashboard.ts';
import { wholeQueryOf } from './call.ts';

/** What the running month costs so far, the largest projects first; asked for anew whenever a job changes, since one reads it. */
export const unbilledQuery = (most: number) => wholeQueryOf(listUnbilled, { page: 1, per_page: most });
