import { readFileSync } from 'node:fs';
import { assign, finalize, makeCenter, makeRun, table } from '#tests/support/billing/billing-journey.ts';
import type { Api } from '#tests/support/api.ts';
import type { Factory } from '#tests/support/factories.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

/** A month in which one cost center was charged 1,234.51 EUR, and all of it was booked. */
async function booked(api: Api, factory: Factory, name: string, month: string): Promise<void> {
  const center = await makeCenter(factory, `${name}-CC`, name);
  const run = await makeRun(api, name, [{ account: `${name}-account`, amount: '1234.51' }], month);
  await assign(api, run, `${name}-account`, Number(center.id));
  await finalize(api, run);
}

test('a month whose invoice has not come is accrued from the one before', async ({ page, api, factory }) => {
  await booked(api, factory, '7750', '2021-03');
  await page.goto('/auth/month-close?month=2021-04');
  const azure = table(page, 'Month Close').getByRole('row', { name: /^Azure/ });
  await expect(azure.getByRole('link', { name: 'Azure, March 2021: Booked' })).toBeVisible();
  const part = page.getByRole('region', { name: 'Azure, April 2021' });
  await expect(part).toContainText('No invoice of Azure for April 2021 has come.');
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await part.getByRole('button', { name: 'Accrue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accrue Azure for April 2021' });
  await expect(dialog.getByRole('row', { name: /7750-CC/ })).toContainText('1,234.51 EUR');
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('none');
  await dialog.getByRole('button', { name: 'Accrue' }).click();
  await expect(dialog).toContainText('percent must be a number above 0 and up to 1000');
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('50');
  await dialog.getByRole('button', { name: 'Accrue' }).click();
  await expect(dialog).toBeHidden();
  const accrual = part.getByRole('region', { name: /^Accrual / });
  await expect(accrual).toContainText('617.26 EUR');
  await expect(accrual).toContainText('Not an invoice: amounts as in March 2021, 50%');
});

test('an accrual is downloaded, compared and reversed, and who did it is told', async ({
  page,
  api,
  factory,
}) => {
  await booked(api, factory, '7751', '2022-03');
  await api.post('/billing_accruals', { provider: 'azure', month: '2022-04' });
  await page.goto('/auth/month-close?month=2022-04');
  const part = page.getByRole('region', { name: 'Azure, April 2022' });
  const accrual = part.getByRole('region', { name: /^Accrual / });
  const saved = page.waitForEvent('download');
  await accrual.getByRole('button', { name: 'Accrual Sheet' }).click();
  expect((await saved).suggestedFilename()).toBe('accrual_azure_2022-04.xlsx');
  const journal = page.waitForEvent('download');
  await accrual.getByRole('button', { name: 'SAP Journal' }).click();
  const head = page.getByRole('dialog', { name: 'SAP Journal' });
  await expect(head).toContainText('Left empty: the last day of its month.');
  await head.getByRole('textbox', { name: 'Document Type' }).fill('A');
  await head.getByRole('button', { name: 'Download' }).click();
  await expect(head).toContainText('Document Type must be two letters or digits, such as SA.');
  await head.getByRole('textbox', { name: 'Document Type' }).fill('ab');
  await head.getByRole('button', { name: 'Download' }).click();
  const entries = await journal;
  expect(entries.suggestedFilename()).toBe('journal_accrual_azure_2022-04.csv');
  const written = readFileSync(await entries.path(), 'utf8');
  expect(written).toContain('1234.51');
  expect(written).toContain(',AB,');
  await expect(head).toBeHidden();
  await accrual.getByRole('button', { name: 'Compare' }).click();
  const compared = page.getByRole('dialog', { name: /Against Its Invoices: Azure, April 2022/ });
  await expect(compared).toContainText('No billing run of the month is final yet');
  await page.keyboard.press('Escape');
  await expect(compared).toBeHidden();

  await accrual.getByRole('button', { name: 'Reverse' }).click();
  const reverse = page.getByRole('dialog', { name: /^Reverse Accrual / });
  await reverse.getByRole('button', { name: 'Reverse' }).click();
  await expect(reverse).toBeHidden();
  await expect(accrual.getByRole('button', { name: 'Reversal Sheet' })).toBeVisible();
  await part.getByText('Who did what').click();
  await expect(part.getByRole('list', { name: 'Who did what: Azure, April 2022' })).toContainText(
    /Made accrual \d+.*Reversed accrual \d+/s,
  );
});

test('what a month was charged is downloaded as other tools of FinOps read it', async ({
  page,
  api,
  factory,
}) => {
  await booked(api, factory, '7752', '2023-03');
  await page.goto('/auth/month-close?month=2023-03');
  await expect(page.getByRole('region', { name: 'Azure, March 2023' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'FOCUS Export' }).first().click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('focus_2023-03.csv');
  expect(readFileSync(await file.path(), 'utf8')).toContain('7752-account');
});
