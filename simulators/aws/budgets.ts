import type { State } from './state.ts';
import { textOf, WireError, type Json, type Operations } from './wire.ts';

const MOST_NOTIFICATIONS = 10;
const MOST_BUDGETS = 20_000;
const LONGEST_NAME = 100;

const invalid = (message: string) => new WireError('InvalidParameterException', message);

/** AWS Budgets of the management account. */
export function budgetOperations(state: State): Operations {
  /** @throws {WireError} where the account is not that of the caller */
  const named = (input: Json, account: string, of: Json): string => {
    if (input['AccountId'] !== account)
      throw new WireError('AccessDeniedException', 'Account is not that of the caller.', 403);
    const name = textOf(of, 'BudgetName', LONGEST_NAME);
    if (/[:\\]|\/action\//.test(name)) throw invalid('The name of a budget must not contain : or \\.');
    return name;
  };
  return {
    CreateBudget: ({ input, account }) => {
      const budget = (input['Budget'] ?? {}) as Json;
      const name = named(input, account, budget);
      const notifications = (input['NotificationsWithSubscribers'] ?? []) as Json[];
      const { Amount: amount = '', Unit: unit = '' } = (budget['BudgetLimit'] ?? {}) as Record<
        string,
        string
      >;
      if (!/^\d*\.?\d+$/.test(amount) || unit === '') throw invalid('BudgetLimit is not valid.');
      if (budget['FilterExpression'] && !Array.isArray(budget['Metrics']))
        throw invalid('Metrics must be given with a FilterExpression.');
      if (notifications.length > MOST_NOTIFICATIONS)
        throw new WireError('CreationLimitExceededException', 'Too many notifications.');
      if (state.budgets.some((one) => one.name === name))
        throw new WireError(
          'DuplicateRecordException',
          `Error creating budget: ${name} - the budget already exists.`,
        );
      if (state.budgets.length >= MOST_BUDGETS)
        throw new WireError('CreationLimitExceededException', 'The account has too many budgets.');
      state.budgets.push({ name, budget, notifications });
      return {};
    },
    DescribeBudget: ({ input, account }) => {
      const name = named(input, account, input);
      const found = state.budgets.find((one) => one.name === name);
      if (!found)
        throw new WireError('NotFoundException', `Unable to get budget: ${name} - the budget doesn't exist.`);
      return { Budget: found.budget };
    },
  };
}
