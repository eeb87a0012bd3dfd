import type { Page } from '@playwright/test';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { businessUnits } from '#resources/business-units.ts';
import type { Api } from '#tests/support/api.ts';
import type { Factory } from '#tests/support/factories.ts';
import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/factory-journey.ts';

const PROJECT = {
  owner_tag: 'maya.okafor@example.com',
  project_name_tag: 'Shop',
};

/** A cost center that may be charged by whichever of these journeys comes first. */
async function center(factory: Factory, identifier: string): Promise<string> {
  await factory.create(costCenters, { identifier, active_at: '2020-01-01', expired_at: null });
  return identifier;
}

/** Asks for a project of Google Cloud, which waits for approval; answers the id of its deployment. */
async function askForProject(api: Api, name: string, charged: string): Promise<number> {
  const folders = await api.get<{ options: { value: string }[] }[]>('/gcp-folders');
  const folder = folders.body.data[0]?.options[0]?.value;
  const body = { ...PROJECT, project_name: name, folder_id: folder, cost_center_tag: charged };
  const { status, body: answer } = await api.post<{ cloud_deployment: { id: number } }>(
    '/gcp-project/create',
    body,
  );
  expect(status).toBe(202);
  return answer.data.cloud_deployment.id;
}

const badge = (page: Page, word: string) => page.getByRole('main').getByText(word, { exact: true }).first();

test('a request waits until somebody else approves it with a reason, and the page follows what happens', async ({
  page,
  factory,
  apiAs,
}) => {
  const charged = await center(factory, 'FACTORY-APPROVED');
  const id = await askForProject(await apiAs('Jonas Lindqvist'), 'approved-shop', charged);
  await page.goto('/auth/view/cloud_deployments?by_name=approved-shop');
  await page.getByRole('link', { name: 'approved-shop' }).click();
  await expect(page).toHaveURL(new RegExp(`/cloud_deployments/${id}$`));
  await expect(badge(page, 'Waiting for Approval')).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve Request' });
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog.getByText('Reason is required.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('It fits the plan of the quarter.');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(badge(page, 'Done')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('It fits the plan of the quarter.');
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeHidden();
});

test('who asked for something cannot approve it and is told so, but can cancel it', async ({
  page,
  factory,
  apiAs,
}) => {
  const charged = await center(factory, 'FACTORY-OWN');
  const id = await askForProject(await apiAs('Maya Okafor'), 'own-shop', charged);
  await page.goto(`/auth/view/cloud_deployments/${id}`);
  await expect(page.getByText('You requested this yourself')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Cancel Deployment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Deployment' });
  await dialog.getByRole('button', { name: 'Cancel Deployment' }).click();
  await expect(dialog).toBeHidden();
  await expect(badge(page, 'Cancelled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel Deployment' })).toBeHidden();
});

test('a deployment that failed says what to do, and goes on by Retry', async ({
  page,
  factory,
  apiAs,
  aws,
}) => {
  const charged = await center(factory, 'FACTORY-RETRIED');
  await factory.create(departments, { name: 'Factory Retry' });
  await factory.create(businessUnits, { name: 'Factory Retries' });
  const others = { ...aws.state.accounts };
  const [like] = Object.values(others);
  if (!like) throw new Error('The organization has no account.');
  // No further account fits into the organization.
  for (let at = 0; Object.keys(aws.state.accounts).length < 100; at += 1) {
    const id = String(700_000_000_000 + at);
    aws.state.accounts[id] = { ...like, id, name: `filled ${at}`, email: `filled.${at}@example.com` };
  }
  const api = await apiAs('Maya Okafor');
  const person = 'maya.okafor@example.com';
  const { status, body } = await api.post<{ cloud_deployment: { id: number } }>('/account/create', {
    accountEmail: 'factory.retried@example.com',
    accountName: 'factory-retried',
    ou: 'sandbox',
    costCenterTag: charged,
    departmentTag: 'Factory Retry',
    ownerTag: person,
    projectNameTag: 'Shop',
    businessUnitTag: 'Factory Retries',
    billingContact: person,
    operationsContact: person,
    securityContact: person,
    regions: [],
  });
  expect(status).toBe(202);
  await page.goto(`/auth/view/cloud_deployments/${body.data.cloud_deployment.id}`);
  await expect(badge(page, 'Failed')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'The deployment failed' })).toContainText(
    'accounts',
  );
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  for (const id of Object.keys(aws.state.accounts)) if (!(id in others)) delete aws.state.accounts[id];
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(badge(page, 'Done')).toBeVisible();
  expect(Object.values(aws.state.accounts).filter(({ name }) => name === 'factory-retried')).toHaveLength(1);
});

test('the list of deployments tells which clouds are simulated, and leads to the forms', async ({ page }) => {
  await page.goto('/auth/view/cloud_deployments');
  await untilLoaded(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Simulator' }).first()).toBeVisible();
  await expect(main.getByRole('link', { name: 'Create Azure Subscription' })).toBeVisible();
  await main.getByRole('link', { name: 'Create GCP Project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create GCP Project' })).toBeVisible();
});

test('where nothing was asked for yet, the empty list leads to the three forms', async ({ page }) => {
  await page.route('**/api/cloud_deployments?*', (route) =>
    route.fulfill({ json: { data: [], meta: { total: 0, page: 1, per_page: 25 } } }),
  );
  await page.goto('/auth/view/cloud_deployments');
  await expect(page.getByRole('heading', { level: 2, name: 'No cloud deployments yet' })).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  const main = page.getByRole('main');
  for (const name of ['Create AWS Account', 'Create Azure Subscription', 'Create GCP Project']) {
    const ways = main.getByRole('link', { name });
    // Above the list, and in its place.
    await expect(ways).toHaveCount(2);
    await ways.last().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
  }
});
