import { azureSubscription } from '#resources/cloud-requests/azure-subscription.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Azure } from '#server/providers/azure/interface.ts';
import type { Step, StepAnswer } from '../ledger/step.ts';
import { CREATE, isYoung, type Looks } from './azure-steps.ts';
import { budgetNote, cloudBudgetStep } from './cloud-budget.ts';

/** Azure takes as many notifications of a budget. */
const MOST_THRESHOLDS = 5;
const NAME = 'skyledger';

/**
 * Makes a budget of the subscription, which is called the same in each: a second call finds it. Azure has no currency in a budget,
 * so that the amount is one in the currency of the billing account.
 */
export const azureBudget = (azure: Azure, looks: Looks): Step =>
  cloudBudgetStep({
    request: azureSubscription,
    called: 'Azure',
    mostThresholds: MOST_THRESHOLDS,
    right: 'The role Cost Management Contributor on the management group has it.',
    make: async (context, wanted): Promise<StepAnswer> => {
      const { ids, doneAt, signal } = context;
      const id = ids['subscription_id'] ?? '';
      const { amount, thresholds, email } = wanted;
      const budget = { name: NAME, amount: Number(amount), startDate: firstOfMonth(), thresholds, email };
      try {
        if (!(await azure.hasBudget(id, NAME, signal))) await azure.putBudget(id, budget, signal);
      } catch (error) {
        if (!isUnknown(error) || !isYoung(doneAt[CREATE])) throw error;
        const note = 'Cost Management does not know the new subscription yet.';
        return { state: 'waiting', note, lookAgain: looks.settled };
      }
      const note = `${budgetNote(NAME, wanted)} Azure counts the amount in the currency of its bill.`;
      return { state: 'done', ids: { cloud_budget: NAME }, note };
    },
  });

const isUnknown = (error: unknown) => error instanceof ProviderFailure && error.status === 404;

/** Azure takes no other day of a month. */
function firstOfMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}
