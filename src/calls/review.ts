import { z } from 'zod';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { flags } from './finalize.ts';
import { difference, workedOn } from './runs.ts';
import { fileGiven, oneOf } from './shapes.ts';

/*
 * Handing in the Pre-AP workbook of a billing run that finance has reviewed.
 */

/** How a reviewed workbook changes a posting. */
export type Difference = z.output<typeof difference>;

const reviewed = workedOn.extend({ differences: z.array(difference) });
/** The answer to a reviewed workbook: its changes wait to be accepted. */
export type Reviewed = z.output<typeof reviewed>;

/** Finalizes a run with its reviewed workbook; where that differs from what was sent, the differences are answered first. */
export const parsePreAp = defineCall({
  tag: 'Cloud Bills',
  topic: OF_BILLING.topic,
  method: 'POST',
  path: '/cloud_bills/parse_pre_ap',
  right: 'run_billing',
  weight: 'upload',
  fileMember: 'data',
  summary: 'Finalize a billing run with its reviewed Pre-AP workbook',
  description:
    'Answers 202 with the run and its job: finalizing, or in need of a review where the workbook differs and the ' +
    'differences are not accepted.',
  success: 'It is finalizing, or the workbook differs',
  status: 202,
  refusals: [404, 409, 413, 422],
  body: z.strictObject({
    data: fileGiven.describe('The reviewed workbook (XLSX) as base64 or as a data URL.'),
    input: z.strictObject(
      { provider: oneOf(BILL_PROVIDERS), ...flags },
      'must name the provider and the options.',
    ),
    accept_differences: flags.accept_differences.describe(
      'Book what the workbook changes; `input` may have it as well.',
    ),
  }),
  wrapper: ['cloud_bill', 'cloud_bills'],
  data: reviewed,
});
