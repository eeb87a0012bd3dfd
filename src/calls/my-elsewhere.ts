import { z } from 'zod';
import { defineCall } from './call.ts';
import { MONTHS_LISTED, OF_MY_CLOUD } from './my-cloud.ts';
import { currency, money, month, pageMembers, pageMeta } from './shapes.ts';

const elsewhere = z.object({
  model: z.enum(['cloud_parents', 'github_copilot_users']).describe('What it is that is in one’s name.'),
  id: z.int().describe('Its record'),
  title: z.string().describe('By what people recognise it.'),
  service: z.string().nullable().describe('null where lines name no service.'),
  charged_to: z
    .string()
    .describe('The cost center or WBS element on which it is booked, which is not one’s own.'),
  is_wbs: z.boolean().describe('Whether it is a WBS element.'),
  currency,
  months: z.array(z.object({ month, amount: money })).describe('The newest first'),
});
/** What somebody's account or seat cost of a service, as it was booked on the cost center of somebody else. */
export type Elsewhere = z.output<typeof elsewhere>;

/** What one's own accounts and seats cost that is booked elsewhere. */
export const listMyElsewhere = defineCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud/elsewhere',
  weight: 'long',
  summary: 'Show what one’s own accounts and seats cost that is booked on cost centers of others',
  description:
    `By account or seat, service and cost center, of final billing runs of the last ${MONTHS_LISTED} months. ` +
    'None of it is in /api/my_cloud/spend, which has what is booked on one’s own cost centers.',
  success: 'A page of it, what cost most first',
  query: z.strictObject(pageMembers),
  data: z.array(elsewhere),
  meta: pageMeta,
});
