import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';
import { test as base } from '#tests/support/reference-journey.ts';
import { ownPortal } from '#tests/support/own-portal.ts';

const PAGE = '/auth/spinco-sg-modification';
const GROUP = 'SG_SPINCO_EMPTY_ROOM';

/** A portal of its own, whose simulated directory is read and may be changed. */
const test = base.extend({ portal: ownPortal({ DIRECTORY_SYNC: '0 * * * *' }) });

interface Person {
  name: string;
  email: string;
}

/** Two people whom the directory has and who may sign in. */
async function people(api: {
  get: <T>(path: string) => Promise<{ body: { data: T } }>;
}): Promise<[Person, Person]> {
  const { body } = await api.get<Person[]>(
    '/ad_people?by_enabled=true&by_gone=false&page=1&per_page=2&sort=name',
  );
  const [one, other] = body.data;
  if (!one || !other) throw new Error('The directory was not read.');
  return [one, other];
}

test('users are looked up while they are typed, added, and taken back', async ({ page, api }) => {
  await expect
    .poll(async () => (await api.get('/ad_people')).body.meta.total, { timeout: 60_000 })
    .toBeGreaterThan(2);
  const [ada, ben] = await people(api);
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: 'Modify Spinco Security Groups' })).toBeVisible();
  const group = page.getByLabel(/^Security Group( \*)?$/);
  await group.click();
  await expect(page.getByRole('option', { name: /SG_SPINCO_EVERYBODY/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(
    page.getByRole('option', { name: /SG_SPINCO_MAILBOXES.*is synced from another/ }),
  ).toBeVisible();
  await group.fill('empty');
  await page.getByRole('option', { name: new RegExp(GROUP) }).click();
  await expect(page.getByText('Nobody is in it.')).toBeVisible();

  const users = page.getByRole('textbox', { name: 'Users' });
  await users.fill(`${ada.email}\n${ben.email}`);
  await page.getByRole('button', { name: 'Put semicolons' }).click();
  await expect(users).toHaveValue(`${ada.email}; ${ben.email}`);
  const found = page.getByRole('region', { name: 'Who they are' });
  await expect(found).toContainText('2 known');
  await expect(found).toContainText(ada.name);
  await users.fill(`${ada.email}; ${ben.email}; nobody@example.com`);
  await expect(found).toContainText('The directory does not know nobody@example.com.');
  await page.getByRole('button', { name: 'Add Users' }).click();
  await expect(page.getByText('Error your request failed')).toBeVisible();
  await expectUsableByEverybody(page);

  // What was typed is still there after a reload.
  await page.reload();
  await expect(users).toHaveValue(`${ada.email}; ${ben.email}; nobody@example.com`);
  await users.fill(`${ada.email}; ${ben.email}`);
  await page.getByRole('button', { name: 'Add Users' }).click();
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(page.getByText('Users Successfully Added!')).toBeVisible();
  await expect(page.getByRole('list', { name: `People in ${GROUP}` })).toContainText(ada.name);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change is being taken back!')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Last changes' })).toContainText(
    `2 users removed from ${GROUP}`,
  );
  await expect(page.getByText('Nobody is in it.')).toBeVisible();

  await users.fill(ada.email);
  await page.getByRole('button', { name: 'Remove Users' }).click();
  await expect(page.getByText('Users Successfully Removed!')).toBeVisible();
  // The newest change stands first, once it is in the list.
  await expect(page.getByRole('list', { name: 'Last changes' })).toContainText(
    `1 user removed from ${GROUP}`,
  );
  await page
    .getByRole('link', { name: /^Each user of change/ })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Users' })).toContainText('Not in it anyway');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
});
