import type { Page } from '@playwright/test';
import { departments } from '#resources/departments.ts';
import type { Factory } from '#tests/support/factories.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

test.use({ motion: true });

const SENTENCE = 'The database is busy. Please try again.';
/** After this time what was loaded counts as old. */
const STALE_MS = 5_100;

/** From now on every reading of data fails, except the question who is signed in and the stream that says what to read again. */
async function failReading(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const isReading = request.method() === 'GET' && !/\/api\/(?:auth\/|events)/.test(request.url());
    await (isReading
      ? route.fulfill({ status: 500, json: { error: SENTENCE, request_id: 'r-1' } })
      : route.fallback());
  });
}

/**
 * Everything on the screen is fetched again, as when a person comes back to the tab after a while; once more where an answer
 * that was under way still counts as new.
 */
async function comeBackLater(page: Page): Promise<void> {
  await page.waitForTimeout(STALE_MS);
  await expect(async () => {
    await Promise.all([
      page.waitForResponse((response) => response.status() === 500, { timeout: 2_000 }),
      page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))),
    ]);
  }).toPass();
}

const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be fetched again' });

const screens = [
  { address: '/auth/home', what: 'Cloud Parents' },
  { address: '/auth/view/cost_centers', what: 'Cost Centers' },
  { address: '/auth/crud/companies', what: 'Companies' },
  { address: '/auth/view/cost_centers/1', what: 'Cost Centers' },
  { address: '/auth/outbox', what: 'Outbox' },
  { address: '/auth/jobs', what: 'Jobs' },
  { address: '/auth/month-close', what: 'Month Close' },
  { address: '/auth/billing-automation', what: 'Billing Runs' },
];

for (const { address, what } of screens)
  test(`what ${address} shows stays when it cannot be fetched again, with a note and Retry`, async ({
    page,
  }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilLoaded(page);
    await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0);
    const shown = await page.getByRole('main').innerText();
    await failReading(page);
    await comeBackLater(page);
    await expect(note(page)).toContainText(what);
    await expect(note(page)).not.toContainText('_');
    await expect(note(page)).toContainText(SENTENCE);
    await expect(note(page)).toContainText(/What you see is from \d\d:\d\d/);
    expect(await page.getByRole('main').innerText()).toBe(shown);

    await page.unroute('**/api/**');
    await note(page).getByRole('button', { name: 'Retry' }).click();
    await expect(note(page)).toHaveCount(0);
    await expect.poll(() => page.getByRole('main').innerText()).toBe(shown);
  });

/** Creates departments whose names share a mark. */
async function markedDepartments(factory: Factory, mark: string, ...ends: string[]): Promise<void> {
  for (const end of ends) await factory.create(departments, { name: `${mark} ${end}` });
}

const nameInput = (page: Page) =>
  page.getByRole('grid', { name: 'Departments', exact: true }).getByRole('textbox', { name: 'Name' }).last();

test('a row in editing keeps what was typed when the rows cannot be fetched again', async ({
  page,
  factory,
}) => {
  const mark = `Row ${Date.now()}`;
  await markedDepartments(factory, mark, 'one');
  await page.goto(`/auth/crud/departments?by_name=${encodeURIComponent(mark)}`);
  await page.getByRole('button', { name: `Edit ${mark} one` }).click();
  await nameInput(page).fill('Typed and not saved');
  await failReading(page);
  await comeBackLater(page);
  await expect(note(page)).toBeVisible();
  await expect(nameInput(page)).toHaveValue('Typed and not saved');
  await expectUsableByEverybody(page);
});

test('a page of rows that cannot be fetched at all says so beside the row in editing', async ({
  page,
  factory,
}) => {
  const mark = `Page ${Date.now()}`;
  await markedDepartments(factory, mark, 'one');
  await page.goto(`/auth/crud/departments?by_name=${encodeURIComponent(mark)}`);
  await page.getByRole('button', { name: `Edit ${mark} one` }).click();
  await nameInput(page).fill('Typed and not saved');
  await failReading(page);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first().click();
  await expect(page.getByText('The departments could not be loaded')).toBeVisible();
  await expect(nameInput(page)).toHaveValue('Typed and not saved');
});

test('a form in use keeps what was typed while nothing can be fetched, and saves it', async ({
  page,
  factory,
}) => {
  const mark = `Form ${Date.now()}`;
  await markedDepartments(factory, mark, 'kept');
  await page.goto(`/auth/view/departments?q=${encodeURIComponent(mark)}`);
  await page.getByRole('button', { name: `Actions for ${mark} kept` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const input = page.getByRole('form').getByRole('textbox', { name: 'Name' });
  await input.fill(`${mark} typed`);
  await failReading(page);
  await page.waitForTimeout(STALE_MS);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(input).toHaveValue(`${mark} typed`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your department has been updated!')).toBeVisible();
});
