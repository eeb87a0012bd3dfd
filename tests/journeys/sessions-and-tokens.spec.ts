import type { Page } from '@playwright/test';
import { apiClient } from '#tests/support/api.ts';
import { choose, expect, expectUsableByEverybody, signIn, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { storedSession } from '#tests/support/page-api.ts';

const list = (page: Page, name: 'Sessions' | 'API tokens') => page.getByRole('list', { name, exact: true });
const sessions = (page: Page) => list(page, 'Sessions').getByRole('listitem');
const tokens = (page: Page) => list(page, 'API tokens').getByRole('listitem');
const question = (page: Page) => page.getByRole('alertdialog');
/** What journeys before have left signed in is no part of this one. */
const stayAlone = async (page: Page) =>
  apiClient(new URL(page.url()).origin, (await storedSession(page)) ?? {}).delete('/auth/sessions');
const open = async (page: Page, search = '') => {
  await page.goto(`/auth/sessions${search}`);
  await untilLoaded(page);
};

test('a person sees where they are signed in, and ends one session or all others', async ({
  page,
  elsewhere,
}) => {
  await signIn(page, 'Priya Raman');
  await stayAlone(page);
  const others = await Promise.all(['first', 'second', 'third'].map(() => elsewhere('Priya Raman')));
  await page.getByRole('button', { name: 'Account of Priya Raman' }).click();
  await page.getByRole('menuitem', { name: 'Sessions and Tokens' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions and Tokens' })).toBeFocused();
  await expect(sessions(page)).toHaveCount(4);
  const own = sessions(page).filter({ hasText: 'This session' });
  await expect(own).toContainText(
    /Chrome on Linux.*Last used .* from 127\.0\.0\.1.*Signed in .*, ends .* at the latest/,
  );
  await expect(own.getByRole('link', { name: 'Log Out' })).toBeVisible();
  await expectUsableByEverybody(page);

  const end = page.getByRole('button', { name: 'End the session of Chrome on Linux' }).first();
  await end.click();
  await expect(question(page)).toContainText('End this session?');
  // What cannot be taken back is not one press of Enter away.
  await expect(question(page).getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(end).toBeFocused();
  await end.click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('The session has ended.')).toBeVisible();
  await expect(sessions(page)).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 2, name: 'Sessions' })).toBeFocused();

  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(question(page)).toContainText('End 2 other sessions?');
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('2 sessions have ended.')).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  for (const other of others) {
    await other.reload();
    await expect(other).toHaveURL(/\/unauth\/home$/);
  }
});

test('a token is made within the role of its person, shown once, used, and revoked', async ({
  page,
  mapped,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'Jonas Lindqvist');
  await open(page);
  await expect(page.getByRole('heading', { name: 'No API tokens yet' })).toBeVisible();
  const make = page.getByRole('button', { name: 'New API Token' });
  await make.click();
  const dialog = page.getByRole('dialog', { name: 'New API Token' });
  await dialog.getByRole('button', { name: 'Make Token' }).click();
  await expect(dialog.getByText('Name is required.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectUsableByEverybody(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly import');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText([/^owner:/, /^viewer:/, /^editor:/, /^operator:/]);
  await page.getByRole('option', { name: /^editor:/ }).click();
  await choose(dialog.getByRole('combobox', { name: 'Runs Out After' }), '7 days');
  await dialog.getByRole('button', { name: 'Make Token' }).click();
  await expect(dialog.getByText('Copy the token now')).toBeVisible();
  await expectUsableByEverybody(page);
  const token = await dialog.getByRole('textbox', { name: 'API token' }).inputValue();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('The token has been copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(make).toBeFocused();

  const made = tokens(page).filter({ hasText: 'nightly import' });
  await expect(made).toContainText(`begins with ${token.slice(0, 8)}`);
  await expect(made).toContainText('Never used');
  await expect(made).toContainText('Runs out soon');
  await expect(page.getByText(token)).toHaveCount(0);
  const api = apiClient(mapped.url, { authorization: `Bearer ${token}` });
  expect((await api.post('/departments', { name: 'Made by a token of Jonas' })).status).toBe(201);
  await page.reload();
  await expect(made).toContainText(/Last used .* from 127\.0\.0\.1/);
  await expectUsableByEverybody(page);

  await make.click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly Import');
  await dialog.getByRole('button', { name: 'Make Token' }).click();
  await expect(dialog).toContainText('You have a token named Nightly Import already.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Sure to cancel?' }).getByRole('button', { name: 'Yes' }).click();

  await made.getByRole('button', { name: 'Revoke nightly import' }).click();
  await expect(question(page)).toContainText('What uses it stops working at once.');
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('The token has been revoked.')).toBeVisible();
  await expect(made).toContainText('Revoked');
  await expect(made.getByRole('button')).toHaveCount(0);
  expect((await api.get('/departments')).status).toBe(401);
});

