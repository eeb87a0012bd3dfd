import { registry } from '#resources/registry.ts';
import { expect, expectUsableByEverybody } from '#tests/support/journey.ts';
import { test } from '#tests/support/reference-journey.ts';

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
  await unit.selectOption('Lottery');
  await expectUsableByEverybody(visitor);
  await visitor.getByRole('button', { name: 'Submit' }).click();
  await expect(visitor.getByText('Your request has been successfully submitted!')).toBeVisible();
  await expect(visitor).toHaveURL(/\/redirect$/);
  expect((await api.get(`/members/${id}`)).body.data).toMatchObject({
    business_unit: 'Lottery',
    department: null,
    other_department: 'Optics',
  });

  expect(credential).not.toBe('');
  expect(leaks).toEqual([]);

  // It worked once.
  await visitor.goto(link);
  const failed = 'Something went wrong. Please reach out to the CCOE Team at ccoe@example.com';
  await expect(visitor.getByRole('alert')).toHaveText(failed);
  await expect(visitor.getByLabel('Department', { exact: true })).toBeVisible();
  // Whether there is such a member makes no difference, nor whether anything is missing.
  for (const query of ['member_id=999999&credential=skl_x', 'member_id=none&credential=skl_x', '']) {
    await visitor.goto(`/unauth/update-member?${query}`);
    await expect(visitor.getByRole('alert')).toHaveText(failed);
  }
  await context.close();
});
