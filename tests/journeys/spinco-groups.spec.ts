import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/own-journey.ts';

const PAGE = '/auth/spinco-sg-modification';
const GROUP = 'SG_SPINCO_EMPTY_ROOM';

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

test('what came of a change is told also where another one was begun before it was over', async ({
  page,
  api,
}) => {
  await expect
    .poll(async () => (await api.get('/ad_people')).body.meta.total, { timeout: 60_000 })
    .toBeGreaterThan(2);
  const [ada, ben] = await people(api);
  // Both go on for as long as the page hears nothing else of them.
  const over = new Set<string>();
  const asked: string[] = [];
  await page.route(/\/api\/spinco_sg_changes\/\d+$/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { id: number } };
    const id = String(data.id);
    if (!asked.includes(id)) asked.push(id);
    await route.fulfill({ json: { data: over.has(id) ? data : { ...data, state: 'running' } } });
  });
  await page.goto(`${PAGE}?group=${GROUP}`);
  const users = page.getByRole('textbox', { name: 'Users' });
  const going = page.getByText(/^(Adding|Removing) \d of 1 users\./);
  await users.fill(ada.email);
  await page.getByRole('button', { name: 'Add Users' }).click();
  await expect(going).toHaveCount(1);
  await users.fill(ben.email);
  await page.getByRole('button', { name: 'Remove Users' }).click();
  await expect(going).toHaveCount(2);

  await expect.poll(() => asked.length).toBe(2);
  const [first = '', second = ''] = asked;
  over.add(first);
  await expect(page.getByText('Users Successfully Added!')).toBeVisible();
  await expect(going).toHaveText(/^Removing/);
  over.add(second);
  await expect(page.getByText('Users Successfully Removed!')).toBeVisible();
  await expect(going).toHaveCount(0);
});

test('the page of a change tells what became of each user also where it was opened while the change ran', async ({
  page,
  api,
}) => {
  await expect
    .poll(async () => (await api.get('/ad_people')).body.meta.total, { timeout: 60_000 })
    .toBeGreaterThan(2);
  const [, ben] = await people(api);
  const begun = await api.post<{ spinco_sg_change: { id: number } }>('/spinco_sgs/add', {
    securityGroupName: GROUP,
    users: ben.email,
  });
  const { id } = begun.body.data.spinco_sg_change;
  // It goes on for as long as the page hears nothing else of it.
  let over = false;
  let told = false;
  await page.route(`**/api/spinco_sg_changes/${id}`, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    told = over;
    await route.fulfill({
      json: { data: over ? data : { ...data, state: 'running', finished_at: null } },
    });
  });
  await page.route(`**/api/spinco_sg_changes/${id}/users?*`, async (route) => {
    const isOver = told;
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object[] };
    const data = answer.data.map((user) => (isOver ? user : { ...user, state: 'waiting' }));
    await route.fulfill({ json: { ...answer, data } });
  });
  await page.goto(`/auth/view/spinco_sg_changes/${id}`);
  const user = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await expect(user).toContainText('Waiting');
  await expect
    .poll(async () => (await api.get<{ state: string }>(`/spinco_sg_changes/${id}`)).body.data.state)
    .toBe('done');
  over = true;
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  await expect(user).toContainText('Added');
  await api.post('/spinco_sgs/remove', { securityGroupName: GROUP, users: ben.email });
});
