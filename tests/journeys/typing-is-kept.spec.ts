import { endSession, withoutEvents } from '#tests/support/ended-session.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

test('leaving a form with unsaved typing asks first', async ({ page }) => {
  await page.goto('/auth/create/departments');
  await page.getByLabel('Name').fill('Half typed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Half typed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/departments/);
  await page.goto('/auth/create/departments');
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('a reload brings back what was typed, and it can be dropped', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/auth/create/departments');
  await page.getByLabel('Name').fill('Survives');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Survives');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('who leaves a form while it is being saved is told there that it was refused, and finds what was typed', async ({
  page,
}) => {
  const sent = Promise.withResolvers<void>();
  const refuse = Promise.withResolvers<void>();
  await page.route(
    '**/api/departments',
    async (route) => {
      sent.resolve();
      await refuse.promise;
      await route.fulfill({
        status: 503,
        json: { error: 'The database is away.', errors: [], request_id: 'r' },
      });
    },
    { times: 1 },
  );
  await page.goto('/auth/create/departments');
  await page.getByLabel('Name').fill('Left behind');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await sent.promise;
  await visit(page, '/auth/view/companies');
  const question = page.getByRole('dialog', { name: 'Leave while it is being saved?' });
  await expect(question).toContainText('It goes on being saved.');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  refuse.resolve();
  const notice = page.getByRole('alert').filter({ hasText: 'The database is away.' });
  await notice.getByRole('link', { name: 'Back to the form' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Left behind');
});

test.describe('somebody else', () => {
  test.use({ person: null });

  test('whose session ends while typing signs in again and finds what was typed', async ({ page }) => {
    await withoutEvents(page);
    await signIn(page, 'Priya Raman');
    await page.goto('/auth/create/departments');
    await page.getByLabel('Name').fill('Typed before the end');
    await endSession(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/unauth/home');
    await page.getByRole('banner').getByText('Login', { exact: true }).click();
    await page.getByRole('button', { name: 'Priya Raman' }).click();
    await page.waitForURL('**/auth/create/departments');
    await expect(page.getByLabel('Name')).toHaveValue('Typed before the end');
  });
});

test(
  'a lost answer does not add a record twice, also when the page is loaded again',
  { tag: '@core' },
  async ({ page, api }) => {
    await page.goto('/auth/create/departments');
    await page.getByLabel('Name').fill('Once only');
    let attempts = 0;
    await page.route('**/api/departments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      attempts += 1;
      if (attempts > 1) return route.continue();
      // The server does its work, and the answer is lost on the way.
      await route.fetch();
      await route.abort();
    });
    const submit = async () => {
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    };
    await submit();
    await expect(
      page.getByText('There was a problem submitting this department. Please try again.'),
    ).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(kept.match(/Once only/g)).toHaveLength(1);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByLabel('Name')).toHaveValue('Once only');
    await submit();
    await expect(page.getByText('Your new department has been added!')).toBeVisible();
    expect(attempts).toBe(2);
    expect((await api.get('/departments?by_name=Once+only')).body.meta.total).toBe(1);
  },
);
