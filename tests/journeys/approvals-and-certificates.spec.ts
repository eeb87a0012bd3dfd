import { cloudCertifications } from '#resources/cloud-certifications.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import { members } from '#resources/members.ts';
import { choose, expect, expectUsableByEverybody, searchChoices, test } from '#tests/support/journey.ts';
import { saidAt } from '#tests/support/specified-screens.ts';
import { visit } from '#tests/support/visit.ts';

test('approvals stand in one table without pages, and are edited and deleted where they stand', async ({
  page,
}) => {
  await page.goto('/auth/view/microsoft_approvals');
  const grid = page.getByRole('grid', { name: 'Microsoft Approvals' });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  for (const name of saidAt('/auth/view/microsoft_approvals'))
    await expect(grid.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a Row' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Add New/ })).toHaveCount(0);
  await expect(grid.locator('[data-col=assigned_to]').filter({ hasText: ' ; ' }).first()).toBeVisible();

  const row = grid.locator('[data-row]').first();
  const id = (await row.locator('[data-col=approval_id]').innerText()).trim();
  await row.getByRole('button', { name: /^Edit/ }).click();
  const edited = grid.locator('[data-edited]');
  await expect(edited.getByRole('textbox')).toHaveCount(5);
  await edited.getByLabel('Status').fill('Edited inline');
  await edited.getByLabel('Created on').fill('03-29-2026 14:05');
  await edited.getByLabel('Updated at').fill('soon');
  const refused = edited.getByRole('button', { name: /^Save/ });
  await refused.click();
  await expect(edited.getByText("'soon' is no moment. Write it as 03-29-2026 14:05.")).toBeVisible();
  await edited.getByLabel('Updated at').fill('04-30-2026 09:00');
  await expectUsableByEverybody(page);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await edited.getByRole('button', { name: /^Save/ }).click();
  // The browser of the journeys stands in Berlin.
  expect((await sent).postDataJSON()).toMatchObject({
    status: 'Edited inline',
    created_at: '2026-03-29T12:05:00.000Z',
    updated_at: '2026-04-30T07:00:00.000Z',
  });
  const saved = grid.locator('[data-row]').filter({ hasText: id });
  await expect(saved).toContainText('Edited inline');
  await expect(saved).toContainText('29-Mar-2026');
  await expect(saved).toContainText('30-Apr-2026');

  await saved.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText('Sure to delete?')).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('The microsoft approval has been deleted!')).toBeVisible();
  await expect(saved).toHaveCount(0);
});

test('a certificate is added with the form, edited in the list, and exported by mail', async ({
  page,
  factory,
  api,
}) => {
  const member = await factory.create(members, { name: 'Certified Ada', email: 'certified@example.com' });
  await factory.create(cloudCertifications, { name: 'Long Gone', expiration_date: '2020-01-31' });
  await page.goto('/auth/view/cloud_certifications');
  await page.getByRole('link', { name: 'Add New Certification' }).click();
  const form = page.getByRole('form', { name: 'Add New Certification' });
  await searchChoices(form.getByRole('combobox', { name: /^Member/ }), 'Certified Ada');
  await page.getByRole('option', { name: /Certified Ada/ }).click();
  await form.getByLabel('Certification Name').fill('Journey Architect');
  await form.getByRole('combobox', { name: /^Cloud/ }).click();
  await expect(page.getByRole('option')).toHaveText(['AWS', 'GCP', 'Azure']);
  await page.getByRole('option', { name: 'GCP' }).click();
  await form.getByRole('combobox', { name: 'Issued Date' }).fill('January 31, 2026');
  await form.getByRole('combobox', { name: 'Expiration Date' }).fill('January 31, 2029');
  await expectUsableByEverybody(page);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new certification has been added!')).toBeVisible();
  const { body } = await api.get<{ member_id: number; provider: string }[]>(
    '/cloud_certifications?by_name=Journey+Architect',
  );
  expect(body.data).toMatchObject([{ member_id: member.id, provider: 'gcp' }]);

  await visit(page, '/auth/view/cloud_certifications?by_name=Long+Gone');
  const grid = page.getByRole('grid', { name: 'Cloud Certifications' });
  const row = grid.locator('[data-row]').filter({ hasText: 'Long Gone' });
  await expect(row.locator('[data-col=expiration_date]')).toHaveAttribute(
    'data-reason',
    /^Expired \d+ days ago\.$/,
  );
  await row.getByRole('button', { name: /^Edit/ }).click();
  await grid.locator('[data-edited]').getByLabel('Certification Name').fill('Long Gone Twice');
  await grid.locator('[data-edited]').getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Your certification has been updated!')).toBeVisible();

  await visit(page, '/auth/view/cloud_certifications?by_expiration_date=expired');
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Expiration Date: Expired');
  const sought = page.getByRole('searchbox', { name: 'Search Expiration Date' });
  await expect(sought).toHaveValue('expired');
  await expect(sought).not.toHaveAttribute('aria-invalid', 'true');

  await page.getByRole('button', { name: 'Export Certificates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Certificates' });
  await expect(dialog.getByLabel('Email')).toHaveValue(/maya/i);
  const sent = page.waitForRequest(/cloud_certifications\/export/);
  await dialog.getByRole('button', { name: 'Send' }).click();
  expect((await sent).postDataJSON()).toEqual({ cloud_certification: { email: expect.stringMatching(/@/) } });
  await expect(page.getByText('Your report will be emailed!')).toBeVisible();
});

