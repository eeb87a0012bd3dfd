import { registry } from '#resources/registry.ts';
import { holdRoutes } from '#tests/support/held-routes.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

const FAILED = 'Something went wrong. Please reach out to the CCOE Team at ccoe@example.com';

interface Mail {
  id: number;
  to: string;
  text: string;
}

test('a member gets a link from their row, and tells a department of their own without signing in', async ({
  page,
  api,
  factory,
  browser,
  baseURL,
}) => {
  const email = 'linked.member@example.com';
  const { id } = await factory.create(registry.get('members'), {
    name: 'Linda Linked',
    email,
    blacklist: false,
  });
  const passing = await factory.create(registry.get('business_units'), { name: 'Passing' });
  await page.goto(`/auth/view/members?by_email=${email}`);
  await page.getByRole('button', { name: 'Actions for Linda Linked' }).click();
  await page.getByRole('menuitem', { name: 'Send Update Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Update Link' });
  await expect(dialog).toContainText(email);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(`The link is on its way to ${email}.`)).toBeVisible();

  const { body } = await api.get<Mail[]>('/outbox');
  const sent = body.data.find(({ to }) => to === email);
  const mail = await api.get<Mail>(`/outbox/${sent?.id}`);
  const [link = ''] = /\/unauth\/update-member\?\S+/.exec(mail.body.data.text) ?? [];

  const context = await browser.newContext({ baseURL, locale: 'en-GB' });
  const visitor = await context.newPage();
  holdRoutes(visitor);
  // The credential goes to the portal alone, and only where it is asked for.
  const leaks: string[] = [];
  const credential = new URL(link, baseURL).searchParams.get('credential') ?? '';
  visitor.on('request', (request) => {
    const isAsked = request.isNavigationRequest() || request.url().includes('/members/update-restricted/');
    if (!isAsked && request.url().includes(credential)) leaks.push(request.url());
    if (request.headers()['referer']?.includes(credential)) leaks.push(`referer of ${request.url()}`);
  });
  await visitor.goto(link);
  const unit = visitor.getByLabel('Business Unit');
  await expect(unit.getByRole('option', { name: 'Lottery' })).toBeAttached();
  await visitor.getByRole('button', { name: 'Submit' }).click();
  await expect(visitor.getByText('Department is required.')).toBeVisible();
  await visitor.getByLabel('Department', { exact: true }).selectOption('Other');
  await visitor.getByLabel('If Other, Department').fill('Optics');
  await unit.selectOption('Passing');
  await api.delete(`/business_units/${passing.id}`);
  await visitor.getByRole('button', { name: 'Submit' }).click();
  await expect(visitor.getByRole('alert')).toHaveText(`${FAILED} Business Unit 'Passing' is not known.`);
  await unit.selectOption('Lottery');
  await expectUsableByEverybody(visitor);
  await visitor.getByRole('button', { name: 'Submit' }).click();
  await expect(visitor.getByText('Your request has been successfully submitted!')).toBeVisible();
  await expect(visitor).toHaveURL(/\/redirect$/);
  expect((await api.get(`/members/${id}`)).body.data).toMatchObject({
    business_unit: 'Lottery',
    // What was typed is the department.
    department: 'Optics',
    other_department: 'Optics',
  });

  expect(credential).not.toBe('');
  expect(leaks).toEqual([]);

  // It worked once.
  await visitor.goto(link);
  await expect(visitor.getByRole('alert')).toHaveText(FAILED);
  await expect(visitor.getByText('nothing is left to do')).toBeVisible();
  await expect(visitor.getByLabel('Department', { exact: true })).toHaveCount(0);
  await expect(visitor.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  // Whether there is such a member makes no difference, nor whether anything is missing.
  for (const query of ['member_id=999999&credential=skl_x', 'member_id=none&credential=skl_x', '']) {
    await visitor.goto(`/unauth/update-member?${query}`);
    await expect(visitor.getByRole('alert')).toHaveText(FAILED);
  }
  await context.close();
});

test('a member loads the choices again where they did not come, and answers otherwise after a lost answer', async ({
  page,
  api,
  factory,
  browser,
  baseURL,
}) => {
  const email = 'lost.member@example.com';
  const { id } = await factory.create(registry.get('members'), {
    name: 'Lena Lost',
    email,
    blacklist: false,
  });
  await page.goto(`/auth/view/members?by_email=${email}`);
  await page.getByRole('button', { name: 'Actions for Lena Lost' }).click();
  await page.getByRole('menuitem', { name: 'Send Update Link' }).click();
  await page.getByRole('dialog', { name: 'Send Update Link' }).getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(`The link is on its way to ${email}.`)).toBeVisible();
  const { body } = await api.get<Mail[]>('/outbox');
  const mail = await api.get<Mail>(`/outbox/${body.data.find(({ to }) => to === email)?.id}`);
  const [link = ''] = /\/unauth\/update-member\?\S+/.exec(mail.body.data.text) ?? [];

  const context = await browser.newContext({ baseURL, locale: 'en-GB' });
  const visitor = await context.newPage();
  const calls = '**/api/members/update-restricted/**';
  await visitor.route(calls, (route) => route.abort());
  await visitor.goto(link);
  const alert = visitor.getByRole('alert');
  await expect(alert).toContainText(FAILED);
  await expectUsableByEverybody(visitor);
  const retry = visitor.getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect(alert).toContainText(FAILED);
  await visitor.unroute(calls);
  await retry.click();
  const department = visitor.getByLabel('Department', { exact: true });
  await expect(department).toBeFocused();
  await expect(alert).toHaveCount(0);
  await expect(retry).toHaveCount(0);

  const keys: (string | undefined)[] = [];
  await visitor.route(calls, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length <= 2) await route.abort();
    else await route.continue();
  });
  const submit = visitor.getByRole('button', { name: 'Submit' });
  await department.selectOption('Other');
  await visitor.getByLabel('If Other, Department').fill('Optics');
  await visitor.getByLabel('Business Unit').selectOption('Lottery');
  for (const round of [1, 2]) {
    await submit.click();
    await expect.poll(() => keys.length).toBe(round);
    await expect(alert).toHaveText(FAILED);
  }
  await visitor.getByLabel('If Other, Department').fill('Acoustics');
  await submit.click();
  await expect(visitor.getByText('Your request has been successfully submitted!')).toBeVisible();
  // The same answer bears the same key, another one its own.
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect((await api.get(`/members/${id}`)).body.data).toMatchObject({ other_department: 'Acoustics' });
  await context.close();
});
