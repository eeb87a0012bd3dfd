import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/own-journey.ts';
import { visit } from '#tests/support/visit.ts';

const LIST = '/auth/view/github_copilot_users';
const USER = 'skyledger-games-contractor';

test('seats are read from GitHub, narrowed to what is worth a look, removed, kept after all, and added', async ({
  page,
  api,
}) => {
  await page.goto(LIST);
  await expect(page.getByRole('heading', { name: 'Github Copilot Table' })).toBeVisible();
  await expect(page.getByText('Simulator', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sync with GitHub' }).click();
  await expect(page.getByText(/^Read (just now|\d+ minutes? ago)$/)).toBeVisible();

  await test.step('what nobody is charged for', async () => {
    const shown = page.getByRole('search').getByRole('combobox', { name: 'Show' });
    await shown.click();
    await page.getByRole('option', { name: /^No Cost Center \(\d+\)$/ }).click();
    await expect(page).toHaveURL(/by_seats=without_cost_center/);
    await expect(page.getByRole('row', { name: new RegExp(USER) })).toContainText('Assigned');
    await expect(page.getByRole('row', { name: /hvogel/ })).toHaveCount(0);
    await shown.click();
    await page.getByRole('option', { name: /^Idle 60 Days \(\d+\)$/ }).click();
    await expect(page.getByRole('row', { name: /hvogel/ })).toBeVisible();
    await untilLoaded(page);
    await expectUsableByEverybody(page);
  });

  await test.step('a seat ends with the billing cycle, with a way back', async () => {
    await visit(page, `${LIST}?by_github_username=${USER}`);
    await page.getByRole('button', { name: `Actions for ${USER}` }).click();
    await page.getByRole('menuitem', { name: 'Remove Seat' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Seat' });
    await expect(dialog).toContainText('until the end of the billing cycle');
    await dialog.getByRole('button', { name: 'Remove Seat' }).click();
    await expect(page.getByText(new RegExp(`^The seat of ${USER} ends on 01-`))).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`${USER} keeps the seat!`)).toBeVisible();
    const { body } = await api.get<Record<string, unknown>[]>(
      `/github_copilot_users?by_github_username=${USER}`,
    );
    expect(body.data).toMatchObject([{ seat_state: 'assigned', pending_cancellation: null }]);
  });

  await test.step('a seat is added, once all of it is right', async () => {
    await visit(page, LIST);
    await page.getByRole('button', { name: 'Add Seat' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Seat' });
    await dialog.getByRole('button', { name: 'Add Seat' }).click();
    await expect(dialog.getByText('GitHub Username is required.')).toBeVisible();
    await expect(dialog.getByText('GitHub Organization is required.')).toBeVisible();
    await dialog.getByLabel('GitHub Username').fill('journey-octo');
    await dialog.getByLabel('GitHub Organization').fill('skyledger-games');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add Seat' }).click();
    await expect(page.getByText('journey-octo has a seat of Copilot in skyledger-games!')).toBeVisible();
    await visit(page, `${LIST}?by_github_username=journey-octo`);
    await expect(page.locator('tr[data-row]').filter({ hasText: 'journey-octo' })).toContainText('Assigned');
  });
});

test('what GitHub refuses is told, and what was typed stays', async ({ page }) => {
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Add Seat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Seat' });
  await dialog.getByLabel('GitHub Username').fill('journey-refused');
  await dialog.getByLabel('GitHub Organization').fill('skyledger-platform');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Add Seat' }).click();
  await expect(
    dialog.getByText(/skyledger-platform is none of the organizations with Copilot here/).first(),
  ).toBeVisible();
  await expect(dialog.getByLabel('GitHub Username')).toHaveValue('journey-refused');
});
