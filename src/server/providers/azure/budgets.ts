import { type MakeCall, unlessGone } from './calls.ts';
import type { Azure } from './interface.ts';

const scopeOf = (subscriptionId: string) => `subscriptions/${subscriptionId}`;

/** The calls about budgets of subscriptions. */
export const budgetCalls = (call: MakeCall): Pick<Azure, 'hasBudget' | 'putBudget'> => ({
  hasBudget: (id, name, signal) =>
    unlessGone(
      false,
      call('read the budget', 'reads', signal, async ({ consumption }, options) => {
        await consumption.budgets.get(scopeOf(id), name, options);
        return true;
      }),
    ),

  putBudget: (id, { name, amount, startDate, thresholds, email }, signal) =>
    call('make the budget', 'writes', signal, async ({ consumption }, options) => {
      const notifications = thresholds.map((threshold) => {
        const notification = {
          enabled: true,
          operator: 'GreaterThanOrEqualTo',
          threshold,
          thresholdType: 'Actual',
          contactEmails: [email],
        };
        return [`Actual_GreaterThanOrEqualTo_${threshold}_Percent`, notification] as const;
      });
      const body = {
        category: 'Cost',
        amount,
        timeGrain: 'Monthly',
        timePeriod: { startDate },
        notifications: Object.fromEntries(notifications),
      };
      await consumption.budgets.createOrUpdate(scopeOf(id), name, body, options);
    }),
});
