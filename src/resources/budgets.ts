import { exactlyOne, neverBefore } from '#kernel/demands.ts';
import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { mention } from '#kernel/fields/mention.ts';
import { money } from '#kernel/fields/money.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** How long a period of a budget is. */
export const BUDGET_PERIODS = ['month', 'year'] as const;

/** What the forecast of a budget goes by: the months so far, or the same months of the year before. */
export const FORECAST_BASES = ['linear', 'last_year'] as const;
export type ForecastBasis = (typeof FORECAST_BASES)[number];

/** What a forecast goes by, as sentences and screens say it: 'Forecast by last year's same month'. */
export function forecastWords(period: (typeof BUDGET_PERIODS)[number], by: ForecastBasis): string {
  if (by === 'last_year') return `by last year's same month${period === 'year' ? 's' : ''}`;
  return period === 'year' ? 'by the months so far' : 'by the last three months';
}

/** What is taken for a budget where nothing else is said. */
export const BUDGET_PRESETS = { currency: 'USD', thresholds: '50, 80, 100' } as const;

const columns = [
  'name',
  'cost_center',
  'account',
  'business_unit_name',
  'amount',
  'currency',
  'period',
  'starts_on',
  'ends_on',
  'thresholds',
  'forecast_thresholds',
  'forecast_by',
] as const;

/** The budget of a cost center, an account or a business unit for a month or a year. */
export const budgets = defineResource('budgets', {
  label: ['Budget', 'Budgets'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A budget with this name exists already.' }),
    cost_center_id: ref('Cost Center', 'cost_centers', {
      show: 'identifier',
      as: 'cost_center',
      none: 'always',
    }),
    account: mention('Account', 'cloud_parents', {
      by: 'identifier',
      as: 'cloud_parents_id',
      code: true,
      optional: true,
      hint: 'The number of an AWS account, the id of an Azure subscription or of a Google Cloud project.',
    }),
    business_units_id: ref('Business Unit', 'business_units', {
      show: 'name',
      short: 'abbreviation',
      as: 'business_unit_name',
      none: 'always',
    }),
    amount: money('Amount', { currency: 'currency', positive: true }),
    thresholds: text('Thresholds', {
      format: 'percents',
      default: BUDGET_PRESETS.thresholds,
      hint: 'Per cent of the amount at which the owner is notified, such as 50, 80, 100.',
    }),
    forecast_thresholds: text('Forecast Thresholds', {
      format: 'percents',
      optional: true,
      hint: 'Per cent of the amount at which the owner is notified of the forecast, such as 100. Empty: never.',
    }),
    forecast_by: choice('Forecast By', FORECAST_BASES, {
      names: { linear: 'The months so far', last_year: "Last year's same months" },
      default: 'linear',
      hint: 'For a month the next one is forecast: by the last three months, or by the same month a year before.',
    }),
    currency: text('Currency', { format: 'currency', default: BUDGET_PRESETS.currency }),
    period: choice('Period', BUDGET_PERIODS, {
      names: { month: 'Month', year: 'Year' },
      default: 'month',
      hint: 'Years count from the month of Starts On.',
    }),
    starts_on: date('Starts On', { default: 'today', hint: 'Its month counts whole.' }),
    ends_on: date('Ends On', { optional: true, hint: 'Its month counts whole.' }),
  },
  demands: [
    exactlyOne(
      ['cost_center_id', 'account', 'business_units_id'],
      'A budget is for a cost center, an account or a business unit: choose exactly one of the three.',
    ),
    neverBefore('ends_on', 'starts_on'),
  ],
  about: ['cost_center', 'account', 'business_unit_name', 'amount', 'currency'],
  // What fits beside one another; the currency stands at the amount.
  columns: columns.slice(0, columns.indexOf('thresholds')).filter((name) => name !== 'currency'),
  gridColumns: columns,
  form: [
    'name',
    'cost_center_id',
    'account',
    'business_units_id',
    'amount',
    'currency',
    'period',
    'starts_on',
    'ends_on',
    'thresholds',
    'forecast_thresholds',
    'forecast_by',
  ],
  filters: {
    name: 'contains',
    cost_center: 'contains',
    account: 'contains',
    business_unit_name: 'contains',
    period: 'equals',
  },
  sort: 'name',
  csv: { file: 'budgets_', export: columns, import: { key: 'name', columns } },
  owned: { through: ['cost_center_id', 'account'] },
  messages: messagesFor('budget'),
});

export type Budget = Row<typeof budgets>;
