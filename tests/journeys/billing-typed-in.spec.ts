import { makeCenter, makeReady, PAGE, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

test('what the invoice has and its file leaves out is typed in, and taken back', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'TYPED-CC-1', '7715');
  const run = await makeReady(api, 'runs-typed-account', center);
  await page.goto(`${PAGE}/runs/${run}`);
  const main = page.getByRole('main');
  await page.getByRole('button', { name: /^Add a Line to/ }).click();
  const adding = page.getByRole('dialog', { name: /^Add a Line to/ });
  await adding.getByLabel('Amount').fill('nineteen');
  await adding.getByLabel('Reason').fill('VAT of the invoice');
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(adding.getByText('amount must be a decimal such as -12.50.')).toBeVisible();
  await adding.getByLabel('Amount').fill('0.19');
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(adding).toBeHidden();
  const added = table(page, 'Added lines');
  await expect(added.getByRole('row').filter({ hasText: 'VAT of the invoice' })).toContainText('0.19 EUR');
  await expect(main.getByText('Ready', { exact: true })).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.getByRole('button', { name: /^State Total of/ }).click();
  const stating = page.getByRole('dialog', { name: /^Total of/ });
  await stating.getByRole('textbox', { name: 'Total' }).fill('9999.00');
  await stating.getByRole('button', { name: 'State' }).click();
  await expect(table(page, 'Invoices')).toContainText('stated by maya.okafor@example.com');
  await expect(main.getByText(/differs by/).first()).toBeVisible();
  // No cost center helps here: a line that is missing does, or the right total.
  const exception = table(page, 'Exceptions').getByRole('row').filter({ hasText: 'runs-typed-account' });
  await expect(exception).toContainText('The lines do not come to the total that is stated');
  await expect(exception.getByRole('button')).toHaveText(['Add a Line', 'Correct Total']);
  await exception.getByRole('button', { name: 'Add a Line that runs-typed-account lacks' }).click();
  const missing = page.getByRole('dialog', { name: 'Add a Line to runs-typed-account' });
  await expect(missing.getByLabel('Amount')).toHaveValue('8764.30');
  await missing.getByRole('button', { name: 'Cancel' }).click();
  await exception.getByRole('button', { name: 'Correct Total of runs-typed-account' }).click();
  await expect(stating.getByRole('textbox', { name: 'Total' })).toHaveValue('9999.00');
  await stating.getByRole('button', { name: 'Cancel' }).click();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await added.getByRole('button', { name: /^Remove Tax/ }).click();
  await expect(added).toBeHidden();
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(added.getByRole('row').filter({ hasText: 'VAT of the invoice' })).toBeVisible();
});
