import type { Page } from '@playwright/test';
import { costCenter } from '#tests/support/cost-center-table.ts';
import type { Api } from '#tests/support/api.ts';
import { expect, signIn, test } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

const copy = (page: Page) => page.getByRole('dialog', { name: 'Copy Cost Center' });

async function beginCopy(page: Page, api: Api): Promise<void> {
  const { identifier } = await costCenter(api);
  await page.goto('/auth/home');
  await visit(page, `/auth/crud/cost_centers?by_identifier=${String(identifier)}`);
  await page.getByRole('button', { name: `Copy ${String(identifier)}` }).click();
  await copy(page).getByLabel('Identifier').first().fill('900100');
}

/** Where the focus is, and where the page and all that is scrolled in it stand. */
const state = (page: Page) =>
  page.evaluate(() => ({
    focus: document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    scrolled: [document.scrollingElement, ...document.querySelectorAll('main *, aside *')].flatMap((one) =>
      one !== null && one.scrollTop + one.scrollLeft > 0
        ? [[one.className, one.scrollTop, one.scrollLeft]]
        : [],
    ),
    rows: [...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect().top),
  }));

for (const { at, address, question, role } of [
  { at: 'a row of a table', address: '/auth/crud/companies', question: /^Delete /, role: 'alertdialog' },
  { at: 'a row of a list', address: '/auth/sessions', question: /^End /, role: 'alertdialog' },
] as const)
  test(`Escape at a question of ${at} moves nothing, also at the edge of what is in sight`, async ({
    page,
    browser,
    portal,
  }) => {
    // Another session of hers, which can be ended.
    const elsewhere = await browser.newContext({
      baseURL: portal.url,
      storageState: { cookies: [], origins: [] },
    });
    await signIn(await elsewhere.newPage(), 'Maya Okafor');
    await elsewhere.close();
    await page.goto(address);
    const ask = page.getByRole('button', { name: question });
    await ask.last().scrollIntoViewIfNeeded();
    // Half of what asks is in sight.
    await ask.last().evaluate((button) => {
      const scroller = [...document.querySelectorAll('main *'), document.documentElement].find(
        (one) => one.contains(button) && one.scrollHeight > one.clientHeight + 40,
      );
      scroller?.scrollBy(0, -12);
    });
    await ask.last().focus();
    const before = await state(page);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole(role);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await state(page)).toEqual(before);
  });

for (const from of ['the field', 'a day of the calendar'] as const)
  test(`Escape at ${from} closes the calendar of a dialog, and leaves the dialog and what was typed`, async ({
    page,
    api,
  }) => {
    await beginCopy(page, api);
    const calendar = page.getByRole('dialog', { name: 'Calendar for Active At' });
    await copy(page).getByRole('combobox', { name: 'Active At' }).press('Alt+ArrowDown');
    await expect(calendar.getByRole('button').first()).toBeVisible();
    if (from === 'a day of the calendar')
      await calendar.getByRole('button', { name: /^15 / }).first().press('Escape');
    else await copy(page).getByRole('combobox', { name: 'Active At' }).press('Escape');
    await expect(calendar).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Sure to cancel?' })).toHaveCount(0);
    await expect(copy(page).getByLabel('Identifier').first()).toHaveValue('900100');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Sure to cancel?' })).toBeVisible();
  });

test('Escape in the box of a link closes the box, and leaves the dialog with its text', async ({ page }) => {
  await page.goto('/auth/crud/faqs');
  const grid = page.getByRole('grid').or(page.getByRole('table'));
  await grid
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByRole('button', { name: /^Edit Answer: / }).click();
  const editor = page.getByRole('dialog', { name: 'Answer' }).getByRole('textbox', { name: 'Answer' });
  await editor.fill('Typed a moment ago.');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const address = page.getByPlaceholder('https://example.com/');
  await address.press('Escape');
  await expect(address).toBeHidden();
  await expect(editor).toContainText('Typed a moment ago.');
});

test('Escape at the question whether to leave answers it alone, and asks nothing more', async ({
  page,
  api,
}) => {
  await beginCopy(page, api);
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  // What a second answer to the same press opened would be there by now.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await expect(page.getByRole('dialog', { name: 'Sure to cancel?' })).toHaveCount(0);
  await expect(copy(page).getByLabel('Identifier').first()).toHaveValue('900100');
});

test('a dialog that asks for values is left after a question once something is typed, and at once before', async ({
  page,
}) => {
  await page.goto('/auth/home');
  await visit(page, '/auth/sessions');
  const make = page.getByRole('button', { name: 'New API Token' });
  const dialog = page.getByRole('dialog', { name: 'New API Token' });
  const sure = page.getByRole('dialog', { name: 'Sure to cancel?' });
  await make.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await make.click();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('nightly import');
  await page.keyboard.press('Escape');
  await sure.getByRole('button', { name: 'No' }).click();
  await expect(name).toHaveValue('nightly import');
  await page.goBack();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await expect(name).toHaveValue('nightly import');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await sure.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a new billing run of which something was said is left after a question', async ({ page }) => {
  await page.goto('/auth/billing-automation');
  await page.getByRole('button', { name: 'New Billing Run' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Billing Run' });
  await dialog.getByLabel('Invoice Number').fill('INV-1');
  await page.keyboard.press('Escape');
  const sure = page.getByRole('dialog', { name: 'Sure to cancel?' });
  await sure.getByRole('button', { name: 'No' }).click();
  await expect(dialog.getByLabel('Invoice Number')).toHaveValue('INV-1');
  await page.keyboard.press('Escape');
  await sure.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toHaveCount(0);
});
