import { expect, type Locator, type Page } from '@playwright/test';
import type { Api, Row } from './api.ts';

let count = 0;

/** Makes a cost center of its own, with a company, an owner and a department, and answers it. */
export async function costCenter(api: Api, more: Record<string, unknown> = {}): Promise<Row> {
  const mark = `${Date.now()}${++count}`;
  const made = async (path: string, input: Record<string, unknown>) => {
    const { status, body, text } = await api.post(path, input);
    if (status !== 201) throw new Error(`${path}: ${text}`);
    return body.data;
  };
  const company = await made('/companies', { code: `C${mark}`.slice(0, 20) });
  const owner = await made('/cloud_contacts', { email: `owner.${mark}@example.com` });
  const unit = await made('/business_units', { name: `Unit ${mark}` });
  const department = await made('/departments', { name: `Department ${mark}` });
  return made('/cost_centers', {
    identifier: `T${mark}`,
    companies_id: company.id,
    cloud_contact_id: owner.id,
    business_units_id: unit.id,
    departments_id: department.id,
    ...more,
  });
}

/** The editable table below the row to add. */
export const table = (page: Page): Locator => page.getByRole('grid', { name: 'Cost Centers' });
/** A button by its whole name. */
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** The row of a cost center. */
export const rowOf = (page: Page, identifier: unknown): Locator =>
  table(page)
    .getByRole('row')
    .filter({ hasText: String(identifier) });

/** Opens the editable table and waits until it shows its rows. */
export async function openTable(page: Page, search = ''): Promise<void> {
  await page.goto(`/auth/crud/cost_centers${search}`);
  await expect(table(page)).toHaveAttribute('aria-busy', 'false');
}
