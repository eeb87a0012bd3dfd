import { readFile } from 'node:fs/promises';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/journey.ts';

test('a contact is added with its email alone', async ({ page, api }) => {
  await page.goto('/auth/create/cloud_contacts');
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await expectNoAxeViolations(page);
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText('Email must be one email address, such as jane.doe@example.com.'),
  ).toBeVisible();
  await page.getByLabel('Email').fill('By.Email@example.com');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your new cloud contact has been added!')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/view\/cloud_contacts/);
  expect((await api.get('/cloud_contacts?by_email=by.email@example.com')).body.meta.total).toBe(1);
});

test('the form of an existing contact offers all that may be changed', async ({ page, factory, api }) => {
  const contact = await factory.create(cloudContacts, { email: 'edited@example.com' });
  await page.goto(`/auth/edit/cloud_contacts/${contact.id}`);
  await page.getByLabel('Name').fill('Grace Hopper');
  await page.getByRole('checkbox', { name: 'Terminated' }).check();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your cloud contact has been updated!')).toBeVisible();
  expect((await api.get(`/cloud_contacts/${contact.id}`)).body.data).toMatchObject({
    email: 'edited@example.com',
    name: 'Grace Hopper',
    terminated: true,
  });
});

test('a contact that was added but could not be read back is told so', async ({ page }) => {
  await page.route(/\/api\/cloud_contacts\/\d+$/, (route) =>
    route.fulfill({ status: 503, json: { error: 'Away.', errors: [], request_id: 'r' } }),
  );
  await page.goto('/auth/create/cloud_contacts');
  await page.getByLabel('Email').fill('unread@example.com');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText(
      'There was a problem getting this cloud contact record after adding the record. Please try again.',
    ),
  ).toBeVisible();
});

test('the list adds a row inline, one at a time, and saves as CSV', async ({ page, factory }) => {
  await factory.create(cloudContacts, { email: 'gone@example.com', name: 'Gone', terminated: true });
  await page.goto('/auth/view/cloud_contacts?q=gone');
  await expect(page.getByRole('columnheader', { name: 'Terminated' })).toBeVisible();
  await expect(page.getByRole('row', { name: /gone@example\.com/ })).toContainText('Yes');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  await page.getByRole('button', { name: 'Add a Row' }).click();
  await expect(page.getByText('Cancel your last add first!')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).first().fill('gone.inline@example.com');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Successfully added a new cloud contact!')).toBeVisible();
  await expect(page.getByRole('row', { name: /gone\.inline@example\.com/ })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^cloudcontact_/);
  expect(await readFile(await file.path(), 'utf8')).toContain('gone.inline@example.com');
});
