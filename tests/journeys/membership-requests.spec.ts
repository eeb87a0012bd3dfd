import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

test('a request stands in the table with its date in words, and becomes a member in one step', async ({
  page,
}) => {
  const email = 'wants.membership@example.com';
  await page.goto('/auth/membership-requests');
  await page.getByRole('link', { name: 'Add New Membership Request' }).click();
  await page.getByRole('form').getByLabel('Requesting User Email').fill(email);
  await page.getByRole('combobox', { name: 'Department' }).fill('Finance');
  await page.getByRole('combobox', { name: 'Business Unit' }).fill('Gaming');
  await page.keyboard.press('Escape');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new membership request has been added!')).toBeVisible();

  await expect(page).toHaveURL(/\/auth\/membership-requests$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Membership Requests' })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Membership Requests' });
  for (const name of ['Requesting User Email', 'Department', 'Business Unit', 'Requested Date', 'Completed'])
    await expect(grid.locator('thead th').filter({ hasText: name }).first()).toBeVisible();
  const row = grid.getByRole('row').filter({ hasText: email });
  await expect(row.locator('[data-col=requested_date]')).toHaveText(
    /^\d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d$/,
  );
  await expect(row.getByRole('img', { name: 'No' })).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Make a Member' }).click();
  await expect(page.getByText(`${email} is a member now!`)).toBeVisible();
  await expect(row.getByRole('img', { name: 'Yes' })).toBeVisible();
  await page.getByRole('link', { name: 'See the member' }).click();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Make a Member' })).toHaveCount(0);
});

test('a request of a unit that nobody knows is mended on its page, and becomes a member there', async ({
  page,
  api,
}) => {
  const email = 'unknown.unit@example.com';
  const { body } = await api.post('/team_membership_tickets', {
    requesting_principal_user_id: email,
    department: 'Finance',
    business_unit: 'Gamming',
  });
  await page.goto(`/auth/view/team_membership_tickets/${body.data.id}`);
  await page.getByRole('button', { name: 'Make a Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a Member' });
  await expect(dialog).toContainText("names the business unit 'Gamming', which nobody knows");
  await expectUsableByEverybody(page);
  await dialog.getByRole('button', { name: 'Make a Member' }).click();
  await expect(dialog.getByText('Business Unit is required.')).toBeVisible();
  // The abbreviation of the unit finds it.
  await dialog.getByRole('combobox', { name: 'Business Unit' }).fill('GAM');
  await expect(page.getByRole('option', { name: 'Gaming' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('combobox', { name: 'Business Unit' })).toHaveValue('Gaming');
  await dialog.getByRole('button', { name: 'Make a Member' }).click();
  await expect(page.getByText(`${email} is a member now!`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByText('Gaming', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a Member' })).toHaveCount(0);
});
