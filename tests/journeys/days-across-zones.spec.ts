import { readFile } from 'node:fs/promises';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { openTable, rowOf, table } from '#tests/support/cost-center-table.ts';
import { expect, test } from '#tests/support/journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';
import { visit } from '#tests/support/visit.ts';

interface Stored {
  identifier: string;
  active_at: string;
  expired_at: string | null;
}

/** The last Sunday of March, when Europe's clocks go forward; the day before and after must never be shown. */
const DAY = '2026-03-29';
const zones = ['Pacific/Honolulu', 'America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati'];

for (const timezoneId of zones)
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    const place = timezoneId.replace('/', '-');

    test('a day that is typed into a form is that day everywhere', async ({ page, factory, api }) => {
      const owner = await factory.create(cloudContacts);
      const identifier = `DAY-${place}`;
      const stored = async () =>
        (await api.get<Stored[]>(`/cost_centers?by_identifier=${identifier}`)).body.data[0];
      await page.goto('/auth/create/cost_centers');
      await page.getByLabel('Identifier').fill(identifier);
      await page.getByLabel('Cloud Contact Email').first().fill(String(owner['email']));
      await page.getByRole('combobox', { name: 'Active At' }).fill('29-Mar-2026');
      await page.getByRole('combobox', { name: 'Expired At' }).fill('March 29, 2026');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByRole('dialog')).toContainText('29-Mar-2026');
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText('Your new cost center has been added!')).toBeVisible();
      expect(await stored()).toMatchObject({ active_at: DAY, expired_at: DAY });

      await visit(page, `/auth/view/cost_centers?by_identifier=${identifier}`);
      const row = page.getByRole('grid').getByRole('row').filter({ hasText: identifier });
      await expect(row.getByText('29-Mar-2026')).toHaveCount(2);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      expect(file.match(/2026-03-\d\d/g)).toEqual([DAY, DAY]);

      await openTable(page, `?by_identifier=${identifier}`);
      await expect(rowOf(page, identifier).getByText('29-Mar-2026')).toHaveCount(2);
      await page.getByRole('button', { name: `Edit ${identifier}` }).click();
      const expired = table(page).getByRole('combobox', { name: 'Expired At' });
      await expired.fill('30-Mar-2026');
      await expired.press('Tab');
      await page.getByRole('button', { name: `Save ${identifier}` }).click();
      await expect(page.getByText('Your cost center has been updated!')).toBeVisible();
      expect(await stored()).toMatchObject({ active_at: DAY, expired_at: '2026-03-30' });
    });

    test('a day of a worksheet is that day, and the calendar picks the day that is pressed', async ({
      page,
      factory,
      api,
    }) => {
      const owner = await factory.create(cloudContacts);
      const written = ['2026-03-29', '29-Mar-2026', '3/29/2026', '03/29/2026'];
      const lines = written.map((day, at) => `SHEET-${place}-${at},${String(owner['email'])},${day}`);
      const text = ['identifier,cloud_contact_email,active_at', ...lines].join('\r\n');
      await page.goto('/auth/view/cost_centers');
      await page.getByRole('button', { name: 'Import CSV' }).click();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'days.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await expect(page.getByText('4 cost centers will be created.')).toBeVisible();
      await expect(page.getByRole('cell', { name: '29-Mar-2026', exact: true })).toHaveCount(4);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page.getByText('Cost centers imported successfully!')).toBeVisible();
      const { body } = await api.get<Stored[]>(`/cost_centers?by_identifier=SHEET-${place}`);
      expect(body.data.map(({ active_at: day }) => day)).toEqual(written.map(() => DAY));

      const { id } = await factory.create(costCenters, { active_at: '2026-03-27', expired_at: null });
      await visit(page, `/auth/edit/cost_centers/${id}`);
      await page.getByRole('combobox', { name: 'Expired At' }).fill('March 1, 2026');
      await page.getByRole('button', { name: 'Calendar for Expired At' }).click();
      await page.getByRole('button', { name: '29 March 2026' }).click();
      await expect(page.getByRole('combobox', { name: 'Expired At' })).toHaveValue('March 29, 2026');
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText('Your cost center has been updated!')).toBeVisible();
      expect((await api.get<Stored>(`/cost_centers/${id}`)).body.data).toMatchObject({
        active_at: '2026-03-27',
        expired_at: DAY,
      });
      await visit(page, `/auth/view/cost_centers/${id}`);
      await expect(page.getByText('29-Mar-2026').first()).toBeVisible();
    });
  });

test('a list of a day holds the moments that the browser shows on it, and so does its file', async ({
  page,
  factory,
  portal,
}) => {
  const identifier = 'LATE-EVENING';
  const { id } = await factory.create(costCenters, { identifier, active_at: '2026-01-01', expired_at: null });
  const db = databaseAt(portal.dataDir);
  // The 29th in London and half past midnight of the 30th in Berlin; years before the records of the examples, whose
  // days move with today.
  await db.query('UPDATE cost_centers SET created_at = $1 WHERE id = $2', ['2015-03-29T22:30:00Z', id]);
  await db.close();
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: identifier });

  const asked = page.waitForRequest(/\/api\/cost_centers\?.*by_created_at=2015-03-30/);
  await page.goto('/auth/view/cost_centers?by_created_at=2015-03-30');
  expect((await asked).headers()['time-zone']).toBe('Europe/Berlin');
  await expect(row.getByText('30-Mar-2015')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(identifier);

  await page.goto('/auth/view/cost_centers?by_created_at=2015-03-29');
  await expect(page.getByRole('heading', { name: 'No cost centers match' })).toBeVisible();
  await expect(row).toHaveCount(0);
});
