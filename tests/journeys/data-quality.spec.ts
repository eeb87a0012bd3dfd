import type { Row } from '#tests/support/api.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

test('a rule leads to exactly the records that break it, and one press mends them, and back', async ({
  page,
  api,
}) => {
  const { data } = (await api.get<Row[]>('/cost_centers?sort=id&page=1&per_page=1')).body;
  const { companies_id, cloud_contact_id } = data[0] as Row;
  const identifier = 'DQ-JOURNEY';
  const made = await api.post<Row>('/cost_centers', {
    companies_id,
    cloud_contact_id,
    identifier,
    company_code: 'ZZ',
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body.data;
  try {
    await page.goto('/auth/data-quality');
    const rules = page.getByRole('list', { name: 'What is wrong with Cost Centers' });
    const rule = rules.getByRole('listitem').filter({ hasText: 'Company Code is not that of the Company' });
    await expect(rule).toBeVisible();
    await expectUsableByEverybody(page);
    const count = Number(await rule.locator('b').textContent());

    await rule.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Cost Centers', exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText(
      'Data Quality: Company Code is not that of the Company',
    );
    await expect(page.getByText(new RegExp(`^Showing 1–\\d+ of ${count}$`)).first()).toBeVisible();
    await expect(page.locator('tr[data-row]').filter({ hasText: identifier })).toBeVisible();

    await page.goBack();
    await rule.getByRole('button', { name: 'Take that of the Company' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take that of the Company' });
    await expect(dialog.getByRole('listitem').filter({ hasText: identifier })).toContainText('ZZ →');
    await expectUsableByEverybody(page);
    await dialog.getByRole('button', { name: 'Take that of the Company' }).click();
    await expect(rule).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rule.locator('b')).toHaveText(String(count));
  } finally {
    await api.delete(`/cost_centers/${id}`);
  }
});

test('a repair that somebody else got ahead of names the record, and is made by another press', async ({
  page,
  api,
}) => {
  const { data } = (await api.get<Row[]>('/cost_centers?sort=id&page=1&per_page=1')).body;
  const { companies_id, cloud_contact_id } = data[0] as Row;
  const identifier = 'DQ-AHEAD';
  const made = await api.post<Row>('/cost_centers', {
    companies_id,
    cloud_contact_id,
    identifier,
    company_code: 'ZY',
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body.data;
  try {
    await page.goto('/auth/data-quality');
    const rule = page
      .getByRole('list', { name: 'What is wrong with Cost Centers' })
      .getByRole('listitem')
      .filter({ hasText: 'Company Code is not that of the Company' });
    await rule.getByRole('button', { name: 'Take that of the Company' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take that of the Company' });
    const row = dialog
      .getByRole('list', { name: 'What is changed' })
      .getByRole('listitem')
      .filter({ hasText: identifier });
    await expect(row).toContainText('ZY →');
    await api.put(`/cost_centers/${id}`, { company_code: 'ZX' });
    const repair = dialog.getByRole('button', { name: 'Take that of the Company' });
    await repair.click();
    await expect(dialog.getByRole('alert').getByRole('link', { name: identifier })).toBeVisible();
    await expect(row).toContainText('ZX →');
    await repair.click();
    await expect(dialog).toBeHidden();
    await expect(rule).toHaveCount(0);
  } finally {
    await api.delete(`/cost_centers/${id}`);
  }
});
