import type { Page } from '@playwright/test';
import { test } from '#tests/support/doors/journey.ts';
import { expect, expectUsableByEverybody, narrow } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

test.beforeAll(async ({ planted }) => {
  const of = (account: string, environment: string, expected: string) =>
    planted.api.post('/surveys', { account, environment, expected });
  await of('Alpha', 'production', 'production');
  await of('Beta', 'production', 'development');
  await of('Locked', 'development', 'development');
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Surveys' });
const rowOf = (page: Page, account: string) => grid(page).getByRole('row').filter({ hasText: account });
const openMenu = (page: Page, account: string) =>
  page.getByRole('button', { name: `Actions for ${account}` }).click();

test('a cell says what it means, a further column stands in its place, and each in table and record too', async ({
  page,
  planted,
}) => {
  const reason = 'The inventory says development.';
  for (const action of ['view', 'crud']) {
    await page.goto(`/auth/${action}/surveys`);
    const cell = rowOf(page, 'Beta').locator('[data-col=environment]');
    await expect(cell.locator('[data-tone=bad]')).toHaveText(`production ${reason}`);
    await cell.focus();
    await expect(page.locator('[data-hint]')).toHaveText(reason);
    await expect(rowOf(page, 'Alpha').locator('[data-tone]')).toHaveCount(0);
    await expect(
      grid(page)
        .locator('thead th')
        .filter({ hasText: /Environment|Verdict/ }),
    ).toHaveText([/Environment/, /Verdict/]);
    await expect(rowOf(page, 'Beta').locator('[data-col=verdict]')).toHaveText('differs');
  }
  const { body } = await planted.api.get<{ id: number }[]>('/surveys?by_account=Beta');
  await visit(page, `/auth/view/surveys/${body.data[0]?.id}`);
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByText('differs')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take answer over' })).toBeVisible();
  await expectUsableByEverybody(page);
});

test('an action of a row is offered where it makes sense, happens at once, and can be undone', async ({
  page,
}) => {
  await page.goto('/auth/view/surveys');
  await openMenu(page, 'Alpha');
  await expect(page.getByRole('menuitem', { name: 'Mail link' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Take answer over' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await visit(page, '/auth/crud/surveys');
  await openMenu(page, 'Beta');
  await page.getByRole('menuitem', { name: 'Take answer over' }).click();
  await expect(page.getByText('The inventory has the answer now.')).toBeVisible();
  await expect(rowOf(page, 'Beta').locator('[data-col=verdict]')).toHaveText('agrees');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The inventory is as it was.')).toBeVisible();
  await expect(rowOf(page, 'Beta').locator('[data-col=verdict]')).toHaveText('differs');
});

test('a dialog of a row begins with what is known, and says at the field what is wrong', async ({ page }) => {
  await page.goto('/auth/view/surveys');
  await openMenu(page, 'Alpha');
  await page.getByRole('menuitem', { name: 'Mail link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mail the link' });
  await expect(dialog.getByText('To whoever knows about Alpha.')).toBeVisible();
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveValue('ada@example.com');
  await expect(email).toBeFocused();

  await email.fill('');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Email is required.')).toBeVisible();
  await email.fill('eve@elsewhere.test');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Only people of example.com can be mailed.').first()).toBeVisible();
  await expect(dialog.getByText('The link could not be mailed.')).toBeVisible();
  await expect(email).toBeFocused();
  await expectUsableByEverybody(page);
  await email.fill('bruno@example.com');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'See the survey' }).click();
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
});

test('a dialog of the list begins with its filters and shows what came of it', async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto('/auth/view/surveys?by_environment=production');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Export Surveys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export surveys' });
  await expect(dialog.getByRole('combobox', { name: 'Environment' })).toHaveValue('production');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Exported: production')).toBeVisible();
  await expectUsableByEverybody(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toHaveCount(0);
});

test('a switch in a cell saves at once, and goes back where that is refused', async ({ page, planted }) => {
  await page.goto('/auth/view/surveys');
  const alpha = page.getByRole('switch', { name: 'Muted of Alpha' });
  await alpha.click({ force: true });
  await expect(page.getByText('Muted.', { exact: true })).toBeVisible();
  await expect(alpha).toBeChecked();
  await expect
    .poll(async () => (await planted.api.get<unknown[]>('/surveys?by_muted=true')).body.data.length)
    .toBe(1);

  const locked = page.getByRole('switch', { name: 'Muted of Locked' });
  await locked.click({ force: true });
  await expect(page.getByText('Locked accounts cannot be muted.')).toBeVisible();
  await expect(locked).not.toBeChecked();
  await expect(page).toHaveURL(/\/auth\/view\/surveys$/);
});
