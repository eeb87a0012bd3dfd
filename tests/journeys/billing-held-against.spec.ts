import { assign, makeCenter, makeRun, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

test('a run says what its invoices are held against, and finalizing asks about those that are held against nothing', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'HELD-CC-1', '7781');
  const lines = ['held-first', 'held-second', 'held-third'].map((invoice) => ({
    account: 'held-account',
    amount: '10.00',
    invoice,
  }));
  const run = await makeRun(api, 'held', lines, '2021-05');
  await assign(api, run, 'held-account', Number(center));
  await page.goto('/auth/month-close?month=2021-05');
  const row = table(page, 'Month Close').getByRole('row', { name: /^Azure/ });
  await expect(row).toContainText('3 invoices are not held against anything');
  const held = page.getByRole('list', { name: 'Held against: Azure, May 2021' });
  await held.getByRole('link', { name: `See Run ${run}` }).click();

  const main = page.getByRole('main');
  const against = main.getByRole('list', { name: 'What the invoices are held against' });
  await expect(against).toContainText('3 invoices are not held against anything');
  await expect(against).toContainText('held-first 10.00 EUR is the sum of its lines.');
  await expect(main.getByText('Charged in full, held against nothing')).toBeVisible();
  await expect(main.getByText('Balances to the cent')).toBeHidden();
  await expect(table(page, 'Reconciliation')).toContainText(
    'the sum of the lines, not held against anything',
  );

  await main.getByRole('button', { name: 'Finalize' }).click();
  const dialog = page.getByRole('dialog', { name: `Finalize Billing Run ${run}` });
  await dialog.getByRole('button', { name: 'Finalize' }).click();
  await expect(dialog.getByText('Type in the total, or say in a note how it was checked.')).toHaveCount(3);
  const total = dialog.getByRole('textbox', { name: 'Total of held-first' });
  await total.fill('ten');
  await dialog.getByRole('textbox', { name: 'Note on held-second' }).fill('Compared with the cost analysis.');
  await dialog.getByRole('textbox', { name: 'Note on all others' }).fill('Read off the portal of Azure.');
  await dialog.getByRole('button', { name: 'Finalize' }).click();
  await expect(dialog.getByText('total must be a decimal such as -12.50.')).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  // A total that differs is kept and looked at first.
  await total.fill('10.02');
  await dialog.getByRole('button', { name: 'Finalize' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'The run is not finalized yet.' })).toBeVisible();
  await expect(main.getByText('Ready', { exact: true })).toBeVisible();
  await expect(against).toContainText('1 invoice is held against a stated total');
  await expect(against).toContainText('2 invoices are confirmed by a person');
  await expect(against).toContainText('“Compared with the cost analysis.”');
  await expect(table(page, 'Reconciliation').getByRole('row').filter({ hasText: 'Rounding' })).toContainText(
    '0.02',
  );
  await expect(main.getByText('Charged in full, confirmed by a person')).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await main.getByRole('button', { name: 'Finalize' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Populate Cloud Bills' })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Finalize' }).click();
  await expect(main.getByText('Final', { exact: true })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps and decisions' });
  await expect(
    steps.getByRole('listitem').filter({ hasText: 'Confirm 2 invoices without a stated total' }),
  ).toContainText('held-third, 10.00 EUR: Read off the portal of Azure.');
  await expect(table(page, 'Invoices').getByRole('row').filter({ hasText: 'held-first' })).toContainText(
    'stated by maya.okafor@example.com',
  );
});
