import { z } from 'zod';
import { BUDGET_PERIODS, budgets, FORECAST_BASES } from '#resources/budgets.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { defineCall, defineFileCall } from './call.ts';
import { OF_COST_CENTER } from './cost-center-expiry.ts';
import { currency, day, idOf, moment, money, monthGiven, pageMembers, pageMeta, totals } from './shapes.ts';

/*
 * The spend of budgets.
 */

/** The number of periods of a budget that are listed, the newest. */
export const MOST_PERIODS = 60;

const [one, many] = budgets.label;
const OF_BUDGETS = {
  tag: many,
  topic: budgets.name,
  method: 'GET',
  right: { model: budgets.name, action: 'read' },
} as const;

const period = z.object({
  from: day.describe('The first day.'),
  until: day.describe('The last day.'),
  spent: money.describe('What final billing runs booked in the currency of the budget.'),
  percent: z.string().describe('Of the amount of the budget, such as 82.5.'),
  reached: z.array(z.int()).describe('The thresholds that are reached, in per cent.'),
  others: totals.describe('What was booked in other currencies, which is no part of what was spent.'),
});
/** The spend in a period of a budget. */
export type BudgetPeriod = z.output<typeof period>;

const forecastBy = z
  .enum(FORECAST_BASES)
  .describe(
    'linear: the months so far of a year, the last three before a month; last_year: the same months a year before.',
  );
const forecast = z.object({
  from: day.describe('The first day of the year that runs, or of the month after the newest that is booked.'),
  until: day.describe('The last day.'),
  amount: money.describe('What will be booked in it, in the currency of the budget.'),
  percent: z.string().describe('Of the amount of the budget, such as 82.5.'),
  by: forecastBy,
  reached: z.array(z.int()).describe('The forecast thresholds that are reached, in per cent.'),
});
/** What is forecast of a budget. */
export type BudgetForecast = z.output<typeof forecast>;
const forecastOrNull = forecast
  .nullable()
  .describe('null where nothing is booked that it could go by, and after the end of the budget.');

/** The number of alerts of a budget that are listed, the newest, and of budgets of a cost center or a month. */
export const MOST_LISTED = 100;

const alert = z.object({
  from: day.describe('The first day of the period.'),
  threshold: z.int().describe('In per cent.'),
  spent: money.describe('What was booked by then.'),
  amount: money.describe('What the budget was then.'),
  currency,
  forecast: z
    .object({ amount: money, by: forecastBy })
    .nullable()
    .describe('What was forecast, where that has reached the threshold; null where what was booked has.'),
  billing_run: z.int().nullable().describe('The run after which it was found.'),
  at: moment,
});
/** A threshold of a budget that was reached and notified. */
export type BudgetAlert = z.output<typeof alert>;

/** The spend of a budget. */
export const readBudgetSpend = defineCall({
  ...OF_BUDGETS,
  path: '/budgets/:id/spend',
  summary: 'Show what was spent of a budget',
  description:
    `Of each month or year until today, the newest first, at most ${MOST_PERIODS}: what final billing runs booked, corrections ` +
    'included and accruals left out.',
  success: 'Its periods',
  refusals: [404],
  params: z.strictObject({ id: idOf(one) }),
  data: z.object({
    amount: money,
    currency,
    period: z.enum(BUDGET_PERIODS),
    periods: z.array(period),
    forecast: forecastOrNull,
    alerts: z
      .array(alert)
      .describe(`Which thresholds were reached, at most ${MOST_LISTED}, the newest first.`),
  }),
});
export type BudgetSpend = z.output<typeof readBudgetSpend.data>;

/** A budget with its most relevant period, as calls answer it. */
export const budgetOfCostCenter = z.object({
  id: z.int(),
  name: z.string(),
  amount: money,
  currency,
  period: z.enum(BUDGET_PERIODS),
  latest: period
    .nullable()
    .describe('The newest period in which anything was booked, else the current one; null before its first.'),
  forecast: forecastOrNull,
});
/** A budget of a cost center with its most relevant period. */
export type BudgetOfCostCenter = z.output<typeof budgetOfCostCenter>;

/** The budgets of a cost center. */
export const listBudgetsOfCostCenter = defineCall({
  ...OF_BUDGETS,
  path: '/cost_centers/:id/budgets',
  summary: 'List the budgets of a cost center with what was spent of them',
  description: `In the order of their names, at most ${MOST_LISTED}.`,
  success: 'Its budgets',
  refusals: [404],
  params: OF_COST_CENTER.params,
  data: z.array(budgetOfCostCenter),
});

const reachedBudget = z.object({
  id: z.int(),
  name: z.string(),
  threshold: z.int().describe('The highest threshold that was reached, in per cent.'),
  spent: money.describe('What was booked by then.'),
  amount: money.describe('What the budget was then.'),
  currency,
  period: z.enum(BUDGET_PERIODS),
  forecast: z
    .object({ amount: money, by: forecastBy })
    .nullable()
    .describe('What was forecast, where that alone has reached a threshold; else null.'),
});
/** A budget of which a threshold was reached with what is charged for a month. */
export type BudgetReached = z.output<typeof reachedBudget>;

/** The budgets that a month has brought to a threshold. */
export const listBudgetsReached = defineCall({
  ...OF_BUDGETS,
  path: '/month_close/budgets',
  summary: 'List the budgets of which a threshold was reached with what is charged for a month',
  description: `In the order of their names, at most ${MOST_LISTED}.`,
  success: 'These budgets',
  query: z.strictObject({ month: monthGiven.describe('YYYY-MM, the month that is charged.') }),
  data: z.array(reachedBudget),
});

const ofMonth = {
  month: monthGiven
    .optional()
    .describe('YYYY-MM, the month that was charged when they were reached; all by default.'),
};

const listedAlert = alert.extend({
  budget_id: z.int(),
  name: z.string().describe('Of the budget.'),
  charged_to: z.string().describe('The cost center, the account or the business unit that it is for.'),
  period: z.enum(BUDGET_PERIODS),
});
/** A threshold that was reached, with its budget. */
export type ListedAlert = z.output<typeof listedAlert>;

/** The thresholds that were reached, of all budgets. */
export const listBudgetAlerts = defineCall({
  ...OF_BUDGETS,
  path: '/budget_alerts',
  summary: 'List the thresholds of budgets that were reached by what is booked or forecast',
  description: 'The newest first. Those of budgets that were deleted are left out.',
  success: 'A page of them',
  query: z.strictObject({ ...ofMonth, ...pageMembers }),
  data: z.array(listedAlert),
  meta: pageMeta,
});

/** The columns of the file. */
export const ALERT_COLUMNS = [
  'name',
  'charged_to',
  'from',
  'threshold',
  'spent',
  'forecast',
  'forecast_by',
  'amount',
  'currency',
  'billing_run',
  'at',
] as const;

/** The same as a file. */
export const budgetAlertsCsv = defineFileCall({
  ...OF_BUDGETS,
  path: '/budget_alerts.csv',
  weight: 'limited',
  summary: 'Download the thresholds of budgets that were reached as CSV',
  success: 'CSV',
  query: z.strictObject(ofMonth),
  file: 'text/csv',
  columns: ALERT_COLUMNS.map(headingOf),
});
