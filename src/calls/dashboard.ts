import { z } from 'zod';
import { cloudBills } from '#resources/cloud-bills.ts';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { cloud } from './bill-contents.ts';
import { currency, moment, money, month, pageMembers, pageMeta } from './shapes.ts';
import { job } from './work.ts';

/*
 * The refresh of the dashboard's and the chart's sums, and the cost of the running month so far, which no bill has yet.
 */

/** Refreshes the sums; its body is empty. */
export const refreshDashboard = defineCall({
  ...OF_BILLING,
  tag: cloudBills.label[1],
  method: 'POST',
  path: '/cloud_bills/update_dashboard',
  right: 'run_billing',
  summary: 'Refresh what the dashboard and the chart sum up',
  success: 'It is refreshed',
  status: 202,
  refusals: [422],
  body: z.strictObject({}),
  wrapper: cloudBills.singular,
  data: z.object({ job }),
});

const textOrNull = z.string().nullable();
const amounts = {
  currency,
  cost: money,
  credits: money.describe('Below zero.'),
  amount: money.describe('The cost with its credits.'),
};

const cost = z.object({
  identifier: textOrNull.describe('The project; null for what belongs to none.'),
  name: textOrNull,
  ...amounts,
  cloud_parent_id: z.int().nullable().describe('null where the inventory has none.'),
  cost_center: textOrNull.describe('What the inventory names.'),
  owner_email: textOrNull,
});
/** The cost of a project so far. */
export type UnbilledCost = z.output<typeof cost>;

const unbilledMonth = z.object({
  month: month.describe('YYYY-MM, the month whose invoice they will be on.'),
  provider: cloud,
  source: z.string().describe('Where they were read.'),
  read_at: moment,
  read_by: z.string().describe('Who had them read.'),
  totals: z.array(z.object({ ...amounts, accounts: z.int() })),
});
/** A month that has no bill yet. */
export type UnbilledMonth = z.output<typeof unbilledMonth>;

/** The cost of the running month so far. */
export const listUnbilled = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/unbilled_costs',
  right: 'see_billing',
  summary: 'List what the running month costs so far by project, as it was last read from the billing export',
  description: 'None of it is billed: the bills of the month come with its invoice.',
  success: 'A page of them, the largest first',
  query: z.strictObject(pageMembers),
  data: z.array(cost),
  meta: pageMeta.extend({
    reason: textOrNull.describe('Why nothing can be read here; null where it can.'),
    unbilled: unbilledMonth
      .nullable()
      .describe('null until the GCP Trigger has read costs, and once the month is booked.'),
  }),
});
