import type { Page } from '@playwright/test';
import { departments } from '#resources/departments.ts';
import { expect, expectUsableByEverybody, narrow, test, wide } from '#tests/support/journey.ts';

const PICTURES = process.env['SCREENSHOTS'];

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const scheme of ['light', 'dark'] as const)
    for (const size of [wide, narrow]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(size);
      await page.screenshot({ path: `${PICTURES}/${name}-${scheme}-${size.width}.png`, fullPage: true });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(wide);
}

test('a file waits for a second person as a whole, whose page follows it', async ({
  page,
  browser,
  portal,
  sessionOf,
  api,
  factory,
}) => {
  const department = await factory.create(departments, { name: 'Waits By File', abbreviation: 'OLD' });
  const read = async () => (await api.get(`/departments/${department.id}`)).body.data;
  const rule = (fields: string[]) => api.put('/change_rules/departments', { asks_reason: false, fields });
  await rule(['abbreviation']);
  const context = await browser.newContext({
    baseURL: portal.url,
    storageState: await sessionOf('Jonas Lindqvist'),
  });
  try {
    const other = await context.newPage();
    await other.goto(`/auth/view/departments/${department.id}`);
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Waits By File');

    await page.goto('/auth/view/departments');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const text = 'name,abbreviation\nWaits By File,NEW\nAdded By File,ADD\n';
    const file = { name: 'departments.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: 'Import Departments from CSV' });
    await expect(dialog).toContainText(
      'A second person approves Abbreviation, so the whole file waits for them.',
    );
    await picture(page, 'file-preview');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Your change of Abbreviation waits')).toBeVisible();
    expect(await read()).toMatchObject({ abbreviation: 'OLD' });

    // The page that was open before shows it without being loaded anew.
    const waits = other.getByRole('region', { name: 'A change waits' });
    await expect(waits).toContainText('asked to import a file that changes it and adds 1 department');
    await other.goto('/auth/waiting-changes');
    const entry = other
      .getByRole('list', { name: 'Changes' })
      .getByRole('listitem')
      .filter({ hasText: 'Waits By File' });
    await entry.getByText('Show the rows of the file').click();
    await expect(entry.getByRole('row', { name: /Added By File/ })).toBeVisible();
    await expectUsableByEverybody(other);
    await picture(other, 'file-waits');
    await entry.getByRole('button', { name: 'Approve' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByText('The change has been approved!')).toBeVisible();
    expect(await read()).toMatchObject({ abbreviation: 'NEW' });

    await rule([]);
    await other.getByRole('button', { name: 'Undo import (2)' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(other.getByText(/has been deleted and 1 department has been changed back/)).toBeVisible();
    expect(await read()).toMatchObject({ abbreviation: 'OLD' });
    await other.goto('/auth/home');
    await other.getByRole('region', { name: 'Waiting' }).getByRole('link').first().waitFor();
    await picture(other, 'home');
  } finally {
    expect((await rule([])).status).toBe(200);
    await context.close();
  }
});
