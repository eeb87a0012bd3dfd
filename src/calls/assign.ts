import { z } from 'zod';
import { isPlace, LONGEST_PLACE } from '#kernel/billing/places.ts';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { runParams, workedOn } from './runs.ts';
import { idGiven } from './shapes.ts';

/*
 * Saying who pays for an account of a billing run.
 */

const IDENTIFIER = 'must be an account, subscription or project, or null for what belongs to none.';
const KEEP = 'must be true or false, and true only for the place of what has no account.';
/** So many runs are reported beside the one that is assigned in. */
const MOST_FURTHER = 1000;
const FURTHER = 'must be a list of the ids of billing runs.';

const assignment = z
  .strictObject({
    identifier: z
      .string(IDENTIFIER)
      .max(LONGEST_PLACE, IDENTIFIER)
      .trim()
      .min(1, IDENTIFIER)
      .nullable()
      .describe(
        'The account, subscription or project, or the place of what has none, as the exception has it; null for all that belongs to none.',
      ),
    cost_center_id: idGiven('must be the id of a cost center.'),
    further_runs: z
      .array(idGiven(FURTHER), FURTHER)
      .max(MOST_FURTHER, FURTHER)
      .default([])
      .describe(
        'Further runs in which the same is going to be said: it is refused before the first one where the cost center is not valid on the posting day of one of them.',
      ),
    keep: z
      .boolean(KEEP)
      .default(false)
      .describe(
        'Only for a place: whether a version of the rules keeps it for the months to come, and not this run alone.',
      ),
  })
  .refine(
    ({ identifier, keep }) => keep !== true || (typeof identifier === 'string' && isPlace(identifier)),
    {
      path: ['keep'],
      error: KEEP,
      // Beside what else is wrong.
      when: () => true,
    },
  );
/** Where somebody says that an account belongs. */
export type Assignment = z.output<typeof assignment>;

/** Says which cost center pays for an account of a run. */
export const assignAccount = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_runs/:id/assign',
  right: 'run_billing',
  summary: 'Say which cost center an account is charged to, and allocate the run anew',
  description:
    'The inventory is updated as well. A cost center that is not valid on the posting day, and that nothing valid replaces, is refused. Answers 202 with the run, which is processing, and its job.',
  success: 'It is allocated anew',
  status: 202,
  refusals: [404, 409, 422],
  params: runParams,
  body: assignment,
  wrapper: 'billing_run',
  data: workedOn,
});
