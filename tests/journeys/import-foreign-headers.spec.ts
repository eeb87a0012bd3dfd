import type { Locator, Page } from '@playwright/test';
import type { Row } from '#tests/support/api.ts';
import {
  choose,
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  narrow,
  test,
} from '#tests/support/journey.ts';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function openFile(page: Page, model: string, file: ReturnType<typeof csv>): Promise<Locator> {
  // The address alone leaves a dialog that is open; its end opens one.
  await page.goto(`/auth/view/${model}`);
  await page.goto(`/auth/view/${model}#import`);
  await page.locator('input[type=file]').setInputFiles(file);
  return page.getByRole('dialog');
}
const columnFor = (dialog: Locator, heading: string) =>
  dialog.getByRole('combobox', { name: `Column for ${heading}`, exact: true });
const importButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Import', exact: true });

test('headings that are not ours are chosen once, and the next file is read as the last one', async ({
  page,
  api,
}) => {
  const head = 'Abteilung,Abbrev.,Row ID\n';
  const dialog = await openFile(page, 'departments', csv('sap.csv', `${head}Foreign Optics,FOX,17\n`));
  await expect(dialog.getByRole('alert')).toContainText('Some headings of the file are not clear.');
  await expect(dialog.getByText('No heading is taken for Name, which a new record needs.')).toBeVisible();
  await expect(dialog.getByRole('rowheader', { name: 'Abteilung' })).toContainText('Foreign Optics');
  await expect(columnFor(dialog, 'Abbrev.')).toHaveValue('Abbreviation');
  await expect(dialog.getByText('short spelling')).toBeVisible();
  const read = dialog.getByRole('button', { name: 'Read it so' });
  await expect(read).toBeDisabled();
  await expect(importButton(dialog)).toBeDisabled();
  await expectNoAxeViolations(page);

  await choose(columnFor(dialog, 'Abteilung'), 'Name');
  await expect(dialog.getByText('No heading is taken for')).toHaveCount(0);
  await choose(columnFor(dialog, 'Row ID'), 'Name');
  await expect(dialog.getByText('‘Row ID’ is taken for it, too.')).toBeVisible();
  await expect(read).toBeDisabled();
  await choose(columnFor(dialog, 'Row ID'), 'Leave out');
  await read.click();
  await expect(dialog.getByText('1 department will be created.')).toBeVisible();
  await expect(dialog.getByText('As chosen here: Abteilung is Name')).toBeVisible();
  await expect(dialog.getByText('Not imported: Row ID.')).toBeVisible();
  await importButton(dialog).click();
  await expect(page.getByText('Departments imported successfully!')).toBeVisible();

  const again = await openFile(page, 'departments', csv('next.csv', `${head}Foreign Optics,FOY,18\n`));
  await expect(
    again.getByText('As last time: Abteilung is Name, Abbrev. is Abbreviation, Row ID is left out.'),
  ).toBeVisible();
  await expect(again.getByText('Rows are found by Name.')).toBeVisible();
  await again.getByRole('button', { name: 'Change the headings' }).click();
  await expect(columnFor(again, 'Abteilung')).toHaveValue('Name');
  await expectNoAxeViolations(page);
  await importButton(again).click();
  await expect(page.getByText('Departments imported successfully!')).toBeVisible();
  const { body } = await api.get<Row[]>('/departments?q=Foreign');
  expect(body.data.map((row) => [row['name'], row['abbreviation']])).toEqual([['Foreign Optics', 'FOY']]);
});

test('many headings that nobody needs are left out at once', async ({ page }) => {
  const file = csv('many.csv', 'name,abbreviation,A1,B2,C3\nLeft Out,LO,1,2,3\n');
  const dialog = await openFile(page, 'departments', file);
  await dialog.getByRole('button', { name: 'Leave out the other 3' }).click();
  await dialog.getByRole('button', { name: 'Read it so' }).click();
  await expect(dialog.getByText('1 department will be created.')).toBeVisible();
  await expect(dialog.getByText('Not imported: A1, B2, C3.')).toBeVisible();
});

