import { businessUnits } from '#resources/business-units.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { rowOf, openTable } from '#tests/support/cost-center-table.ts';
import { expect, searchChoices, test } from '#tests/support/journey.ts';
import { ALARM, watchScripts, type ScriptWatch } from '#tests/support/script-watch.ts';

const script = `<script>${ALARM}()</script>`;
const image = `"><img src=x onerror=${ALARM}()>`;
const drawing = `<svg onload=${ALARM}()><iframe src="javascript:${ALARM}()">`;
const link = `javascript:${ALARM}()//<a href="http://hostile.invalid/">`;
const template = `{{constructor.constructor('${ALARM}()')()}}\${${ALARM}()}`;
const short = '<svg onload=alert()>';
const mutation = `<math><mtext><table><mglyph><style><img src=x onerror=${ALARM}()>`;

let watch: ScriptWatch;
test.beforeEach(async ({ page }) => {
  watch = await watchScripts(page);
});
// Whatever a test did, nothing has run in it.
test.afterEach(async () => {
  expect(await watch.findings()).toEqual([]);
});

test('HTML in any text is text in lists, tables, records, forms and dialogs', async ({
  page,
  factory,
  api,
}) => {
  const unit = await factory.create(businessUnits, { name: `1 ${script}` });
  const department = await factory.create(departments, { name: `2 ${image}`, abbreviation: short });
  const company = await factory.create(companies, { code: '<b>4</b>', country: image, gl_type: mutation });
  const owner = await factory.create(cloudContacts, { name: `5 ${drawing}` });
  const next = await factory.create(costCenters, { identifier: `HOSTILE 6 ${template}` });
  const { id } = await factory.create(costCenters, {
    identifier: `HOSTILE 7 ${image}`,
    company_code: link,
    companies_id: company.id,
    cloud_contact_id: owner.id,
    business_units_id: unit.id,
    departments_id: department.id,
    new_cost_center_id: next.id,
  });
  await api.put(`/cost_centers/${id}`, { company_code: script });

  await page.goto('/auth/view/cost_centers?by_identifier=HOSTILE');
  const grid = page.getByRole('grid');
  for (const text of [`HOSTILE 7 ${image}`, script, `1 ${script}`, `2 ${image}`, `HOSTILE 6 ${template}`])
    await expect(grid.getByText(text, { exact: true }).first()).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'HOSTILE 7' }).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText(`HOSTILE 7 ${image}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await openTable(page, '?by_identifier=HOSTILE');
  await expect(rowOf(page, 'HOSTILE 7')).toContainText(script);
  await page.getByRole('button', { name: `Edit HOSTILE 7 ${image}` }).click();
  await expect(page.getByRole('combobox', { name: 'Department' }).first()).toHaveValue(`2 ${image}`);

  await page.goto(`/auth/view/cost_centers/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`HOSTILE 7 ${image}`);
  await expect(page.getByText(link, { exact: true }).first()).toBeVisible();

  await page.goto(`/auth/edit/cost_centers/${id}`);
  await expect(page.getByLabel('Identifier')).toHaveValue(`HOSTILE 7 ${image}`);
  await searchChoices(page.getByRole('combobox', { name: 'Department' }), '2 ');
  await page.getByRole('option', { name: `2 ${image}` }).click();
  await page.getByLabel('Company Code').fill(drawing);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toContainText(drawing);

  await page.goto(`/auth/view/departments/${department.id}`);
  await expect(page.getByText(short).first()).toBeVisible();
});

test('HTML in any text is text in the search and among the recent changes', async ({ page, factory }) => {
  const identifier = `HOSTILE 9 ${image}`;
  await factory.create(costCenters, { identifier });
  await page.goto('/auth/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search screens and records' }).fill('HOSTILE 9');
  await expect(page.getByRole('option', { name: identifier })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(identifier).first()).toBeVisible();
});

test('HTML in what is refused is text in the message', async ({ page, factory }) => {
  await factory.create(departments, { name: `TAKEN ${image}` });
  await page.goto('/auth/create/departments');
  await page.getByLabel('Name').fill(`taken ${image}`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('There was a problem submitting this department.')).toBeVisible();
  for (const address of [
    `/auth/view/${encodeURIComponent(script)}`,
    `/auth/view/cost_centers/${encodeURIComponent(image)}`,
    `/auth/view/cost_centers?by_identifier=${encodeURIComponent(image)}&q=${encodeURIComponent(script)}`,
    `/unauth/login?access-token=${encodeURIComponent(script)}`,
    '/redirect?to=javascript:hostileTextRan()',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
});

test('HTML in a worksheet is text in the preview and in the problems', async ({ page, api }) => {
  const { body } = await api.get<{ email: string }[]>('/cloud_contacts?page=1&per_page=1');
  const owner = body.data[0]?.email;
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const file = (lines: string[][]) => ({
    name: `${image.slice(2)}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')),
  });
  const header = ['identifier', 'cloud_contact_email', 'company_code', 'active_at'];
  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles(file([header, [`HOSTILE 8 ${image}`, String(owner), script, '2026-03-29']]));
  await expect(page.getByRole('cell', { name: `HOSTILE 8 ${image}` }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: script }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await chooser.setInputFiles(
    file([
      [...header, drawing],
      ['x', mutation, script, image, template],
    ]),
  );
  await expect(page.getByText(drawing).first()).toBeVisible();
});

test('the watch notices what would have run', async ({ page }) => {
  await page.goto('/auth/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), image.slice(2));
  await expect
    .poll(async () => (await watch.findings()).join('\n'))
    .toMatch(/policy: script-src-attr inline/);
  await page.reload();
  // What was noticed on purpose is no finding of this file.
  watch = { findings: async () => [] };
});
