import type { Page } from '@playwright/test';
import { test } from '#tests/support/kinds/journey.ts';
import { expect, expectNoAxeViolations, expectUsableByEverybody } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

const form = (page: Page) => page.getByRole('form');
const terms = (page: Page) => page.getByRole('textbox', { name: 'Terms' });
const grid = (page: Page) => page.getByRole('grid', { name: 'Rentals', exact: true });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
/** The value beside a name on a record's screen. */
const detail = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd');

test.beforeAll(async ({ planted }) => {
  const company = { code: '7100', country: 'Norway' };
  await planted.api.post('/companies', company);
  for (const [name, rent, racks, starts_at] of [
    ['Cellar', '90.00', 2, '2026-01-10'],
    ['Dome', '1500.00', 12, '2026-03-05'],
    ['Eyrie', '2500.00', 20, '2026-03-29'],
  ] as const)
    await planted.api.post('/rentals', { name, rent, racks, starts_at, landlords: [`Owner of ${name}`] });
});

test('a record with a value of every kind is entered, shown, changed, and its changes are told', async ({
  page,
  planted,
}) => {
  await page.goto('/auth/create/rentals');
  const entered = form(page);
  await entered.getByLabel('Name').fill('Annex');
  // As people write it; it is shown and sent as the portal writes it.
  await entered.getByLabel('Rent').fill('12.345,5');
  await entered.getByLabel('Racks').fill('4');
  await entered.getByRole('combobox', { name: 'Starts At' }).fill('March 1, 2026');
  await expect(entered.getByLabel('Rent')).toHaveValue('12,345.50');
  await expect(entered.getByText('EUR', { exact: true })).toBeVisible();
  await entered.getByLabel('Renews').check();
  const landlords = entered
    .getByRole('textbox', { name: 'Landlords' })
    .or(entered.getByRole('combobox', { name: 'Landlords' }));
  await landlords.fill('Nora Lind');
  await landlords.press('Enter');
  await landlords.fill('Per Dahl');
  await landlords.press('Enter');
  await entered.getByRole('combobox', { name: 'Company' }).fill('7100');
  await page.getByRole('option', { name: /7100/ }).click();
  await entered.getByLabel('Access Code', { exact: true }).fill('4711-open');
  await entered.getByLabel('Notes').fill('First line\nSecond line');
  await terms(page).click();
  await page.keyboard.type('Paid ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('monthly');
  await entered.getByLabel('Policy').fill('{\n  "keys": [1,\n}');
  await entered.getByLabel('Name').focus();
  await expect(entered.getByText(/Policy is no JSON, line 3/)).toBeVisible();
  await expectUsableByEverybody(page);
  await entered.getByLabel('Policy').fill('{\n  "keys": [1]\n}');
  await entered.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/auth/view/rentals');

  const { body } = await planted.api.get<Record<string, unknown>[]>('/rentals?by_name=Annex');
  const [stored] = body.data;
  expect(stored).toMatchObject({
    rent: '12345.50',
    racks: 4,
    starts_at: '2026-03-01',
    renews: true,
    landlords: ['Nora Lind', 'Per Dahl'],
    notes: 'First line\nSecond line',
    terms: '<p>Paid <strong>monthly</strong></p>',
    policy: '{\n  "keys": [1]\n}',
  });
  expect(stored).not.toHaveProperty('access_code');

  await rowOf(page, 'Annex').getByRole('link', { name: 'Annex' }).click();
  await expect(detail(page, 'Rent')).toHaveText('12,345.50 EUR');
  await expect(detail(page, 'Landlords').getByRole('listitem')).toHaveText(['Nora Lind', 'Per Dahl']);
  await expect(detail(page, 'Company').getByRole('link')).toHaveText(/7100/);
  await expect(detail(page, 'Country')).toHaveText('Norway');
  await expect(detail(page, 'Access Code')).toHaveText('Never shown');
  await expect(detail(page, 'Terms').locator('strong')).toHaveText('monthly');
  await expectUsableByEverybody(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const changed = form(page);
  await expect(changed.getByLabel('Access Code', { exact: true })).toHaveValue('');
  await expect(changed.getByText('Left empty, it is kept as it is.')).toBeVisible();
  await expect(terms(page).locator('strong')).toHaveText('monthly');
  await changed.getByLabel('Rent').fill('13000');
  await changed.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'USD' }).click();
  await expect(changed.getByText('USD', { exact: true })).toBeVisible();
  await terms(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(', in advance');
  await changed.getByLabel('Access Code', { exact: true }).fill('0815-shut');
  await changed.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(/\/auth\/view\/rentals/);
  await visit(page, `/auth/view/rentals/${String(stored?.['id'])}`);

  const latest = page.getByRole('region', { name: 'History' }).getByRole('listitem').first();
  await expect(latest.getByText('12,345.50')).toBeVisible();
  await expect(latest.getByText('13,000.00')).toBeVisible();
  await expect(latest.getByText('Paid monthly, in advance')).toBeVisible();
  await expect(latest.getByText('Access Code')).toBeVisible();
  await expect(page.getByText(/0815|4711/)).toHaveCount(0);
});

test('what takes many words has the whole width of a form, and what is short half of it', async ({
  page,
}) => {
  await page.goto('/auth/create/rentals');
  const widthOf = async (name: string) =>
    (await form(page).getByRole('textbox', { name }).boundingBox())?.width ?? 0;
  await expect(terms(page)).toBeVisible();
  const short = await widthOf('Name');
  for (const label of ['Notes', 'Terms', 'Policy'])
    expect(await widthOf(label), label).toBeGreaterThan(short * 1.8);
});

test('what is typed comes back after a reload, but not the secret, which no draft may hold', async ({
  page,
}) => {
  await page.goto('/auth/create/rentals');
  await form(page).getByLabel('Name').fill('Draft');
  await form(page).getByLabel('Access Code', { exact: true }).fill('never kept');
  await terms(page).click();
  await page.keyboard.type('Kept words');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('never kept');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/is back, but not Access Code/)).toBeVisible();
  await expect(terms(page)).toHaveText('Kept words');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(terms(page)).toHaveText('');
});

