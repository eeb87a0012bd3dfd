import { date } from '#kernel/fields/date.ts';
import { text } from '#kernel/fields/text.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { refuseBooked } from './booked.ts';
import { demandDecimals } from './decimals.ts';
import { spendRoutes } from './spend-routes.ts';

/** A bill is of who owns the cost center that was charged. */
const isOf = (row: string, email: string): string =>
  `(lower(btrim(${row}.identifier)), coalesce(${row}.cost_center_networks_id, 0)) IN
    (SELECT key, network FROM owners_of_cloud_bills WHERE lower(email) = lower(btrim(${email}::text)))`;

/**
 * Bills are filtered by the identifier that was charged, by its owner, and by days, both included. They come as
 * workbooks, or from billing runs, whose bills stay as they are; what was spent is summed by the database.
 */
export const cloudBillsBehaviour: Behaviour = {
  resource: cloudBills.name,
  owned: isOf,
  list: {
    parameters: [
      {
        name: 'key',
        summary: 'The identifier that was charged; all where it is left out.',
        field: text('key'),
        where: (row, value) => `lower(btrim(${row}.identifier)) = lower(btrim(${value}::text))`,
      },
      {
        name: 'owner',
        summary: 'The address of who owns the cost center that was charged.',
        field: text('owner'),
        where: isOf,
      },
      {
        name: 'startDate',
        summary: 'The first day.',
        field: date('startDate'),
        where: (row, value) => `${row}.date >= ${value}::date`,
      },
      {
        name: 'endDate',
        summary: 'The last day.',
        field: date('endDate'),
        where: (row, value) => `${row}.date <= ${value}::date`,
      },
    ],
  },
  uploads: [
    {
      path: '/upload',
      summary: 'Add the bills of a billing workbook; bills that came before are left alone',
      member: 'data',
      kinds: ['xlsx', 'csv'],
      parts: [
        {
          model: cloudBills.name,
          key: null,
          columns: [
            'date',
            'provider',
            'identifier',
            // As our own file of bills has it.
            ['cost_center', 'identifier'],
            ['wbs_element', 'identifier'],
            'amount',
            'currency',
            'company_code',
            'account',
            ['gl_account', 'account'],
            'reference',
            ['invoice_number', 'reference'],
            'business_unit_name',
            'cost_center_network_identifier',
            'activity',
            'line_item',
          ],
        },
      ],
      answer: ([bills]) => ({ bills_added: bills?.created.length ?? 0, bills_known: bills?.unchanged ?? 0 }),
    },
  ],
  beforeUpdate: async (context, change) => {
    await refuseBooked(context, change);
    await demandDecimals(context, change);
  },
  beforeDelete: refuseBooked,
  routes: spendRoutes,
};
