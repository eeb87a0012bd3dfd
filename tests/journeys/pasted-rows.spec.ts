import type { Page } from '@playwright/test';
import type { Department } from '#resources/departments.ts';
import type { Api } from '#tests/support/api.ts';
import { endSession, withoutEvents } from '#tests/support/ended-session.ts';
import { expect, expectUsableByEverybody, signIn, test } from '#tests/support/journey.ts';
import { pasteInto } from '#tests/support/paste-into.ts';

const TABLE = '/auth/crud/departments';
const pasted = (page: Page) => page.getByRole('grid', { name: 'Pasted Departments' });
const rows = (page: Page) => pasted(page).locator('tbody tr');

/** Opens the table and pastes departments with these names. */
async function paste(page: Page, names: readonly string[]) {
  await page.goto(TABLE);
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const input = page.getByRole('grid', { name: 'New Department' }).getByRole('textbox').first();
  await pasteInto(input, `${names.join('\n')}\n`);
  await expect(page.getByText(`${names.length} pasted, nothing saved yet.`)).toBeVisible();
}

/** Loads the page again, through the question that the browser asks about what is typed. */
async function reload(page: Page) {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Departments', exact: true })).toHaveAttribute(
    'aria-busy',
    'false',
  );
}

/** The names of the departments that begin so. */
async function stored(api: Api, begin: string): Promise<string[]> {
  const { data } = (await api.get<{ name: string }[]>(`/departments?q=${encodeURIComponent(begin)}`)).body;
  return data.map(({ name }) => name).toSorted();
}

test('who leaves while pasted rows are saved ends that: of the others none is stored, and none comes back', async ({
  page,
  api,
}) => {
  const mark = `Left ${Date.now()}`;
  await paste(page, [`${mark} 1`, `${mark} 2`, `${mark} 3`]);
  const sent = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/api/departments', async (route) => {
    if (route.request().method() === 'POST') {
      sent.resolve();
      await released.promise;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save 3 departments' }).click();
  await sent.promise;
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/auth\/home$/);
  released.resolve();
  // The one that was on its way is told of; another one would be sent before that.
  await expect(page.getByText('1 department has been added!')).toBeVisible();
  expect(await stored(api, mark)).toEqual([`${mark} 1`]);
  await page.goto(TABLE);
  await expect(page.getByRole('button', { name: 'Add a Row' })).toBeEnabled();
  await expect(pasted(page)).toHaveCount(0);
});

