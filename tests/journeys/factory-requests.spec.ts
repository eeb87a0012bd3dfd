import type { Page } from '@playwright/test';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { businessUnits } from '#resources/business-units.ts';
import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/factory-journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';

/** Valid on every day of these journeys. */
const VALID = { active_at: '2020-01-01', expired_at: null };

/** The input with this label; the star of those that must be filled is no part of its name. */
function field(page: Page, name: string) {
  const form = page.getByRole('form');
  return form
    .getByRole('textbox', { name, exact: true })
    .or(form.getByRole('combobox', { name, exact: true }));
}
const panel = (page: Page) => page.getByRole('complementary', { name: 'What will be made' });

test(
  'an AWS account is asked for with the keyboard alone, and stands in the inventory',
  { tag: '@core' },
  async ({ page, factory, aws }) => {
    const center = await factory.create(costCenters, { ...VALID, identifier: 'FACTORY-KEYS' });
    await factory.create(departments, { name: 'Factory Keys' });
    await factory.create(businessUnits, { name: 'Factory Unit' });
    await page.goto('/auth/create-aws-account');
    await expect(page.getByRole('heading', { name: 'Create AWS Account' })).toBeVisible();
    await untilLoaded(page);
    const { keyboard } = page;
    // Who pays comes first, and the form begins there.
    await expect(field(page, 'Cost Center')).toBeFocused();
    await keyboard.type('FACTORY-KEYS');
    for (const typed of [
      'maya.okafor@example.com',
      'Factory Keys',
      'Factory Unit',
      'Payments',
      'tags@example.com',
      'factory.keys@example.com',
      'factory-keys',
    ]) {
      await keyboard.press('Tab');
      await keyboard.type(typed);
    }
    await keyboard.press('Tab');
    await expect(field(page, 'OU')).toHaveValue('sandbox');
    await keyboard.press('Tab');
    await keyboard.type('us-east-1, eu-central-1');
    for (const typed of ['billing@example.com', 'ops@example.com', 'sec@example.com']) {
      await keyboard.press('Tab');
      await keyboard.type(typed);
    }
    await expect(panel(page)).toContainText('Cost Center FACTORY-KEYS');
    await expect(panel(page)).toContainText('Organization / sandbox');
    // As long as contacts are searched, Enter is the list's.
    await expect(field(page, 'Security Contact')).not.toHaveAttribute('aria-busy', 'true');
    await keyboard.press('Enter');

    await expect(page.getByText('Your request has been submitted!')).toBeVisible();
    // One is there already.
    await expect(page.getByRole('link', { name: 'See how far it is' })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'factory-keys' })).toBeVisible();
    const main = page.getByRole('main');
    // The history says it too.
    await expect(main.getByText('Done', { exact: true }).first()).toBeVisible();
    const made = Object.values(aws.state.accounts).filter(({ name }) => name === 'factory-keys');
    expect(made).toHaveLength(1);
    await untilLoaded(page);
    await expectUsableByEverybody(page);
    await main.getByRole('link', { name: made[0]?.id }).click();
    await expect(page.getByRole('main')).toContainText('maya.okafor@example.com');
    await expect(page.getByRole('main')).toContainText(center['identifier'] as string);
  },
);