test('an administrator finds the sessions and tokens of anybody, and ends them', async ({
  page,
  elsewhere,
}) => {
  const first = await elsewhere('Tomás Herrera');
  await stayAlone(first);
  const [second] = await Promise.all([elsewhere('Tomás Herrera'), signIn(page, 'Maya Okafor')]);
  await open(first);
  await expect(first.getByRole('radiogroup', { name: 'Whose' })).toHaveCount(0);
  await first.getByRole('button', { name: 'New API Token' }).click();
  const dialog = first.getByRole('dialog', { name: 'New API Token' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('of a viewer');
  await dialog.getByRole('button', { name: 'Make Token' }).click();
  await expect(dialog.getByText('Copy the token now')).toBeVisible();

  await open(page);
  await page.getByText('Everybody’s', { exact: true }).click();
  await expect(page).toHaveURL(/by_of=everybody/);
  await page.getByRole('searchbox', { name: 'Search' }).fill('herrera');
  await expect(sessions(page)).toHaveCount(2);
  await expect(tokens(page)).toHaveCount(1);
  await expectUsableByEverybody(page);
  await page.getByRole('button', { name: 'Revoke of a viewer of ' }).click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(tokens(page)).toContainText('Revoked');
  await page.getByRole('button', { name: 'End all 2 sessions of Tomás Herrera' }).click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { name: 'No session matches' })).toBeVisible();
  for (const other of [first, second]) {
    await other.reload();
    await expect(other).toHaveURL(/\/unauth\/home$/);
  }
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('herrera');
});

test('an administrator reads why somebody could not sign in, and what to do about it', async ({
  page,
  elsewhere,
}) => {
  await page.goto('/api/auth/saml');
  await page.getByRole('button', { name: 'Alex Novak' }).click();
  await expect(page.getByRole('heading', { name: 'You may not use this portal yet' })).toBeVisible();
  const admin = await elsewhere('Maya Okafor');
  await open(admin);
  await expect(admin.getByRole('list', { name: 'Refused sign-ins' })).toHaveCount(0);
  await admin.getByText('Everybody’s', { exact: true }).click();
  await admin.getByRole('searchbox', { name: 'Search' }).fill('novak');
  const refused = admin.getByRole('list', { name: 'Refused sign-ins' }).getByRole('listitem');
  await expect(refused).toHaveCount(1);
  await expect(refused).toContainText('Alex Novak');
  await expect(refused).toContainText('None of the groups maps to a role.');
  await expect(refused).toContainText('Compare the attribute and its values with SAML_ROLES_ATTRIBUTE');
  await expectUsableByEverybody(admin);
});

test('what cannot be loaded or ended says so, and can be tried again', async ({ page, elsewhere }) => {
  await Promise.all([signIn(page, 'Priya Raman'), elsewhere('Priya Raman')]);
  await page.route('**/api/auth/sessions?*', (route) =>
    route.fulfill({ status: 403, json: { error: 'Not today.', errors: [] } }),
  );
  await page.goto('/auth/sessions');
  const failed = page.getByRole('alert').filter({ hasText: 'The sessions could not be loaded' });
  await expect(failed).toBeVisible();
  await page.unroute('**/api/auth/sessions?*');
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(sessions(page).filter({ hasText: 'This session' })).toBeVisible();
  await page.route('**/api/auth/sessions/*', (route) => route.abort());
  await page.getByRole('button', { name: 'End the session of Chrome on Linux' }).first().click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('The session could not be ended.')).toBeVisible();
});

test('who has gone on while a session ends keeps the focus', async ({ page, elsewhere }) => {
  await Promise.all([signIn(page, 'Priya Raman'), elsewhere('Priya Raman')]);
  await open(page);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/auth/sessions/*', async (route) => {
    await released.promise;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api/auth/sessions/*');
  const ends = page.getByRole('button', { name: 'End the session of Chrome on Linux' });
  // Other journeys may have left some.
  const before = await ends.count();
  await ends.first().click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await sent;
  const next = page.getByRole('button', { name: 'New API Token' });
  await next.focus();
  const fresh = page.waitForResponse('**/api/auth/sessions?*');
  released.resolve();
  await fresh;
  await expect(page.getByText('The session has ended.')).toBeVisible();
  await expect(ends).toHaveCount(before - 1);
  await expect(next).toBeFocused();
});
