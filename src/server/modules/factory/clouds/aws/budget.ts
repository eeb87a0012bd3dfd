import { awsAccount } from '#resources/cloud-requests/aws-account.ts';
import type { AwsProvider } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Step } from '../../ledger/step.ts';
import { budgetNote, cloudBudgetStep } from '../cloud-budget.ts';
import { accountOf } from './parts.ts';

/** AWS takes as many notifications of a budget. */
const MOST_THRESHOLDS = 10;

/**
 * Makes a budget of AWS Budgets in the management account, about the new account alone. A name is there once in an account, so
 * that a second call is refused as a duplicate: it is ours where it is about the same account.
 */
export const awsBudget = (provider: AwsProvider): Step =>
  cloudBudgetStep({
    request: awsAccount,
    called: 'AWS',
    mostThresholds: MOST_THRESHOLDS,
    right: 'The role of the portal needs budgets:ModifyBudget and budgets:ViewBudget.',
    make: async (context, wanted) => {
      const accountId = accountOf(context);
      const name = `Skyledger ${accountId}`;
      try {
        await provider.createBudget({ ...wanted, name, accountId });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        if ((await provider.budgetAccounts(name))?.join() !== accountId)
          throw new ProviderFailure(
            'refused',
            `The management account has a budget '${name}' that is not about this account. Rename it there, then retry.`,
            { code: 'DuplicateRecordException' },
          );
      }
      return { state: 'done', ids: { cloud_budget: name }, note: budgetNote(name, wanted) };
    },
  });

const isDuplicate = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.code === 'DuplicateRecordException';
