import type { Page } from '@playwright/test';
import type { Row } from '#tests/support/api.ts';
import { PAGE as BILLING, table } from '#tests/support/billing/billing-journey.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { expect, expectUsableByEverybody, searchChoices, untilLoaded } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import { inDays, invoiceOf, picture, test } from '#tests/support/tuesday.ts';

// A day of the browser is one of the portal.
test.use({ timezoneId: 'UTC', actionTimeout: 40_000 });

/** The cost center that expires, and the one that is made of it in the morning. */
const OLD = '1000430050';
const NEW = '1000430060';
const OWNER = 'imran.qureshi@example.com';
/** What NEW is charged in the end: the project of the morning, two that name OLD, and one that nobody knew. */
const CHARGED = {
  'player-insights-lab': '1284.60',
  'player-insights-production-9750': '8412.35',
  'player-insights-staging-9709': '964.20',
  'player-insights-preview': '418.90',
};
const OTHERS = { 'lottery-forecast-production-9462': '5120.75', 'data-lake-production-4305': '3391.10' };
const SUM = '11,080.05';
const EXPIRES = inDays(2);
/** The invoice is of a month that ends after OLD has expired. */
const MONTH = inDays(4).slice(0, 7);

const main = (page: Page) => page.getByRole('main');
const menu = async (page: Page, name: string) =>
  (await unfoldedMenu(page)).getByRole('link', { name, exact: true });
const field = (page: Page, name: string) =>
  page
    .getByRole('form')
    .getByRole('textbox', { name, exact: true })
    .or(page.getByRole('form').getByRole('combobox', { name, exact: true }));

async function take(page: Page, name: string, text: string): Promise<void> {
  await searchChoices(field(page, name), text);
  await page.getByRole('option', { name: text }).click();
}

