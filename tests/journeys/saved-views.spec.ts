import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, narrow, test, wide } from '#tests/support/journey.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Departments', exact: true });
const heads = (page: Page) => grid(page).getByRole('columnheader');
const button = (page: Page) => page.getByRole('button', { name: /^Views/ });
const menu = (page: Page) => page.getByRole('menu', { name: 'Views of Departments' });
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name });
const firstRow = (page: Page) =>
  page.evaluate(() => document.querySelector('tr[data-row]')?.getBoundingClientRect().top ?? Infinity);

async function choose(page: Page, name: string): Promise<void> {
  await button(page).click();
  await item(page, name).click();
}

async function saveAs(page: Page, name: string): Promise<void> {
  await choose(page, 'Save as a new view');
  const dialog = page.getByRole('dialog', { name: 'Save as a New View' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(button(page)).toHaveAccessibleName(`Views: ${name}`);
}

test(
  'what a list shows is saved under a name, chosen again by it, and the way Back goes through it',
  { tag: '@core' },
  async ({ page, api }) => {
    for (const at of [1, 2]) await api.post('/departments', { name: `Viewed ${at}` });
    await page.goto('/auth/view/departments?by_name=Viewed&sort=-name');
    await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Viewed 2', 'Viewed 1']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Updated', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move Updated earlier' }).click();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    const shown = await heads(page).allTextContents();
    const high = await firstRow(page);
    await saveAs(page, 'Viewed, last first');
    await expect(page).toHaveURL(/view=\d+/);
    await expect(heads(page)).toHaveText(shown);
    expect(await firstRow(page)).toBe(high);

    await choose(page, 'The usual list');
    await expect(page).not.toHaveURL(/by_name|view=/);
    await button(page).click();
    await expectNoAxeViolations(page);
    await item(page, 'Viewed, last first').click();
    await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Viewed 2', 'Viewed 1']);
    await expect(heads(page)).toHaveText(shown);
    await page.goBack();
    await expect(page).not.toHaveURL(/by_name|view=/);
    await page.goForward();
    await expect(button(page)).toHaveAccessibleName('Views: Viewed, last first');
    // A link brings the same.
    await page.reload();
    await expect(button(page)).toHaveAccessibleName('Views: Viewed, last first');
    await expect(heads(page)).toHaveText(shown);
    await page.setViewportSize(narrow);
    await expect.poll(() => firstRow(page)).toBeLessThanOrEqual(260);
    await page.setViewportSize(wide);
  },
);

test('a view that is saved is there at once, and nothing says meanwhile that it is gone', async ({
  page,
  api,
}) => {
  await api.post('/departments', { name: 'Saved at once' });
  await page.goto('/auth/view/departments?by_name=Saved%20at%20once&sort=-name');
  await button(page).click();
  await expect(item(page, 'The usual list')).toBeVisible();
  await page.keyboard.press('Escape');
  const released = Promise.withResolvers<void>();
  await page.route('**/api/list_views?*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await saveAs(page, 'Saved at once');
  await expect(page).toHaveURL(/view=\d+/);
  await expect(page.getByText('The view of this address was deleted')).toHaveCount(0);
  released.resolve();
  await expect(page.getByText('The view Saved at once has been saved!')).toBeVisible();
  await expect(button(page)).toHaveAccessibleName('Views: Saved at once');
});

test('a view is changed, renamed, shown to everybody, and comes back after it was deleted', async ({
  page,
  api,
}) => {
  await api.post('/departments', { name: 'Kept in a view' });
  await page.goto('/auth/view/departments?by_name=Kept%20in');
  await saveAs(page, 'Kept');
  await page
    .getByRole('grid')
    .getByRole('columnheader', { name: 'Name' })
    .getByRole('button')
    .first()
    .click();
  await expect(button(page)).toHaveAccessibleName('Views: Kept, changed');
  await choose(page, 'Save the changes');
  await expect(page.getByText('The view Kept has been saved!')).toBeVisible();
  await expect(button(page)).toHaveAccessibleName('Views: Kept');

  await choose(page, 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename the View' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kept for all');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(button(page)).toHaveAccessibleName('Views: Kept for all');
  await choose(page, 'Show it to everybody');
  await expect(page.getByText('Everybody sees Kept for all now.')).toBeVisible();

  await choose(page, 'Delete');
  await expect(button(page)).toHaveAccessibleName('Views');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The view Kept for all is back.')).toBeVisible();
  await choose(page, 'Kept for all');
  await expect(button(page)).toHaveAccessibleName('Views: Kept for all');
});

test('a view that was changed meanwhile is refused once, and saved by another press', async ({
  page,
  api,
}) => {
  await api.post('/departments', { name: 'Changed meanwhile' });
  await page.goto('/auth/view/departments?by_name=Changed%20mean');
  await saveAs(page, 'Changed');
  const id = new URL(page.url()).searchParams.get('view');
  const [view] = (
    await api.get<{ id: number; lock_version: number }[]>('/list_views?by_model=departments')
  ).body.data.filter((one) => String(one.id) === id);
  const elsewhere = { name: 'Changed elsewhere', lock_version: view?.lock_version };
  expect((await api.put(`/list_views/${id}`, { list_view: elsewhere })).status).toBe(200);
  await heads(page).filter({ hasText: 'Name' }).getByRole('button').first().click();
  await expect(button(page)).toHaveAccessibleName('Views: Changed, changed');
  await choose(page, 'Save the changes');
  await expect(page.getByText('The view could not be saved.')).toBeVisible();
  await expect(button(page)).toHaveAccessibleName('Views: Changed elsewhere, changed');
  await choose(page, 'Save the changes');
  await expect(page.getByText('The view Changed elsewhere has been saved!')).toBeVisible();
});

test('a view that was renamed meanwhile is refused once, and renamed by another press', async ({
  page,
  api,
}) => {
  await api.post('/departments', { name: 'Renamed meanwhile' });
  await page.goto('/auth/view/departments?by_name=Renamed%20mean');
  await saveAs(page, 'First name');
  await choose(page, 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename the View' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Renamed here');
  const id = new URL(page.url()).searchParams.get('view');
  const { data } = (await api.get<{ id: number; lock_version: number }[]>('/list_views?by_model=departments'))
    .body;
  const version = data.find((one) => String(one.id) === id)?.lock_version;
  const elsewhere = { name: 'Renamed elsewhere', lock_version: version };
  expect((await api.put(`/list_views/${id}`, { list_view: elsewhere })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText('The view could not be renamed.')).toBeVisible();
  await expect(button(page)).toHaveText(/Renamed elsewhere/);
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(button(page)).toHaveAccessibleName('Views: Renamed here');
});

test('a list begins with the view that one chose for that', async ({ page, api }) => {
  await api.post('/departments', { name: 'Begun with' });
  await page.goto('/auth/view/departments?by_name=Begun');
  await saveAs(page, 'Begun');
  await choose(page, 'Begin with it');
  await expect(page.getByText('Departments begins with Begun.')).toBeVisible();
  await page.goto('/auth/view/departments');
  await expect(page).toHaveURL(/by_name=Begun/);
  await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Begun with']);
  // Who clears it sees all, and goes on to do so.
  await choose(page, 'The usual list');
  await expect(page).not.toHaveURL(/by_name/);
  await page.reload();
  await expect(button(page)).toHaveAccessibleName('Views');
  await choose(page, 'Begun');
  await choose(page, 'Do not begin with it any more');
  await expect(page.getByText('Departments no longer begins with Begun.')).toBeVisible();
});

test('a view that is gone is said to be, and the list of its address opens', async ({ page, api }) => {
  await api.post('/departments', { name: 'Still listed' });
  await page.goto('/auth/view/departments?view=999999&by_name=Still%20listed');
  await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Still listed']);
  await expect(page.getByText('The view of this address was deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Leave the view' }).click();
  await expect(page).not.toHaveURL(/view=9/);
  await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Still listed']);
});

test('columns and widths that were chosen stay while the view is renamed and shared, until it is saved', async ({
  page,
  api,
}) => {
  await api.post('/departments', { name: 'Kept beside' });
  await page.goto('/auth/view/departments?by_name=Kept%20beside');
  await saveAs(page, 'Beside');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Updated', exact: true }).click();
  await page.keyboard.press('Escape');
  const width = () =>
    heads(page)
      .filter({ hasText: 'Name' })
      .evaluate((head) => Math.round(head.getBoundingClientRect().width));
  const box = await heads(page).filter({ hasText: 'Name' }).boundingBox();
  const edge = { x: (box?.x ?? 0) + (box?.width ?? 0), y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x - 90, edge.y, { steps: 6 });
  await page.mouse.up();
  const dragged = await width();
  const shown = await heads(page).allTextContents();

  await button(page).click();
  // Views of journeys before may have it in their names.
  await menu(page).getByRole('menuitem', { name: 'Rename', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the View' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Beside it');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(button(page)).toHaveAccessibleName('Views: Beside it, changed');
  await choose(page, 'Show it to everybody');
  await expect(page.getByText('Everybody sees Beside it now.')).toBeVisible();
  await expect(heads(page)).toHaveText(shown);
  expect(await width()).toBe(dragged);

  await choose(page, 'Save the changes');
  await expect(button(page)).toHaveAccessibleName('Views: Beside it');
  await expect(heads(page)).toHaveText(shown);
  expect(await width()).toBe(dragged);
  // What somebody else saves then is what is shown.
  const id = new URL(page.url()).searchParams.get('view');
  const { data } = (
    await api.get<
      { id: number; lock_version: number; shown: { columns: { name: string; width: number }[] } }[]
    >('/list_views?by_model=departments')
  ).body;
  const view = data.find((one) => String(one.id) === id);
  const columns = [
    { name: 'name', width: 333 },
    { name: 'created_at', width: null },
  ];
  const theirs = { shown: { ...view?.shown, columns }, lock_version: view?.lock_version };
  expect((await api.put(`/list_views/${id}`, { list_view: theirs })).status).toBe(200);
  await page.reload();
  await expect.poll(width).toBe(333);
  await expect(heads(page).filter({ hasText: 'Updated' })).toHaveCount(0);
});
