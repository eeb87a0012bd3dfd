import { describeKilled } from '#tests/support/factory/killed.ts';

describeKilled('aws', ['EnableRegion', 'CreateBudget'], { withBudgets: true });
describeKilled('azure', ['Budgets_CreateOrUpdate'], { withBudgets: true });
describeKilled('gcp', ['CreateBudget'], { withBudgets: true });
