import { CLOUDS } from '#kernel/billing/runs.ts';
import { cloudNames } from '#kernel/clouds.ts';
import { date } from '#kernel/fields/date.ts';
import { money } from '#kernel/fields/money.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** The charge of a cost center or WBS element for a cloud on one date. */
export const cloudBills = defineResource('cloud_bills', {
  label: ['Cloud Bill', 'Cloud Bills'],
  title: 'identifier',
  headings: { view: 'Cloud Bills Historical Records' },
  fields: {
    date: date('Date'),
    provider: text('Provider', {
      max: 40,
      suggests: CLOUDS,
      called: cloudNames(CLOUDS),
    }),
    company_code: text('Company Code', { code: true, optional: true, max: 20 }),
    currency: text('Currency', { format: 'currency', default: 'USD' }),
    reference: text('Reference', { code: true, optional: true }),
    account: text('Account', { code: true, optional: true, max: 40 }),
    identifier: text('Identifier', { code: true }),
    amount: money('Amount', { currency: 'currency', finest: 4, total: true }),
    business_units_id: ref('Business Unit', 'business_units', {
      show: 'name',
      short: 'abbreviation',
      as: 'business_unit_name',
      none: 'always',
    }),
    cost_center_networks_id: ref('Cost Center Network', 'cost_center_networks', {
      show: 'identifier',
      as: 'cost_center_network_identifier',
      none: 'always',
    }),
    activity: text('Activity', { optional: true }),
    line_item: text('Line Item', { optional: true }),
  },
  quality: { past: true },
  about: ['date', 'provider', 'amount'],
  columns: [
    'date',
    'provider',
    'identifier',
    'amount',
    'currency',
    'company_code',
    'account',
    'reference',
    'business_unit_name',
    'cost_center_network_identifier',
    'activity',
    'line_item',
  ],
  filters: {
    identifier: 'contains',
    date: 'day',
    provider: 'contains',
    company_code: 'contains',
    reference: 'contains',
    // The one identifier, and none that contains it: what the chart leads to.
    charged: { field: 'identifier', operation: 'equals', label: 'Charged To', inSight: false },
    // The one provider: aws-marketplace is none of aws.
    cloud: { field: 'provider', operation: 'equals', label: 'Cloud', inSight: false },
  },
  begins: { date: 'this-month' },
  sort: '-date',
  history: 'short',
  csv: {
    file: 'cloudBill_',
    export: [
      'date',
      'provider',
      // A slash distinguishes a WBS element from a cost center.
      ['cost_center', 'identifier', { lacks: '/' }],
      ['wbs_element', 'identifier', { has: '/' }],
      'amount',
      'currency',
      'company_code',
      'account',
      'reference',
      'business_unit_name',
      'cost_center_network_identifier',
      'activity',
      'line_item',
    ],
    sums: { amount: 'amount', by: ['date', 'provider'] },
    names: {
      identifier: [
        { model: 'cost_centers', field: 'identifier' },
        { model: 'cost_center_networks', field: 'wbs' },
        { model: 'sap_cost_centers', field: 'identifier' },
        // The cost center of a WBS element stands before its slash.
        { model: 'cost_centers', field: 'identifier', before: '/' },
      ],
      account: [
        { model: 'companies', field: 'aws_gl' },
        { model: 'companies', field: 'gcp_gl' },
        { model: 'companies', field: 'azure_gl' },
      ],
    },
  },
  owned: { own: true },
  messages: messagesFor('cloud bill'),
});

export type CloudBill = Row<typeof cloudBills>;