test('a row in editing, an added row and a copy take every kind too', async ({ page, planted }) => {
  await page.goto('/auth/crud/rentals');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const added = page.getByRole('grid', { name: 'New Rental' });
  await added.getByRole('textbox', { name: 'Name' }).fill('Barn');
  await added.getByRole('textbox', { name: 'Rent' }).fill('1 000');
  const landlords = added.locator('[data-col=landlords] input:not([type=hidden])');
  await landlords.fill('Ida Berg');
  await landlords.press('Enter');
  // Enter ended the text, and neither saved nor left the row.
  await expect(added.locator('[data-col=landlords]').getByText('Ida Berg')).toBeVisible();
  await added.getByRole('button', { name: 'Edit Terms: Empty' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terms' });
  await dialog.getByRole('textbox', { name: 'Terms' }).click();
  await page.keyboard.type('By the year');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(added.getByRole('button', { name: 'Edit Terms: By the year' })).toBeVisible();
  await added.getByRole('button', { name: /^Save/ }).click();
  await expect(rowOf(page, 'Barn')).toContainText('1,000.00 EUR');

  await rowOf(page, 'Barn').getByRole('button', { name: /^Edit/ }).click();
  const edited = grid(page).locator('[data-edited]');
  await expect(edited.locator('[data-col=rent] input')).toHaveValue('1,000.00');
  await edited.locator('[data-col=policy] textarea').fill('[1, 2');
  await edited.locator('[data-col=rent] input').fill('1100');
  await edited.getByRole('button', { name: /^Save/ }).click();
  await expect(edited.getByText(/Policy is no JSON, line 1/)).toBeVisible();
  await edited.locator('[data-col=policy] textarea').fill('[1, 2]');
  await edited.getByRole('button', { name: /^Save/ }).click();
  await expect(rowOf(page, 'Barn')).toContainText('1,100.00 EUR');

  await rowOf(page, 'Barn').getByRole('button', { name: /^Copy/ }).click();
  const copy = page.getByRole('dialog', { name: 'Copy Rental' });
  await copy.getByLabel('Name').fill('Barn Two');
  await copy.getByLabel('Access Code', { exact: true }).fill('of the copy');
  await copy.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Barn Two')).toBeVisible();
  const { body } = await planted.api.get<Record<string, unknown>[]>('/rentals?by_name=Barn Two');
  expect(body.data[0]).toMatchObject({
    rent: '1100.00',
    landlords: ['Ida Berg'],
    terms: '<p>By the year</p>',
    policy: '[1, 2]',
  });
});

test('a list is narrowed by every kind in its own way, and each filter says what it does', async ({
  page,
}) => {
  await page.goto('/auth/view/rentals?by_currency=EUR');
  const filters = grid(page);
  const names = grid(page).locator('tbody tr [data-col=name]');
  await filters.getByRole('searchbox', { name: 'Rent' }).fill('1.000 – 2.000');
  await expect(names).not.toHaveText([/Cellar/]);
  await filters.getByRole('searchbox', { name: 'Rent' }).fill('1,200 to 2,000');
  await expect(page).toHaveURL(/by_rent=1200\.\.2000/);
  await expect(names).toHaveText(['Dome']);
  await filters.getByRole('searchbox', { name: 'Rent' }).fill('');
  await filters.getByRole('searchbox', { name: 'Starts At' }).fill('Mar 2026');
  await expect(page).toHaveURL(/by_starts_at=2026-03/);
  await expect(names).toContainText(['Dome', 'Eyrie']);
  await filters.getByRole('searchbox', { name: 'Racks' }).fill('>= 20');
  await expect(names).toHaveText(['Eyrie']);
  await visit(page, '/auth/crud/rentals?by_starts_at=2026-03-01..2026-03-10&by_racks=10..');
  const chips = page.getByRole('list', { name: 'Filters' });
  await expect(chips).toContainText('Starts At: 01-Mar-2026 – 10-Mar-2026');
  await expect(chips).toContainText('Racks: ≥ 10');
  await expect(names).toHaveText(['Dome']);
});

test('who changed the same values meanwhile is told with all versions in words', async ({
  page,
  planted,
}) => {
  const first = { name: 'Forge', rent: '10.00', landlords: ['Ada'], terms: '<p>Old <em>terms</em></p>' };
  const { body } = await planted.api.post<{ id: number; lock_version: number }>('/rentals', first);
  const { id, lock_version } = body.data;
  await page.goto(`/auth/edit/rentals/${id}`);
  await form(page).getByLabel('Rent').fill('20');
  await terms(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(', mine');
  const theirs = { rent: '30.00', landlords: ['Ada', 'Bo'], terms: '<p>Their terms</p>', lock_version };
  await planted.api.put(`/rentals/${id}`, theirs);
  await form(page).getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'This rental was changed meanwhile' });
  const versions = (field: string) => dialog.getByRole('row').filter({ hasText: field });
  for (const amount of ['10.00', '20.00', '30.00']) await expect(versions('Rent')).toContainText(amount);
  for (const words of ['Old terms', 'Old terms, mine', 'Their terms'])
    await expect(versions('Terms')).toContainText(words);
  // What they alone changed is kept without a question.
  await expect(versions('Landlords')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await dialog.getByRole('button', { name: 'Save this choice' }).click();
  await expect(dialog).toBeHidden();
  await expect(terms(page)).toHaveText('Their terms');
});

test('what a model does not have is not offered: no search, no history, no way back', async ({
  page,
  planted,
}) => {
  const { body } = await planted.api.post<{ id: number }>('/pulses', { meter: 'M1', watts: 3 });
  await page.goto('/auth/view/pulses');
  await expect(page.getByRole('grid', { name: 'Pulses' })).toContainText('M1');
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More about Pulses' })).toHaveCount(0);
  await visit(page, `/auth/view/pulses/${body.data.id}`);
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nothing of it is kept, so it cannot be brought back.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/auth/view/pulses');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await visit(page, `/auth/view/pulses/${body.data.id}`);
  await expect(page.getByText('It may have been deleted, or never have existed.')).toBeVisible();
});
