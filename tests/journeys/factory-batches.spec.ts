import type { Page } from '@playwright/test';
import { businessUnits } from '#resources/business-units.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { requestTemplates } from '#resources/request-templates.ts';
import { sheetText } from '#tests/support/factory/sheets.ts';
import { test } from '#tests/support/factory-journey.ts';
import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';

const OWNER = 'maya.okafor@example.com';

/** A row of a worksheet for an AWS account. */
const account = (name: string, center: string, more: object = {}) => ({
  accountEmail: `${name}@example.com`,
  accountName: name,
  ou: 'test',
  costCenterTag: center,
  ownerTag: OWNER,
  departmentTag: 'Factory Batches',
  businessUnitTag: 'Factory Batch Unit',
  projectNameTag: 'Shop',
  billingContact: OWNER,
  operationsContact: OWNER,
  securityContact: OWNER,
  ...more,
});

const choose = (page: Page, rows: readonly Record<string, unknown>[]) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'shop-accounts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheetText({ kind: 'aws_account' }, rows)),
  });

test('three accounts are asked for with a worksheet, of which one row is wrong, mended, and all are made', async ({
  page,
  factory,
  aws,
}) => {
  await factory.create(costCenters, {
    active_at: '2020-01-01',
    expired_at: null,
    identifier: 'FACTORY-BATCH',
  });
  await factory.create(departments, { name: 'Factory Batches' });
  await factory.create(businessUnits, { name: 'Factory Batch Unit' });
  const rows = [
    account('batch-shop', 'FACTORY-BATCH'),
    account('batch-till', 'FACTORY-BATCH', { ou: 'moon' }),
    account('batch-stock', 'FACTORY-BATCH'),
  ];
  await page.goto('/auth/request-batches');
  await page.getByRole('link', { name: 'New Batch' }).click();
  await untilLoaded(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Empty XLSX' }).click();
  expect((await download).suggestedFilename()).toBe('aws_accounts.xlsx');

  await choose(page, rows);
  await expect(page.getByText('1 row is wrong.')).toBeVisible();
  const list = page.getByRole('list', { name: 'Rows' });
  await expect(list.getByRole('listitem').first()).toContainText('Row 3: batch-till');
  await expect(list.getByText("OU 'moon' is not one of")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit the 2 Valid Rows' })).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, [...rows.slice(0, 1), account('batch-till', 'FACTORY-BATCH'), ...rows.slice(2)]);
  await expect(page.getByText('3 AWS Accounts can be requested.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit All 3' }).click();
  await expect(page.getByText('Your request has been submitted!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'shop-accounts.csv' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '3 Done' })).toBeVisible();
  const made = Object.values(aws.state.accounts).map(({ name }) => name);
  expect(made.filter((name) => name.startsWith('batch-')).toSorted()).toEqual([
    'batch-shop',
    'batch-stock',
    'batch-till',
  ]);
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.getByRole('button', { name: 'batch-till', exact: true }).click();
  await page.getByRole('link', { name: 'Others of the same batch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'shop-accounts.csv' })).toBeVisible();
});

test('a request begins from a template, and says where it is other than that', async ({ page, factory }) => {
  await factory.create(costCenters, {
    active_at: '2020-01-01',
    expired_at: null,
    identifier: 'FACTORY-TEMPLATE',
  });
  await factory.create(requestTemplates, {
    name: 'Shop Sandbox',
    kind: 'aws_account',
    description: null,
    placed_in: 'development',
    cost_center: 'FACTORY-TEMPLATE',
    cloud_contact_email: OWNER,
    business_unit_name: null,
    department: null,
    project_name: 'Shop',
    billing_contact: null,
    operations_contact: null,
    security_contact: null,
    missing_tags_emails: [],
    regions: [],
    budget_amount: '500.00',
    budget_currency: 'USD',
    budget_thresholds: '50, 100',
    group_access: [],
    resource_providers: [],
    azure_policies: null,
    google_services: [],
    awaited_webhook: null,
  });
  await page.goto('/auth/create-aws-account');
  await untilLoaded(page);
  await page.getByRole('region', { name: 'Start from a template' }).getByText('Shop Sandbox').click();
  await expect(page.getByText('This request begins from a template')).toBeVisible();
  const form = page.getByRole('form');
  await expect(form.getByRole('combobox', { name: 'Cost Center', exact: true })).toHaveValue(
    'FACTORY-TEMPLATE',
  );
  await expect(form.getByRole('textbox', { name: 'Budget', exact: true })).toHaveValue('500.00');
  await expect(form.getByText('Everything is as the template says.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Project Name', exact: true }).fill('Till');
  await expect(form.getByText('Other than the template: Project Name.')).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);
});