test('a certificate that is edited says whose it is, in the list and in the form', async ({
  page,
  factory,
}) => {
  const holder = await factory.create(members, { name: 'Wilhelmina Kept' });
  const { id } = await factory.create(cloudCertifications, { name: 'Kept Diploma', member_id: holder.id });
  await page.goto('/auth/view/cloud_certifications?by_name=Kept+Diploma');
  const grid = page.getByRole('grid', { name: 'Cloud Certifications' });
  await grid.locator('[data-row]').getByRole('button', { name: /^Edit/ }).click();
  const edited = grid.locator('[data-edited]');
  await expect(edited.getByRole('combobox', { name: 'Member' })).toHaveValue('Wilhelmina Kept');

  await visit(page, `/auth/edit/cloud_certifications/${id}`);
  await expect(page.getByRole('combobox', { name: /^Member/ })).toHaveValue('Wilhelmina Kept');
});

test('a GitHub app takes a key of several lines, and keeps it where none is typed', async ({
  page,
  factory,
  api,
}) => {
  const { identifier } = await factory.create(costCenters);
  const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAKCAQ\n-----END RSA PRIVATE KEY-----\n';
  await page.goto('/auth/create/github_organization_apps');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('GitHub Org Applications');
  await page.getByRole('textbox', { name: 'Name' }).fill('journey-org');
  const key = page.getByRole('textbox', { name: 'Private Key' });
  await key.fill(pem);
  await expect(key).toHaveCSS('-webkit-text-security', 'disc');
  await page.getByRole('button', { name: 'Show what is typed into Private Key' }).click();
  await expect(key).toHaveCSS('-webkit-text-security', 'none');
  await expect(page.getByRole('combobox', { name: 'Cost Center' })).toHaveValue('None');
  for (const name of ['Team Selection', 'Exclude Form', 'Copilot Enabled'])
    await expect(page.getByRole('checkbox', { name })).not.toBeChecked();
  await expectUsableByEverybody(page);
  const added = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Submit' }).click();
  expect((await added).postDataJSON()).toMatchObject({ name: 'journey-org', private_key: pem });
  await expect(page.getByText('Your new GitHub organization app has been added!')).toBeVisible();

  const { body } = await api.get<{ id: number }[]>('/github_organization_apps?by_name=journey-org');
  await visit(page, `/auth/edit/github_organization_apps/${body.data[0]?.id}`);
  await page.getByLabel('Description').fill('Described');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText("Edited Cost Center can't be None!").first()).toBeVisible();
  await searchChoices(page.getByRole('combobox', { name: 'Cost Center' }), String(identifier));
  await page
    .getByRole('option', { name: String(identifier) })
    .first()
    .click();
  const changed = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Submit' }).click();
  expect((await changed).postDataJSON()).not.toHaveProperty('private_key');
  await expect(page.getByText('Your GitHub organization app has been updated!')).toBeVisible();
  expect(githubOrganizationApps.fields.private_key.lines).toBe(true);
});

test('a new member is known by the email, until a name is typed', async ({ page, api }) => {
  await page.goto('/auth/create/dcoe_members');
  const form = page.getByRole('form', { name: 'Add New Member' });
  for (const name of ['Name', 'Email', 'Other Department'])
    await expect(form.getByRole('textbox', { name })).toBeVisible();
  for (const name of ['Department', 'Business Unit'])
    await expect(form.getByRole('combobox', { name })).toBeVisible();
  await expect(form.locator('[data-field]')).toHaveCount(5);
  await form.getByLabel('Email').fill('nameless.code@example.com');
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('nameless.code@example.com');
  await form.getByLabel('Other Department').fill('Optics');
  await expectUsableByEverybody(page);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new CODE member has been added!')).toBeVisible();
  const { body } = await api.get('/dcoe/members?by_email=nameless.code');
  expect(body.data).toMatchObject([{ name: 'nameless.code@example.com', other_department: 'Optics' }]);

  await visit(page, '/auth/create/members');
  const member = page.getByRole('form', { name: 'Add New Member' });
  await member.getByRole('textbox', { name: 'Name' }).fill('Grace Named');
  await member.getByLabel('Email').fill('named.member@example.com');
  await expect(member.getByRole('textbox', { name: 'Name' })).toHaveValue('Grace Named');
  await choose(member.getByRole('combobox', { name: /^Team/ }), 'Advisory');
  await member.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new member has been added!')).toBeVisible();
});
