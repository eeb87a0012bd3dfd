import { assign, finalize, makeCenter, makeRun, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, searchChoices, test, untilLoaded } from '#tests/support/journey.ts';

const NAME = 'Budget of a journey';

test('a budget is added for a cost center, held against what is booked, and shown where it is wanted', async ({
  page,
  api,
  factory,
}) => {
  const center = await makeCenter(factory, 'BUDGETED-CC', '7790');
  await page.goto('/auth/create/budgets');
  const form = page.getByRole('form', { name: 'Add New Budget' });
  await form.getByRole('textbox', { name: /^Name/ }).fill(NAME);
  await form.getByRole('textbox', { name: /^Amount/ }).fill('1000');
  await form.getByRole('textbox', { name: /^Currency/ }).fill('EUR');
  await form.getByRole('textbox', { name: /^Thresholds/ }).fill('90, 50');
  await form.getByRole('combobox', { name: /^Starts On/ }).fill('May 1, 2021');
  await form.getByRole('combobox', { name: /^Ends On/ }).fill('July 31, 2021');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('choose exactly one of the three').first()).toBeVisible();
  await searchChoices(form.getByRole('combobox', { name: /^Cost Center/ }), 'BUDGETED-CC');
  await page.getByRole('option', { name: /BUDGETED-CC/ }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new budget has been added!')).toBeVisible();

  const run = await makeRun(api, '7790', [{ account: '7790-account', amount: '600.50' }], '2021-06');
  await assign(api, run, '7790-account', Number(center.id));
  await finalize(api, run);

  await page.goto(`/auth/view/cost_centers/${center.id}`);
  const budgets = table(page, 'Budgets');
  await expect(budgets.getByRole('row', { name: NAME })).toContainText('600.50 EUR');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await budgets.getByRole('link', { name: NAME }).click();
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  const june = table(page, 'Spend').getByRole('row', { name: /^June 2021/ });
  await expect(june).toContainText('600.50 EUR');
  await expect(june).toContainText('60.1%');
  await expect(table(page, 'Spend').getByRole('row', { name: /^May 2021/ })).toContainText('0.00 EUR');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('list', { name: 'Alerts' })).toContainText('50% in June 2021', {
      timeout: 3000,
    });
  }).toPass();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.goto('/auth/month-close?month=2021-06');
  const reached = page.getByRole('list', { name: 'Budgets Reached' });
  await expect(reached).toContainText(`${NAME}: 50% reached, 600.50 EUR of 1,000.00 EUR`);
  await page.goto('/auth/cloud-billing?key=BUDGETED-CC&startDate=2021-06-01&endDate=2021-07-31');
  await expect(page.getByText(`Budget ${NAME}: €1,000.00 each month`)).toBeVisible();
});
