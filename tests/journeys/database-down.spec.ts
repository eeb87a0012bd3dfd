import { departments } from '#resources/departments.ts';
import { expect, test as base } from '#tests/support/journey.ts';
import { freezeDatabase } from '#tests/support/postgres-processes.ts';
import { spawnPortal } from '#tests/support/spawned-portal.ts';

/** At a portal that gives its database up as soon as one at work does; those of other journeys wait for a busy machine. */
const test = base.extend({
  portal: [
    async ({}, use) => {
      const portal = await spawnPortal({ DB_WAIT_SECONDS: '4' });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
});

test.skip(process.platform !== 'linux', 'Only Linux tells which processes the database consists of.');

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
  ).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Typed in an outage');
  await expect(page.getByLabel('Abbreviation')).toHaveValue('TIO');
  await submit();
  await expect(page.getByLabel('Name')).toHaveValue('Typed in an outage');
  expect(page.url()).toContain('/auth/create/departments');

  thaw();
  await expect.poll(async () => (await fetch(`${portal.url}/readyz`)).status).toBe(200);
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
  await expect(retry.first()).toBeVisible();
  thaw();
  await expect.poll(async () => (await fetch(`${portal.url}/readyz`)).status).toBe(200);
  await retry.first().click();
  await expect(page.getByRole('link', { name: 'Seen after the outage' })).toBeVisible();
});