test('the file of companies that was downloaded has nothing to change, and a changed one changes its row', async ({
  page,
  api,
}) => {
  const more = { code: '7700', country: 'Peru', gl_type: 'Other', aws_gl: '111111' };
  await api.post('/companies', more);
  await api.post('/companies', { ...more, country: 'Malta' });
  const { text } = await api.get('/companies.csv');
  const dialog = await openFile(page, 'companies', csv('companies.csv', text));
  await expect(dialog.getByText(/^Nothing to change: \d+ companies are as the file says\.$/)).toBeVisible();
  await expect(dialog.getByText('Rows are found by Code, Location, and GL Type.')).toBeVisible();
  await expect(importButton(dialog)).toHaveCount(0);
  const changed = await openFile(page, 'companies', csv('changed.csv', text.replace('111111', '222222')));
  await expect(changed.getByText(/^0 companies will be created, 1 will be changed, /)).toBeVisible();
});

test('bills show what they come to before they are added, and who is not known', async ({ page }) => {
  const head = 'date,provider,identifier,amount,currency\n';
  const rows =
    '2026-09-01,aws,NOBODY-1,1234.50,EUR\n2026-09-02,aws,NOBODY-1,0.50,EUR\n2026-09-01,gcp,NOBODY-2,-3.10,USD\n';
  const dialog = await openFile(page, 'cloud_bills', csv('bills.csv', head + rows));
  await expect(dialog.getByText('3 cloud bills will be created.')).toBeVisible();
  const sums = dialog.getByRole('region', { name: 'What is added, by currency' }).getByRole('row');
  await expect(sums).toHaveText([/Date/, '2026-09AWS21,235.00EUR', '2026-09Google Cloud1-3.10USD']);
  await expect(dialog.getByText('Identifier: NOBODY-1, NOBODY-2, in 3 rows.')).toBeVisible();
  await expectNoAxeViolations(page);
  await importButton(dialog).click();
  await expect(page.getByText('Cloud bills imported successfully!')).toBeVisible();

  const again = await openFile(page, 'cloud_bills', csv('again.csv', head + rows));
  await expect(again.getByText('Nothing to change: 3 cloud bills are as the file says.')).toBeVisible();
});

test('an import opens that was asked for while the list was beginning with its month', async ({ page }) => {
  let begin = () => {};
  const asked = new Promise<void>((resolve) => (begin = resolve));
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/list_views*', async (route) => {
    begin();
    await held;
    await route.continue();
  });
  await page.goto('/auth/view/cloud_bills');
  await asked;
  await page.goto('/auth/view/cloud_bills#import');
  answer();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/by_date=.*#import$/);
});

test('a workbook of bills whose headings are not ours is read so, and says what it comes to', async ({
  page,
}) => {
  await page.goto('/auth/create/cloud_bills');
  const text = 'Tag,Provider,Kostenstelle,Amnt.,Currency\n2026-08-01,aws,NOBODY-3,8.00,EUR\n';
  await page.getByLabel('Billing workbook', { exact: true }).setInputFiles(csv('august.csv', text));
  const main = page.getByRole('main');
  await expect(columnFor(main, 'Amnt.')).toHaveValue('Amount');
  await choose(columnFor(main, 'Tag'), 'Date');
  await choose(columnFor(main, 'Kostenstelle'), 'Identifier (identifier)');
  await page.getByRole('button', { name: 'Read it so' }).click();
  await expect(page.getByText('august.csv adds 1 bill.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What is added, by currency' })).toContainText('8.00');
  await expect(page.getByText('Identifier: NOBODY-3, in 1 row.')).toBeVisible();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: narrow, colorScheme: 'dark' });

  test('everybody can say what headings are', async ({ page }) => {
    const file = csv('narrow.csv', 'Abteilung,Kürzel\nNarrow,N\n');
    const dialog = await openFile(page, 'departments', file);
    await expect(columnFor(dialog, 'Abteilung')).toBeVisible();
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  });
});
