import { assign, makeCenter, makeRun, PAGE, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, searchChoices, test, untilLoaded } from '#tests/support/journey.ts';

test('what was bought without an account is assigned with its place, which the rules keep until it is removed', async ({
  page,
  api,
  factory,
}) => {
  const { id: payer } = await makeCenter(factory, 'PLACE-CC-1', '7760');
  await makeCenter(factory, 'PLACE-CC-2', '7761');
  const run = await makeRun(api, 'place-bill', [
    { account: 'place-account', amount: '100' },
    { account: null, amount: '300', kind: 'Purchase' },
    { account: null, amount: '4', kind: 'Tax' },
  ]);
  await assign(api, run, 'place-account', Number(payer));

  await page.goto(`${PAGE}/runs/${run}`);
  const row = table(page, 'Exceptions').getByRole('row').filter({ hasText: 'No account: ' });
  await expect(row).toContainText('Billing account ba-1, billing profile bp-1');
  await expect(row).toContainText('303.00 EUR');
  await expect(table(page, 'Spread').getByRole('row').filter({ hasText: 'Tax' })).toContainText(
    'Over 1 posting and 1 exception, in proportion to what each is charged.',
  );
  await expect(table(page, 'Reconciliation').getByRole('row').filter({ hasText: 'Spread' })).toContainText(
    '4.00',
  );
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await row.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign What Has No Account' });
  await expect(dialog).toContainText('Billing account ba-1, billing profile bp-1');
  await searchChoices(dialog.getByRole('combobox', { name: 'Cost Center' }), 'PLACE-CC-2');
  await page.getByRole('option', { name: /PLACE-CC-2/ }).click();
  await dialog.getByRole('checkbox', { name: 'Keep for the Months to Come' }).check();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toBeHidden();
  await expect(table(page, 'Postings').getByRole('row').filter({ hasText: 'PLACE-CC-2' })).toContainText(
    '303.00 EUR',
  );

  await page.goto(`${PAGE}/rules`);
  const kept = table(page, 'Kept Places').getByRole('row').filter({ hasText: 'billing profile bp-1' });
  await expect(kept).toContainText('PLACE-CC-2');
  await expectUsableByEverybody(page);
  await kept.getByRole('button', { name: 'Remove' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove a Kept Place' });
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(removing).toBeHidden();
  await expect(kept).toBeHidden();
});
