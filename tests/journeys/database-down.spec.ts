import { departments } from '#resources/departments.ts';
import { expect, test } from '#tests/support/journey.ts';
import { freezeDatabase } from '#tests/support/postgres-processes.ts';

test.skip(process.platform !== 'linux', 'Only Linux tells which processes the database consists of.');

/** Longer than the server takes to tell that its database is away. */
const HEARD_WITHIN_MS = 12_000;

let thaw: (() => void) | undefined;
test.afterEach(() => {
  thaw?.();
  thaw = undefined;
});

test('a form keeps what was typed while the database is away, and saves it afterwards', async ({
  page,
  portal,
  api,
}) => {
  await page.goto('/auth/create/departments');
  await page.getByLabel('Name').fill('Typed in an outage');
  await page.getByLabel('Abbreviation').fill('TIO');
  const submit = async () => {
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  };
  thaw = freezeDatabase(portal.dataDir);
  await submit();
  await expect(
    page.getByText('There was a problem submitting this department. Please try again.'),
  ).toBeVisible({
    timeout: HEARD_WITHIN_MS,
  });
  await expect(page.getByLabel('Name')).toHaveValue('Typed in an outage');
  await expect(page.getByLabel('Abbreviation')).toHaveValue('TIO');
  await submit();
  await expect(page.getByLabel('Name')).toHaveValue('Typed in an outage');
  expect(page.url()).toContain('/auth/create/departments');

  thaw();
  await expect.poll(async () => (await fetch(`${portal.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  await submit();
  await expect(page.getByText('Your new department has been added!')).toBeVisible();
  expect((await api.get('/departments?by_name=Typed+in+an+outage')).body.meta.total).toBe(1);
});

test('a list that cannot be loaded says so and comes with Retry once the database is back', async ({
  page,
  portal,
  factory,
}) => {
  await factory.create(departments, { name: 'Seen after the outage' });
  await page.goto('/auth/home');
  thaw = freezeDatabase(portal.dataDir);
  await page.goto('/auth/view/departments?by_name=Seen+after+the+outage');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry.first()).toBeVisible({ timeout: 2 * HEARD_WITHIN_MS });
  thaw();
  await expect.poll(async () => (await fetch(`${portal.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  await retry.first().click();
  await expect(page.getByRole('link', { name: 'Seen after the outage' })).toBeVisible();
});
