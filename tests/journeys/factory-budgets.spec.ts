import { businessUnits } from '#resources/business-units.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { test } from '#tests/support/factory-journey.ts';
import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';

const VALUES = {
  'Account Email': 'factory.budget@example.com',
  'Account Name': 'factory-budget',
  'Cost Center': 'FACTORY-BUDGET',
  Owner: 'maya.okafor@example.com',
  Department: 'Factory Budget',
  'Business Unit': 'Factory Budget Unit',
  'Project Name': 'Payments',
  'Billing Contact': 'billing@example.com',
  'Operations Contact': 'ops@example.com',
  'Security Contact': 'sec@example.com',
  Budget: '1500',
  'Budget Currency': 'EUR',
  'Budget Thresholds': '100, 75',
};

test('a budget is asked for with an account, and stands in the portal and in the cloud', async ({
  page,
  factory,
  aws,
}) => {
  await factory.create(costCenters, {
    active_at: '2020-01-01',
    expired_at: null,
    identifier: 'FACTORY-BUDGET',
  });
  await factory.create(departments, { name: 'Factory Budget' });
  await factory.create(businessUnits, { name: 'Factory Budget Unit' });
  // The portal may make the account, and at first no budget.
  aws.faults.plan('CreateBudget', 'denied');
  await page.goto('/auth/create-aws-account');
  await untilLoaded(page);
  const form = page.getByRole('form');
  for (const [name, value] of Object.entries(VALUES)) {
    const field = form
      .getByRole('textbox', { name, exact: true })
      .or(form.getByRole('combobox', { name, exact: true }));
    await field.fill(value);
    await field.press('Tab');
  }
  const panel = page.getByRole('complementary', { name: 'What will be made' });
  await expect(panel).toContainText('1,500.00 EUR each month, alerts at 75, 100%');
  await expect(panel).toContainText('Make the budget in AWS');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your request has been submitted!')).toBeVisible();

  const main = page.getByRole('main');
  await expect(main.getByText('AWS has no budget of its own.')).toBeVisible();
  await expect(main.getByText('needs budgets:ModifyBudget and budgets:ViewBudget')).toBeVisible();
  expect(aws.state.budgets).toEqual([]);
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(main.getByText('mails maya.okafor@example.com at 75, 100%.')).toBeVisible();
  const [account] = Object.values(aws.state.accounts).filter(({ name }) => name === 'factory-budget');
  expect(aws.state.budgets).toMatchObject([
    {
      name: `Skyledger ${account?.id}`,
      budget: { BudgetLimit: { Amount: '1500.00', Unit: 'EUR' }, TimeUnit: 'MONTHLY' },
    },
  ]);

  await main.getByRole('link', { name: 'See the budget' }).click();
  await expect(page.getByRole('heading', { name: `factory-budget (${account?.id})` })).toBeVisible();
  await expect(main).toContainText('1,500.00');
  await expect(main).toContainText('75, 100');

  await page.goto('/auth/view/budgets');
  const grid = page.getByRole('grid', { name: 'Budgets' });
  await expect(grid.getByRole('link', { name: `factory-budget (${account?.id})` })).toBeVisible();
  await page.getByRole('button', { name: 'Thresholds Reached' }).click();
  const dialog = page.getByRole('dialog', { name: 'Thresholds Reached' });
  await expect(dialog).toContainText('None so far: no final billing run has brought a budget to one.');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
});
