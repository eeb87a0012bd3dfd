import type { AwsClients } from './clients.ts';
import type { AwsProvider } from './interface.ts';

type Budgets = Pick<AwsProvider, 'createBudget' | 'budgetAccounts'>;

const load = async () => import('@aws-sdk/client-budgets');

/** Budgets of the management account, each about one account of the organization. */
export function budgetsPart(clients: AwsClients, identity: AwsProvider['identity']): Budgets {
  return {
    createBudget: async ({ name, accountId, amount, currency, thresholds, email }) => {
      const { account } = await identity();
      await clients.call('make the budget', async () => {
        const { CreateBudgetCommand } = await load();
        const client = await clients.budgets();
        await client.send(
          new CreateBudgetCommand({
            AccountId: account,
            Budget: {
              BudgetName: name,
              BudgetType: 'COST',
              TimeUnit: 'MONTHLY',
              BudgetLimit: { Amount: amount, Unit: currency },
              FilterExpression: { Dimensions: { Key: 'LINKED_ACCOUNT', Values: [accountId] } },
              Metrics: ['UnblendedCost'],
            },
            NotificationsWithSubscribers: thresholds.map((threshold) => ({
              Notification: {
                NotificationType: 'ACTUAL',
                ComparisonOperator: 'GREATER_THAN',
                Threshold: threshold,
                ThresholdType: 'PERCENTAGE',
              },
              Subscribers: [{ SubscriptionType: 'EMAIL', Address: email }],
            })),
          }),
        );
      });
    },
    budgetAccounts: async (name) => {
      const { account } = await identity();
      return clients.call('read the budget', async () => {
        const { DescribeBudgetCommand, NotFoundException } = await load();
        const client = await clients.budgets();
        try {
          const { Budget: found } = await client.send(
            new DescribeBudgetCommand({ AccountId: account, BudgetName: name }),
          );
          // One that was made in the console may have its accounts in the older member.
          return found?.FilterExpression?.Dimensions?.Values ?? found?.CostFilters?.['LinkedAccount'] ?? [];
        } catch (error) {
          if (error instanceof NotFoundException) return null;
          throw error;
        }
      });
    },
  };
}
