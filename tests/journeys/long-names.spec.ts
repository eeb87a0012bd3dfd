import { businessUnits } from '#resources/business-units.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { faqs } from '#resources/faqs.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import {
  assign,
  finalize,
  makeCenter,
  makeReady,
  PAGE,
  runOf,
  table,
  VALID,
} from '#tests/support/billing/billing-journey.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  narrow,
  test,
  untilLoaded,
  wide,
} from '#tests/support/journey.ts';

/** Somebody's address of many words, and the name of a unit that nobody shortens. */
const ADDRESS =
  'longnames.owner.with.several.first.names.and.two.surnames@subsidiary.international.example.com';
const UNIT = 'LONGNAMES Directorate of Interoperable Cloud Infrastructure and Sustainable Enablement';
/** One word that has no place to be broken at. */
const WORD = 'LONGNAMES'.repeat(11);

test('an amount stays in sight beside an owner with a long address, and a long name of a file is broken', async ({
  page,
  factory,
  api,
}) => {
  const company = await factory.create(companies, { code: '7741', azure_gl: '774109' });
  const owner = await factory.create(cloudContacts, { email: ADDRESS });
  const unit = await factory.create(businessUnits, { name: UNIT });
  const center = await factory.create(costCenters, {
    ...VALID,
    identifier: 'LONGNAMES-CC',
    companies_id: company.id,
    cloud_contact_id: owner.id,
    business_units_id: unit.id,
  });
  const account = 'longnames-account';
  const bill = azureMca([{ account, amount: '1234.51', invoice: 'LONGNAMES-1' }]);
  const run = await runOf(api, 'azure', WORD, bill, '2026-03');
  await assign(api, run, account, center.id);

  await page.goto(`${PAGE}/runs/${run}`);
  await untilLoaded(page);
  const postings = table(page, 'Postings');
  await postings.getByText(ADDRESS).scrollIntoViewIfNeeded();
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    // What the frame of the table cuts is not in sight, although it scrolls.
    const cut = await postings.evaluate(({ parentElement: frame }) =>
      frame ? frame.scrollWidth - frame.clientWidth : undefined,
    );
    expect(cut, 'how much of the table is out of sight').toBe(0);
    await expectNoSidewaysScroll(page);
  }
});

test('names that differ at their ends show them, and are read whole at the pointer and the focus', async ({
  page,
  factory,
}) => {
  const common = 'LONGNAMES_AWS_ORGANIZATION_SHARED_SERVICES_PRODUCTION_WORKLOADS';
  const names = [`${common}_ADMINS`, `${common}_READERS`];
  for (const [at, name] of names.entries()) {
    const { id } = await factory.create(departments, { name });
    await factory.create(costCenters, { identifier: `LONGNAMES-END-${at}`, departments_id: id });
  }
  await page.goto('/auth/view/cost_centers?by_identifier=LONGNAMES-END&sort=identifier');
  const cells = page.locator('tr[data-row] [data-col=department_name]');
  await expect(cells).toHaveText(names);
  const shown = cells.locator('> span');
  for (const [at, end] of ['_ADMINS', '_READERS'].entries()) {
    await expect(shown.nth(at)).toHaveAttribute('data-end', end);
    const painted = await shown.nth(at).evaluate((text) => getComputedStyle(text, '::after').display);
    expect(painted).toBe('block');
  }
  await expectNoAxeViolations(page);
  await cells.first().hover();
  await expect(cells.first()).toHaveAttribute('title', names[0] ?? '');
  await cells.first().focus();
  const cut = await shown.first().evaluate((text) => text.scrollWidth - text.clientWidth);
  expect(cut).toBe(0);
});

test('a category of one long word does not make the page of FAQs wider than its window', async ({
  page,
  factory,
}) => {
  await factory.create(faqs, { question: WORD, category: WORD });
  await page.setViewportSize(narrow);
  await page.goto('/auth/faqs-and-glossary');
  await expect(page.getByRole('heading', { name: WORD })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('the label of a value of several lines stands beside the first of them', async ({ page, factory }) => {
  const unit = await factory.create(businessUnits, { name: `${UNIT} in Both Hemispheres` });
  const { id } = await factory.create(costCenters, { identifier: 'LONGNAMES-2', business_units_id: unit.id });
  await page.setViewportSize(narrow);
  await page.goto(`/auth/view/cost_centers/${id}`);
  const label = await page.getByRole('term').filter({ hasText: 'Business Unit' }).boundingBox();
  const link = page.getByRole('definition').getByRole('link', { name: unit['name'] as string });
  const value = await link.boundingBox();
  expect(value?.height, 'it has several lines').toBeGreaterThan(40);
  expect(Math.abs((label?.y ?? 0) - (value?.y ?? 0))).toBeLessThan(4);
});

test('what a final run has done is told apart from the way to it', async ({ page, factory, api }) => {
  const center = await makeCenter(factory, 'LONGNAMES-3', '7742');
  const run = await makeReady(api, 'longnames-final', center.id);
  await finalize(api, run);
  await page.goto(`${PAGE}/runs/${run}`);
  await expect(page.getByRole('list', { name: 'Finalized with' })).toContainText('. See them in the chart');
});
