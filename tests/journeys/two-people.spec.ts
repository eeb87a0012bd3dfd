import type { Page } from '@playwright/test';
import { button, openTable, table } from '#tests/support/cost-center-table.ts';
import type { Factory } from '#tests/support/factories.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';
import { costCenters } from '#resources/cost-centers.ts';

const MEANWHILE = 'This cost center was changed meanwhile';
const conflict = (page: Page) => page.getByRole('dialog', { name: MEANWHILE });

const costCenter = async (factory: Factory) => {
  const made = await factory.create(costCenters, { company_code: '07' });
  return made as typeof made & { identifier: string };
};

/** The two places where a cost center is changed; what is done there is the same. */
const places = {
  form: {
    open: async (page: Page, { id }: { id: number }) => {
      await page.goto(`/auth/edit/cost_centers/${id}`);
      await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    },
    input: (page: Page, name: string) =>
      page.getByRole('form').getByRole(name === 'Expired At' ? 'combobox' : 'textbox', { name, exact: true }),
    save: async (page: Page) => {
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    },
    failed: 'There was a problem updating this cost center',
  },
  table: {
    open: async (page: Page, { identifier }: { identifier: string }) => {
      await openTable(page, `?by_identifier=${identifier}`);
      await button(page, `Edit ${identifier}`).click();
    },
    input: (page: Page, name: string) =>
      table(page).getByRole(name === 'Expired At' ? 'combobox' : 'textbox', { name, exact: true }),
    save: (page: Page) => page.getByRole('button', { name: /^Save / }).click(),
    failed: 'There was a problem updating this cost center record',
  },
};

for (const [where, { open, input, save, failed }] of Object.entries(places))
  test.describe(`in the ${where}`, () => {
    test('what only one of two people changed is merged without a question', async ({
      page,
      factory,
      api,
    }) => {
      const { id, identifier } = await costCenter(factory);
      await open(page, { id, identifier });
      await input(page, 'Company Code').fill('55');
      await api.put(`/cost_centers/${id}`, { expired_at: '2030-01-31' });
      await save(page);
      const notice = page.getByRole('alert').filter({ hasText: 'Your cost center has been updated!' });
      await expect(notice).toContainText('Maya Okafor changed Expired At meanwhile, which stays.');
      const stored = async () => (await api.get(`/cost_centers/${id}`)).body.data;
      expect(await stored()).toMatchObject({ company_code: '55', expired_at: '2030-01-31' });

      await notice.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('The change has been undone!')).toBeVisible();
      expect(await stored()).toMatchObject({ company_code: '07', expired_at: '2030-01-31' });
    });

    test(
      'of what both changed one chooses, and a failure loses no choice',
      { tag: '@core' },
      async ({ page, factory, api }) => {
        const { id, identifier } = await costCenter(factory);
        await open(page, { id, identifier });
        await input(page, 'Company Code').fill('55');
        await input(page, 'Identifier').fill(`${identifier}-M`);
        await api.put(`/cost_centers/${id}`, { company_code: '42', identifier: `${identifier}-T` });
        await api.put(`/cost_centers/${id}`, { expired_at: '2030-01-31' });
        await save(page);

        const dialog = conflict(page);
        // The time is that of the reader's clock, not of the server's.
        const now = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' }).format();
        await expect(dialog).toContainText(new RegExp(`Maya Okafor changed it on .*, ${now}:\\d\\d`));
        await expect(dialog).toContainText('stays as it is by now: Expired At');
        await expect(dialog.getByRole('row')).toHaveCount(3);
        await expect(dialog.getByRole('row', { name: /^Company Code/ })).toContainText('07');
        const mine = dialog.getByRole('radio', { name: 'Company Code, your version: 55' });
        await expect(
          dialog.getByRole('radio', { name: `Identifier, your version: ${identifier}-M` }),
        ).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(mine).toBeChecked();
        await expectUsableByEverybody(page);
        await dialog.getByRole('radio', { name: `Identifier, their version: ${identifier}-T` }).check();

        await page.route(`**/api/cost_centers/${id}`, (route) =>
          route.fulfill({ status: 503, json: { error: 'Away.', errors: [], request_id: 'r' } }),
        );
        await dialog.getByRole('button', { name: 'Save this choice' }).click();
        await expect(page.getByText(failed).first()).toBeVisible();
        await expect(input(page, 'Company Code')).toHaveValue('55');
        await expect(input(page, 'Identifier')).toHaveValue(`${identifier}-T`);

        await page.unroute(`**/api/cost_centers/${id}`);
        page.once('dialog', (question) => void question.accept());
        await page.reload();
        await expect(page.getByText('What you typed here before is back.')).toBeVisible();
        await expect(input(page, 'Company Code')).toHaveValue('55');
        await save(page);
        await expect(page.getByText('Your cost center has been updated!')).toBeVisible();
        expect((await api.get(`/cost_centers/${id}`)).body.data).toMatchObject({
          company_code: '55',
          identifier: `${identifier}-T`,
          expired_at: '2030-01-31',
        });
      },
    );

    test('a change whose answer was lost is not taken for somebody else’s', async ({
      page,
      factory,
      api,
    }) => {
      const { id, identifier, lock_version } = await costCenter(factory);
      await open(page, { id, identifier });
      await input(page, 'Company Code').fill('55');
      await page.route(`**/api/cost_centers/${id}`, async (route) => {
        if (route.request().method() === 'PUT') await route.fetch();
        await route.abort();
      });
      await save(page);
      await expect(page.getByText(failed).first()).toBeVisible();
      await page.unroute(`**/api/cost_centers/${id}`);
      await save(page);
      await expect(page.getByText('Your cost center has been updated!')).toBeVisible();
      expect((await api.get(`/cost_centers/${id}`)).body.data).toMatchObject({
        company_code: '55',
        lock_version: lock_version + 1,
      });
    });

    test('while it is saved nothing can be typed, and nothing is lost when that fails', async ({
      page,
      factory,
    }) => {
      const { id, identifier } = await costCenter(factory);
      await open(page, { id, identifier });
      await input(page, 'Company Code').fill('55');
      let answer = (): void => undefined;
      const answered = new Promise<void>((done) => (answer = done));
      await page.route(`**/api/cost_centers/${id}`, async (route) => {
        await answered;
        await route.abort();
      });
      await save(page);
      await expect(input(page, 'Company Code')).not.toBeEditable();
      answer();
      await expect(page.getByText(failed).first()).toBeVisible();
      await expect(input(page, 'Company Code')).toBeEditable();
      await expect(input(page, 'Company Code')).toHaveValue('55');
    });
  });