test(
  'a Tuesday at the desk, from a cost center that expires to what somebody leaves behind',
  { tag: '@core' },
  async ({ page, api, graph }) => {
    test.setTimeout(300_000);
    const reading = await api.post<{ job: { id: string } }>('/ad/sync', {});
    expect((await followJob(api, reading.body.data.job.id)).state).toBe('done');
    const old = (await api.get<Row[]>(`/cost_centers?by_identifier=${OLD}`)).body.data[0];
    await api.put(`/cost_centers/${old?.id}`, { expired_at: EXPIRES, lock_version: old?.lock_version });

    await test.step('in the morning a cost center is about to expire, and a new one replaces it', async () => {
      await page.goto('/auth/home');
      await page.getByRole('link', { name: /Expiring within 30 days Cost Centers$/ }).click();
      await page.getByRole('grid').getByRole('link', { name: OLD, exact: true }).click();
      await page.getByRole('button', { name: 'Replace', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Replace Cost Center' });
      await expect(dialog.getByRole('textbox', { name: 'Identifier' })).toBeFocused();
      await dialog.getByRole('textbox', { name: 'Identifier' }).fill(NEW);
      await expectUsableByEverybody(page);
      await picture(page, 'tuesday-replace');
      await dialog.getByRole('button', { name: 'Replace' }).click();
      await expect(page.getByText(`${NEW} replaces ${OLD} now!`)).toBeVisible();
      await expect(main(page).getByRole('link', { name: NEW })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Replace', exact: true })).toHaveCount(0);
      await page.getByRole('link', { name: `See ${NEW}` }).click();
      await expect(page.getByRole('heading', { level: 1, name: NEW })).toBeVisible();
      await expect(main(page).getByRole('link', { name: OWNER })).toBeVisible();
    });

    await test.step('a project of Google Cloud is asked for, and made', async () => {
      await (await menu(page, 'Create GCP Project')).click();
      await expect(page.getByRole('heading', { name: 'Create GCP Project' })).toBeVisible();
      await untilLoaded(page);
      await field(page, 'Project Name').fill('player-insights-lab');
      await field(page, 'Folder').click();
      await page.getByRole('option', { name: 'Non-Production / Test' }).click();
      await take(page, 'Cost Center', NEW);
      // The cost center knows its owner.
      await expect(field(page, 'Owner')).toHaveValue(OWNER);
      await field(page, 'Project Name Tag').fill('player-insights');
      const panel = page.getByRole('complementary', { name: 'What will be made' });
      await expect(panel).toContainText(`Cost Center ${NEW}`);
      // Each label of it, the last one of which was typed last.
      await expect(panel).toContainText(/project_name\s*player-insights/);
      await picture(page, 'tuesday-project');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'player-insights-lab' })).toBeVisible();
      const account = main(page).getByRole('link', { name: 'player-insights-lab', exact: true });
      await account.click({ timeout: 60_000 });
      await expect(page).toHaveURL(/\/auth\/view\/cloud_parents\/\d+$/);
      await expect(main(page).getByRole('link', { name: NEW })).toBeVisible();
    });

    await test.step('its invoice comes, and one line of it finds no account', async () => {
      await (await menu(page, 'Billing Automation')).click();
      await page.getByRole('radio', { name: 'GCP' }).check();
      const invoice = Buffer.from(invoiceOf(MONTH, { ...CHARGED, ...OTHERS }));
      await page
        .getByRole('form', { name: 'Process an Invoice' })
        .locator('input[type=file]')
        .setInputFiles({ name: `google-${MONTH}.csv`, mimeType: 'text/csv', buffer: invoice });
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('link', { name: /^Follow billing run/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^Billing Run \d+$/ })).toBeVisible();
      await expect(main(page).getByText('Needs Review')).toBeVisible();
      // By the name that it has on somebody's disk.
      await expect(main(page).getByText(`google-${MONTH}.csv`).first()).toBeVisible();
      await expect(table(page, 'Exceptions').getByRole('row').nth(1)).toContainText(
        'player-insights-preview',
      );
      await picture(page, 'tuesday-run');
    });

    await test.step('the line is assigned, and the run balances to the cent', async () => {
      await page.getByRole('button', { name: 'Assign player-insights-preview' }).click();
      const dialog = page.getByRole('dialog', { name: 'Assign player-insights-preview' });
      await searchChoices(dialog.getByRole('combobox', { name: 'Cost Center' }), NEW);
      await page.getByRole('option', { name: NEW }).click();
      await dialog.getByRole('button', { name: 'Assign' }).click();
      await expect(dialog).toBeHidden();
      await expect(main(page).getByText('Balances to the cent')).toBeVisible();
      await expect(table(page, 'Postings').getByRole('row').filter({ hasText: NEW })).toContainText(
        `${SUM} EUR`,
      );
      await expect(table(page, 'Postings').getByRole('row').filter({ hasText: OLD })).toHaveCount(0);
    });

    await test.step('finance reviews the workbook, and hands it in, with which the run is finalized', async () => {
      const saving = page.waitForEvent('download');
      await main(page).getByRole('button', { name: 'Pre-AP Workbook' }).click();
      const download = await saving;
      const workbook = test.info().outputPath(download.suggestedFilename());
      await download.saveAs(workbook);
      await page.goto(`${BILLING}?tab=2`);
      const form = page.getByRole('form', { name: 'Finalize Invoice' });
      await form.getByRole('radio', { name: 'GCP' }).check();
      await form.locator('input[type=file]').setInputFiles(workbook);
      for (const name of ['Populate Cloud Bills', 'Email Owners'])
        await form.getByRole('checkbox', { name }).check();
      await form.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('link', { name: /^Follow billing run/ }).click();
      await expect(main(page).getByText('Final', { exact: true })).toBeVisible();
    });

    const run = page.url();
    const done = (option: string) =>
      page.getByRole('list', { name: 'Finalized with' }).getByRole('listitem').filter({ hasText: option });

    await test.step('owners get their mail', async () => {
      await done('Email Owners').getByRole('link', { name: 'See the mail in the outbox' }).click();
      const mails = page.getByRole('list', { name: 'Mails' }).getByRole('listitem');
      await expect(mails).toHaveCount(3);
      await mails.filter({ hasText: OWNER }).getByRole('button').first().click();
      const mail = page.getByRole('dialog', { name: `Cloud costs of ${MONTH}` });
      await expect(mail).toContainText(NEW);
      await expect(mail).toContainText(SUM);
      await picture(page, 'tuesday-mail');
    });

    await test.step('the chart shows it, and three clicks tell where the number comes from', async () => {
      await page.goto(run);
      await done('Populate Cloud Bills').getByRole('link', { name: 'See them in the chart' }).click();
      await expect(main(page).getByText('€19,591.90')).toBeVisible();
      const chart = page.getByRole('img', { name: /^Spend per Cost Center/ });
      await expect(chart).toHaveAttribute('aria-busy', 'false');
      await picture(page, 'tuesday-chart');
      await page.getByText('Table', { exact: true }).click();
      const spend = table(page, 'Spend per Cost Center').getByRole('row').filter({ hasText: NEW });
      await expect(spend).toContainText(SUM);

      await spend.getByRole('link', { name: NEW }).click();
      await page.getByRole('grid').getByRole('link', { name: NEW, exact: true }).click();
      await page.getByRole('button', { name: 'See where it comes from' }).click();

      const origin = page.getByRole('dialog', { name: 'Where It Comes From' });
      const accounts = origin.getByRole('list', { name: 'Charged for' }).getByRole('listitem');
      await expect(accounts).toHaveCount(4);
      const production = accounts.filter({ hasText: 'player-insights-production-9750' });
      await expect(production).toContainText('8,412.35 EUR');
      await expect(production).toContainText(
        `It names ${OLD}, which is not valid on the posting day, so ${NEW} pays.`,
      );
      const lab = accounts.filter({ hasText: 'player-insights-lab' });
      await expect(lab).toContainText('1,284.60 EUR');
      await expect(lab).toContainText(`It names ${NEW}.`);
      await expect(origin).toContainText(`google-${MONTH}.csv`);
      await expectUsableByEverybody(page);
      await picture(page, 'tuesday-origin');
      await page.keyboard.press('Escape');
      await expect(origin).toBeHidden();
    });

    await test.step('in the evening the owner leaves, and drift shows what they leave behind', async () => {
      const leaving = [...graph.directory.people.values()].find(({ email }) => email === OWNER);
      graph.directory.removePerson(leaving?.id ?? '');
      await (await menu(page, 'AD People')).click();
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(OWNER);
      await expect(main(page).getByText('Showing 1–1 of 1').first()).toBeVisible();
      await main(page).getByRole('button', { name: 'Refresh' }).click();
      await expect(page.locator('tr[data-row] [data-col=gone]')).toHaveText(/^Yes/, { timeout: 60_000 });

      await (await menu(page, 'Home')).click();
      await page.getByRole('link', { name: /Nobody answers for it Drift$/ }).click();
      await page.getByRole('searchbox', { name: 'Owner' }).fill(OWNER);
      const left = page.locator('tr[data-row]');
      for (const name of [NEW, OLD, 'player-insights-lab', 'player-insights-production-9750'])
        await expect(left.filter({ hasText: name })).toContainText('Imran Qureshi left the directory');
      await expect(left.filter({ hasNotText: OWNER })).toHaveCount(0);
      await picture(page, 'tuesday-drift');
    });
  },
);