test('what is wrong with a request is told while it is typed and all at once, and nothing typed is lost', async ({
  page,
}) => {
  await page.goto('/auth/create-aws-account');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await field(page, 'Account Name').fill('Zürich');
  await field(page, 'Regions').pressSequentially('us-east-1, nowhere');
  await page.keyboard.press('Tab');
  await expect(page.getByText('AWS takes names of ASCII characters only.')).toBeVisible();
  await expect(page.getByText("'nowhere' is not a region of AWS, such as eu-central-1.")).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('11 fields need your attention.')).toBeVisible();
  await expect(page.getByText('Account Email is required.')).toBeVisible();
  await expect(page.getByText('Security Contact is required.')).toBeVisible();
  // An example in a field that is empty is not painted as what was refused.
  const example = await field(page, 'Cost Center').evaluate((input) => [
    getComputedStyle(input, '::placeholder').color,
    getComputedStyle(input).color,
  ]);
  expect(example[0]).not.toBe(example[1]);
  await expect(field(page, 'Account Name')).toHaveValue('Zürich');
  const chosen = page.getByRole('group', { name: 'Account', exact: true });
  for (const region of ['us-east-1', 'nowhere'])
    await expect(chosen.getByText(region, { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('What you typed here before is back')).toBeVisible();
  await expect(field(page, 'Account Name')).toHaveValue('Zürich');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(field(page, 'Account Name')).toHaveValue('');
});

test('owner, units and contacts come from the chosen cost center and say so, and nothing that was typed is replaced', async ({
  page,
  factory,
}) => {
  const unit = await factory.create(businessUnits, { name: 'Factory Filled Unit', abbreviation: 'FFU' });
  const department = await factory.create(departments, { name: 'Factory Filled', abbreviation: 'FFD' });
  const [first, second] = await Promise.all(
    ['one', 'two'].map(async (name) =>
      factory.create(cloudContacts, { email: `factory.${name}@example.com`, terminated: false }),
    ),
  );
  const values = { ...VALID, business_units_id: unit.id, departments_id: department.id };
  await factory.create(costCenters, { ...values, identifier: 'FACTORY-FILL-A', cloud_contact_id: first?.id });
  await factory.create(costCenters, {
    ...values,
    identifier: 'FACTORY-FILL-B',
    cloud_contact_id: second?.id,
  });
  await page.goto('/auth/create-aws-account');
  await untilLoaded(page);
  await field(page, 'Billing Contact').fill('typed@example.com');
  await field(page, 'Cost Center').fill('FACTORY-FILL-A');
  await page.getByRole('option', { name: 'FACTORY-FILL-A' }).click();
  await expect(field(page, 'Owner')).toHaveValue('factory.one@example.com');
  await expect(field(page, 'Department')).toHaveValue('Factory Filled');
  await expect(field(page, 'Business Unit')).toHaveValue('Factory Filled Unit');
  await expect(field(page, 'Operations Contact')).toHaveValue('factory.one@example.com');
  await expect(field(page, 'Security Contact')).toHaveValue('factory.one@example.com');
  await expect(field(page, 'Billing Contact')).toHaveValue('typed@example.com');
  const told = page.getByText('from cost center FACTORY-FILL-A', { exact: true });
  await expect(told).toHaveCount(5);
  await expect(page.getByText("Give the user's email, not the distribution list.")).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await field(page, 'Security Contact').fill('also.typed@example.com');
  await expect(told).toHaveCount(4);
  await page.reload();
  await expect(field(page, 'Owner')).toHaveValue('factory.one@example.com');
  await expect(told).toHaveCount(4);
  await field(page, 'Cost Center').fill('FACTORY-FILL-B');
  await page.getByRole('option', { name: 'FACTORY-FILL-B' }).click();
  await expect(field(page, 'Owner')).toHaveValue('factory.two@example.com');
  await expect(field(page, 'Operations Contact')).toHaveValue('factory.two@example.com');
  await expect(field(page, 'Billing Contact')).toHaveValue('typed@example.com');
  await expect(field(page, 'Security Contact')).toHaveValue('also.typed@example.com');
  await expect(page.getByText('from cost center FACTORY-FILL-B', { exact: true })).toHaveCount(4);

  // An abbreviation is the unit, and regions are chosen from those that AWS has.
  await field(page, 'Department').fill('ffd');
  await expect(page.getByRole('option', { name: 'Factory Filled' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Department')).toHaveValue('Factory Filled');
  await field(page, 'Regions').click();
  await page.getByRole('option', { name: 'eu-central-1', exact: true }).click();
  await field(page, 'Regions').pressSequentially('us-east-1, ');
  await expect(page.getByText('eu-central-1', { exact: true }).first()).toBeVisible();
  await expect(panel(page)).toContainText('eu-central-1, us-east-1');
});

test('an address that another account has is told beside its field before anything is sent', async ({
  page,
  aws,
}) => {
  const [taken] = Object.values(aws.state.accounts);
  await page.goto('/auth/create-aws-account');
  await untilLoaded(page);
  await field(page, 'Account Email').fill(taken?.email ?? '');
  await expect(page.getByText(/has this address already/)).toBeVisible();
});

test('white space becomes hyphens while a project is named, and a folder is one of its groups', async ({
  page,
}) => {
  await page.goto('/auth/create-gcp-project');
  await untilLoaded(page);
  await field(page, 'Project Name').pressSequentially('my new  project');
  await expect(field(page, 'Project Name')).toHaveValue('my-new-project');
  await expect(page.getByText("Give the user's email, not the distribution list.")).toBeVisible();
  await field(page, 'Folder').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expectUsableByEverybody(page);
});

test('a choice that is marked stays so when the next answer comes, and no Enter of its list sends the form', async ({
  page,
  factory,
}) => {
  for (const identifier of ['FACTORY-MARK-A', 'FACTORY-MARK-B'])
    await factory.create(costCenters, { ...VALID, identifier });
  await page.goto('/auth/create-aws-account');
  await untilLoaded(page);
  const input = field(page, 'Cost Center');
  const options = page.getByRole('option');
  await input.fill('FACTORY-MARK');
  await expect(options).toHaveCount(2);
  await expect(input).not.toHaveAttribute('aria-busy', 'true');

  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/cost_centers\?.*MARK-B/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.insertText('-B');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(options).toHaveAttribute('data-combobox-selected', 'true');
  await expect(input).toHaveAttribute('aria-busy', 'true');
  held.resolve();
  await expect(input).not.toHaveAttribute('aria-busy', 'true');
  await expect(options).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(0);
  await expect(input).toHaveValue('FACTORY-MARK-B');

  // Nothing is marked: the first Enter closes the list, which is about to be shown or is.
  await input.fill('FACTORY-MARK');
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(0);
  await input.fill('FACTORY-MARK-');
  await expect(options).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(0);
  const refused = page.getByText('fields need your attention.');
  await expect(refused).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(refused).toBeVisible();
});

test('a name that is asked for already leads to that request, and what was typed stays', async ({
  page,
  factory,
  apiAs,
}) => {
  const identifier = 'FACTORY-TWIN';
  await factory.create(costCenters, { ...VALID, identifier });
  const api = await apiAs('Jonas Lindqvist');
  const folders = await api.get<{ options: { value: string }[] }[]>('/gcp-folders');
  const first = await api.post<{ cloud_deployment: { id: number } }>('/gcp-project/create', {
    project_name: 'twin-shop',
    folder_id: folders.body.data[0]?.options[0]?.value,
    cost_center_tag: identifier,
    owner_tag: 'jonas.lindqvist@example.com',
    project_name_tag: 'Shop',
  });
  expect(first.status).toBe(202);

  await page.goto('/auth/create-gcp-project');
  await untilLoaded(page);
  await field(page, 'Project Name').fill('twin-shop');
  await field(page, 'Folder').click();
  await page.getByRole('option').first().click();
  await field(page, 'Cost Center').fill(identifier);
  await field(page, 'Owner').fill('maya.okafor@example.com');
  await field(page, 'Project Name Tag').fill('Shop');
  await page.getByRole('button', { name: 'Submit for Approval' }).click();
  await expect(page.getByText("GCP Project 'twin-shop' is under way already")).toBeVisible();
  await expect(field(page, 'Project Name')).toHaveValue('twin-shop');
  await expect(field(page, 'Cost Center')).toHaveValue(identifier);
  await page.getByRole('link', { name: 'See the request that waits' }).click();
  await expect(page).toHaveURL(new RegExp(`/cloud_deployments/${first.body.data.cloud_deployment.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'twin-shop' })).toBeVisible();
  await page.goBack();
  await expect(field(page, 'Project Name')).toHaveValue('twin-shop');
});

for (const { page: address, call, label } of [
  { page: '/auth/create-azure-subscription', call: '/azure-groups', label: 'Management Group' },
  { page: '/auth/create-gcp-project', call: '/gcp-folders', label: 'Folder' },
])
  test(`a ${label} that cannot be asked for now is no empty list: it is said why, and tried again`, async ({
    page,
  }) => {
    const away = { error: 'The cloud is away.', errors: [], request_id: 'r' };
    await page.route(`**/api${call}`, (route) => route.fulfill({ status: 503, json: away }));
    await page.goto(address);
    const told = page.getByRole('alert').filter({ hasText: `${label}s could not be loaded.` });
    await expect(told).toContainText('The cloud is away.');
    await untilLoaded(page);
    await expectUsableByEverybody(page);
    await page.unroute(`**/api${call}`);
    await told.getByRole('button', { name: 'Retry' }).click();
    await expect(told).toBeHidden();
    await untilLoaded(page);
    await field(page, label).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  });

test('cost centers that could not be loaded say so, and can be tried again', async ({ page, factory }) => {
  await factory.create(costCenters, { ...VALID, identifier: 'FACTORY-AGAIN' });
  await page.route('**/api/cost_centers?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'x', errors: [], request_id: 'r' } }),
  );
  await page.goto('/auth/create-aws-account');
  await untilLoaded(page);
  await field(page, 'Cost Center').click();
  const told = page.getByRole('alert').filter({ hasText: 'Cost Centers could not be loaded.' });
  await expect(told).toBeVisible();
  await page.unroute('**/api/cost_centers?*');
  // What other models have is offered meanwhile, above the button.
  await page.keyboard.press('Escape');
  await told.getByRole('button', { name: 'Retry' }).click();
  await expect(told).toBeHidden();
  await field(page, 'Cost Center').fill('FACTORY-AGAIN');
  await expect(page.getByRole('option', { name: 'FACTORY-AGAIN' })).toBeVisible();
});

test('a request begins as a copy of an account, names what no longer holds, and is sent as another account', async ({
  page,
  portal,
  factory,
  aws,
}) => {
  await factory.create(costCenters, { ...VALID, identifier: 'FACTORY-LIKE' });
  await factory.create(departments, { name: 'Factory Like' });
  await page.goto('/auth/create-aws-account');
  await untilLoaded(page);
  for (const [label, typed] of [
    ['Account Email', 'factory.first@example.com'],
    ['Account Name', 'factory-first'],
    ['Cost Center', 'FACTORY-LIKE'],
    ['Owner', 'maya.okafor@example.com'],
    ['Department', 'Factory Like'],
    ['Business Unit', 'Nobody Knows'],
    ['Project Name', 'Likeness'],
    ['Billing Contact', 'billing@example.com'],
    ['Operations Contact', 'ops@example.com'],
    ['Security Contact', 'sec@example.com'],
  ] as const)
    await field(page, label).fill(typed);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'factory-first' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Done', { exact: true }).first()).toBeVisible();

  await expect(main.getByRole('link', { name: 'FACTORY-LIKE', exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Request One Like This' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create AWS Account' })).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: 'This request begins as a copy' });
  await expect(note).toContainText('factory-first');
  await expect(note).toContainText("Business Unit 'Nobody Knows' is not known here.");
  await expect(field(page, 'Account Email')).toHaveValue('');
  await expect(field(page, 'Account Name')).toHaveValue('');
  await expect(field(page, 'Project Name')).toHaveValue('Likeness');
  await expect(panel(page)).toContainText('Cost Center FACTORY-LIKE');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await field(page, 'Account Email').fill('factory.second@example.com');
  await field(page, 'Account Name').fill('factory-second');
  // What was typed stands on top of the copy.
  await page.reload();
  await expect(field(page, 'Account Name')).toHaveValue('factory-second');
  await expect(field(page, 'Security Contact')).toHaveValue('sec@example.com');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'factory-second' })).toBeVisible();
  await expect(main.getByText('Done', { exact: true }).first()).toBeVisible();
  const made = Object.values(aws.state.accounts).filter(({ name }) => name.startsWith('factory-'));
  expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(['factory-first', 'factory-second']));

  // From the account as the inventory has it.
  const account = made.find(({ name }) => name === 'factory-second');
  await main.getByRole('link', { name: account?.id }).click();
  await main.getByRole('button', { name: 'Request One Like This' }).click();
  await expect(note).toContainText('factory-second');
  await expect(field(page, 'Cost Center')).toHaveValue('FACTORY-LIKE');
  await expect(field(page, 'Billing Contact')).toHaveValue('billing@example.com');
  await expect(field(page, 'Account Name')).toHaveValue('');

  // What the inventory has corrected meanwhile is what the next request begins with.
  await page.goBack();
  await expect(main.getByText(`Cloud Parent ${account?.id}`)).toBeVisible();
  const db = databaseAt(portal.dataDir);
  await db.query(`UPDATE cloud_parents SET billing_contact = 'corrected@example.com' WHERE identifier = $1`, [
    account?.id,
  ]);
  await db.close();
  await main.getByRole('button', { name: 'Request One Like This' }).click();
  await expect(note).toContainText('factory-second');
  await expect(field(page, 'Billing Contact')).toHaveValue('corrected@example.com');
});
