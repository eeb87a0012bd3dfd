import type { Page } from '@playwright/test';
import { registry } from '#resources/registry.ts';
import { expect, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/reference-journey.ts';

/** Models with a list, a screen for one record, and by what the heading of the list is known. */
const viewed: readonly [model: string, heading: RegExp][] = [
  ['cost_centers', /Cost Centers/],
  ['sap_cost_centers', /^SAP Cost Centers Table$/],
  ['cost_center_networks', /^Cost Center Networks Table$/],
  ['project_ids', /^Project IDs Table$/],
  ['microsoft_approvals', /Microsoft Approvals/],
  ['companies', /Companies/],
  ['departments', /Departments/],
  ['business_units', /Business Units/],
  ['cloud_bills', /^Cloud Bills Historical Records$/],
  ['cloud_survey_responses', /Survey Responses/],
  ['members', /Members/],
  ['dcoe_members', /CODE Members/],
  ['github_organization_apps', /^GitHub Org Applications$/],
  ['github_copilot_users', /^Github Copilot Table$/],
  ['faqs', /FAQs/i],
  ['glossaries', /Glossar/],
  ['cloud_certifications', /Certifications/],
  ['cloud_contacts', /Cloud Contacts/],
  ['service_catalog_products', /Products/],
  ['cloud_parents', /Cloud Parents/],
  ['virtual_machines', /Virtual Machines/],
  ['cloud_projects', /Cloud Projects/],
];
const VIEW_ONLY = ['cloud_parents', 'virtual_machines', 'cloud_projects'];
const edited = viewed.map(([model]) => model).filter((model) => !VIEW_ONLY.includes(model));
const created = edited.filter((model) => model !== 'microsoft_approvals');

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens a screen of its own, and waits for what it shows. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(heading(page), path).toBeVisible();
  await untilLoaded(page);
  await expect(page.getByText(/could not be (?:loaded|shown)|not found/i), path).toHaveCount(0);
}

test('every model has the list that is specified, and a screen for each record', async ({ page }) => {
  for (const [model, name] of viewed) {
    await open(page, `/auth/view/${model}`);
    await expect(heading(page), model).toHaveText(name);
  }
});

test('every model that can be changed has its table and its forms', async ({ page, factory }) => {
  for (const model of edited) await open(page, `/auth/crud/${model}`);
  for (const model of created) {
    await open(page, `/auth/create/${model}`);
    await expect(page.getByRole('button', { name: /Submit|Confirm/ }).first(), model).toBeVisible();
  }
  for (const model of created) {
    const { id } = await factory.create(registry.get(model));
    await open(page, `/auth/edit/${model}/${id}`);
    await open(page, `/auth/view/${model}/${id}`);
  }
});

test('what no screen is specified for is not found', async ({ page }) => {
  for (const path of [
    '/auth/view/nothing',
    '/auth/create/microsoft_approvals',
    ...VIEW_ONLY.flatMap((model) => [
      `/auth/crud/${model}`,
      `/auth/create/${model}`,
      `/auth/edit/${model}/1`,
    ]),
  ]) {
    await page.goto(path);
    await expect(page.getByText(/not found/i).first(), path).toBeVisible();
  }
});