test('a reload brings pasted rows back, but none that was removed, until they are discarded', async ({
  page,
}) => {
  const mark = `Reloaded ${Date.now()}`;
  await paste(page, [`${mark} 1`, `${mark} 2`, `${mark} 3`]);
  await page.getByRole('button', { name: 'Delete row 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(rows(page)).toHaveCount(2);
  await reload(page);
  await expect(page.getByText('What you typed here before is back.')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).last()).toContainText(`${mark} 3`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(pasted(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add a Row' })).toBeEnabled();
  await expect(pasted(page)).toHaveCount(0);
});

test.describe('somebody else', () => {
  test.use({ person: null });

  test('whose session ends while pasted rows are saved signs in again, finds them, and stores each once', async ({
    page,
    api,
  }) => {
    const mark = `Ended ${Date.now()}`;
    const names = [`${mark} 1`, `${mark} 2`, `${mark} 3`];
    await withoutEvents(page);
    await signIn(page, 'Priya Raman');
    await paste(page, names);
    await endSession(page);
    await page.getByRole('button', { name: 'Save 3 departments' }).click();
    await page.waitForURL('**/unauth/home');
    await page.getByRole('banner').getByText('Login', { exact: true }).click();
    await page.getByRole('button', { name: 'Priya Raman' }).click();
    await page.waitForURL(`**${TABLE}`);
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Save 3 departments' }).click();
    await expect(page.getByText('3 departments have been added!')).toBeVisible();
    await expect(pasted(page)).toHaveCount(0);
    expect(await stored(api, mark)).toEqual(names);
  });
});

test('paragraphs that are pasted into the editor of a new row stay there, and so does the row', async ({
  page,
}) => {
  await page.goto('/auth/crud/faqs');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const faq = page.getByRole('grid', { name: 'New FAQ' });
  await faq.getByRole('textbox', { name: 'Question' }).fill('What is pasted?');
  await faq.getByRole('button', { name: /^Edit Answer/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer' });
  const editor = dialog.getByRole('textbox', { name: 'Answer' });
  await editor.click();
  await page.keyboard.type('First paragraph');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second paragraph');
  for (const key of ['a', 'x', 'v']) await page.keyboard.press(`Control+${key}`);
  await expect(editor.getByRole('paragraph')).toHaveText(['First paragraph', 'Second paragraph']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(faq.getByRole('textbox', { name: 'Question' })).toHaveValue('What is pasted?');
});

test('lines that are pasted into a text of several lines of a new row are its own, and a range becomes rows', async ({
  page,
}) => {
  await page.goto('/auth/crud/cloud_survey_responses');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const answers = page.getByRole('grid', { name: 'New Survey Response' });
  const summary = answers.getByRole('textbox', { name: 'Project Summary' });
  await summary.fill('One line\nAnother line');
  for (const key of ['a', 'x', 'v']) await summary.press(`Control+${key}`);
  await expect(summary).toHaveValue('One line\nAnother line');
  // What a spreadsheet copies is a range here too.
  await pasteInto(summary, 'One cell\tAnother cell\nBelow\tBeside\n');
  await expect(page.getByText(/^2 pasted|of 2 pasted rows/)).toBeVisible();
});

test('how many pasted rows need a correction is said of one and of several', async ({ page }) => {
  await page.goto(TABLE);
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const input = page.getByRole('grid', { name: 'New Department' }).getByRole('textbox').first();
  const long = 'An abbreviation of far too many letters';
  await pasteInto(input, `Wrong 1\t${long}\nWrong 2\t${long}\nRight\tR\n`);
  await expect(page.getByText('2 of 3 pasted rows need a correction.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete row 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('1 of 2 pasted rows needs a correction.')).toBeVisible();
});

test('which of the pasted rows is being saved is counted right after one was refused', async ({
  page,
  api,
}) => {
  const mark = `Counted ${Date.now()}`;
  await paste(page, [`${mark} 1`, `${mark} 2`, `${mark} 3`]);
  // Somebody else adds it meanwhile.
  await api.post('/departments', { name: `${mark} 1` });
  const last = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/api/departments', async (route) => {
    if (route.request().postData()?.includes(`${mark} 3`)) {
      last.resolve();
      await released.promise;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save 3 departments' }).click();
  await last.promise;
  await expect(page.getByText('Saving 3 of 3')).toBeVisible();
  released.resolve();
  await expect(page.getByText('1 department could not be added.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('a range that is pasted where nothing is typed into becomes rows, and is taken back at once', async ({
  page,
  api,
}) => {
  const mark = `Anywhere ${Date.now()}`;
  await page.goto(TABLE);
  await expect(page.getByText('Paste rows from a spreadsheet')).toBeVisible();
  await page.getByRole('gridcell').first().waitFor();
  await pasteInto(page.getByRole('button', { name: 'Add a Row' }), `${mark} 1\tA1\n${mark} 2\tA2\n`);
  await expect(page.getByText('2 pasted, nothing saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save 2 departments' }).click();
  await expect(page.getByText('2 departments have been added!')).toBeVisible();
  expect(await stored(api, mark)).toEqual([`${mark} 1`, `${mark} 2`]);
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The changes have been undone!')).toBeVisible();
  expect(await stored(api, mark)).toEqual([]);
});

const changes = (page: Page) => page.getByRole('region', { name: 'What would change' });
const departmentsOf = async (api: Api, begin: string) => {
  const { data } = (await api.get<Department[]>(`/departments?q=${encodeURIComponent(begin)}&sort=name`))
    .body;
  return data.map(({ name, abbreviation }) => [name, abbreviation]);
};
const cell = (page: Page, name: string, column: string) =>
  page
    .getByRole('grid', { name: 'Departments', exact: true })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator(`td[data-col=${column}]`);

test('pasted rows that name what is there change it, which is shown first, with one undo for all', async ({
  page,
  api,
}) => {
  const mark = `Known ${Date.now()}`;
  for (const number of [1, 2])
    await api.post('/departments', { name: `${mark} ${number}`, abbreviation: 'OLD' });
  await page.goto(TABLE);
  await page.getByRole('gridcell').first().waitFor();
  // The heads decide which cell is what.
  await pasteInto(
    page.getByRole('button', { name: 'Add a Row' }),
    `Abbreviation\tName\nNEW\t${mark} 1\nOLD\t${mark} 2\nADDED\t${mark} 3\n`,
  );
  const dialog = page.getByRole('dialog', { name: 'Paste 3 rows' });
  await expect(dialog.getByText('1 is new, 1 changes, 1 is as it is.')).toBeVisible();
  await expect(changes(page).getByRole('region')).toHaveText([
    new RegExp(`${mark} 1.*Abbreviation: OLD → NEW`),
    new RegExp(`${mark} 3 New.*Abbreviation: ADDED`),
  ]);
  await expectUsableByEverybody(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/departments'))
      requests.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 department has been added! 1 department has been updated!')).toBeVisible();
  expect(requests.map((url) => new URL(url).pathname)).toEqual(['/api/departments/save_rows']);
  expect(await departmentsOf(api, mark)).toEqual([
    [`${mark} 1`, 'NEW'],
    [`${mark} 2`, 'OLD'],
    [`${mark} 3`, 'ADDED'],
  ]);
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The changes have been undone!')).toBeVisible();
  expect(await departmentsOf(api, mark)).toEqual([
    [`${mark} 1`, 'OLD'],
    [`${mark} 2`, 'OLD'],
  ]);
});

test('empty cells of pasted rows leave what is there, until they are to clear it, and each value that goes is shown', async ({
  page,
  api,
}) => {
  const mark = `Empty ${Date.now()}`;
  for (const number of [1, 2])
    await api.post('/departments', { name: `${mark} ${number}`, abbreviation: `OLD${number}` });
  await page.goto(TABLE);
  await page.getByRole('gridcell').first().waitFor();
  await pasteInto(
    page.getByRole('button', { name: 'Add a Row' }),
    `Name\tAbbreviation\n${mark} 1\t\n${mark} 2\tNEW\n${mark} 3\t\n`,
  );
  const dialog = page.getByRole('dialog', { name: 'Paste 3 rows' });
  await expect(dialog.getByText('1 is new, 1 changes, 1 is as it is.')).toBeVisible();
  await expect(dialog.getByText('1 empty cell of what was pasted is about a department')).toBeVisible();
  await dialog.getByText('Clear the values').click();
  await expect(dialog.getByText('1 is new, 2 change.')).toBeVisible();
  await expect(changes(page).getByRole('region').first()).toHaveText(
    new RegExp(`${mark} 1.*Abbreviation: OLD1 → None`),
  );
  await expectUsableByEverybody(page);
  await dialog.getByText('Leave as they are').click();
  await expect(dialog.getByText('1 is new, 1 changes, 1 is as it is.')).toBeVisible();
  await dialog.getByText('Clear the values').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 department has been added! 2 departments have been updated!')).toBeVisible();
  expect(await departmentsOf(api, mark)).toEqual([
    [`${mark} 1`, null],
    [`${mark} 2`, 'NEW'],
    [`${mark} 3`, null],
  ]);
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The changes have been undone!')).toBeVisible();
  expect(await departmentsOf(api, mark)).toEqual([
    [`${mark} 1`, 'OLD1'],
    [`${mark} 2`, 'OLD2'],
  ]);
});

test('what is wrong with pasted rows that change something is said by row and field, and nothing is written', async ({
  page,
  api,
}) => {
  const mark = `Wrong ${Date.now()}`;
  for (const number of [1, 2]) await api.post('/departments', { name: `${mark} ${number}` });
  await page.goto(TABLE);
  await page.getByRole('gridcell').first().waitFor();
  await pasteInto(
    page.getByRole('button', { name: 'Add a Row' }),
    `${mark} 1\tFine\n${mark} 2\tAn abbreviation of far too many letters\n`,
  );
  const dialog = page.getByRole('dialog', { name: 'Paste 2 rows' });
  await expect(dialog.getByText('1 changes, 1 is refused.')).toBeVisible();
  await expect(changes(page).getByRole('region', { name: 'Row 2' })).toContainText(/Abbreviation .*20/);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await departmentsOf(api, mark)).toEqual([
    [`${mark} 1`, null],
    [`${mark} 2`, null],
  ]);
});

test('a block that is pasted onto a cell fills the cells below it, as far as there are rows', async ({
  page,
  api,
}) => {
  const mark = `Block ${Date.now()}`;
  for (const number of [1, 2, 3]) await api.post('/departments', { name: `${mark} ${number}` });
  await page.goto(`${TABLE}?by_name=${encodeURIComponent(mark)}&sort=name`);
  await expect(cell(page, `${mark} 3`, 'abbreviation')).toBeVisible();
  await pasteInto(cell(page, `${mark} 2`, 'abbreviation'), 'TWO\nTHREE\nFOUR\n');
  const dialog = page.getByRole('dialog', { name: 'Paste 2 rows' });
  await expect(dialog.getByText('2 change.', { exact: true })).toBeVisible();
  await expect(dialog.getByText('1 line has no row any more and is left out.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 departments have been updated!')).toBeVisible();
  await expect(cell(page, `${mark} 3`, 'abbreviation')).toHaveText('THREE');
  expect(await departmentsOf(api, mark)).toEqual([
    [`${mark} 1`, null],
    [`${mark} 2`, 'TWO'],
    [`${mark} 3`, 'THREE'],
  ]);
  // One value fills one cell.
  await pasteInto(cell(page, `${mark} 1`, 'abbreviation'), 'ONE');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, `${mark} 1`, 'abbreviation')).toHaveText('ONE');
});
