import type { Locator, Page } from '@playwright/test';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import type { Api, Row } from '#tests/support/api.ts';
import type { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { azureMca } from './bill-files.ts';

export const PAGE = '/auth/billing-automation';

/** A table of a run's page. */
export const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });

/** Days within which any month lies. */
export const VALID = { active_at: '2020-01-01', expired_at: null };

interface Begun {
  billing_run: { id: number };
  job: { id: string };
}

/** A cost center that is valid in any month, of a company of its own. */
export async function makeCenter(factory: Factory, identifier: string, code: string): Promise<Row> {
  const company = await factory.create(companies, { code, azure_gl: `${code}09` });
  return factory.create(costCenters, { ...VALID, identifier, companies_id: company.id });
}

/** A run of one line whose account is charged to a cost center. */
export async function makeReady(api: Api, account: string, center: number): Promise<number> {
  const query = new URLSearchParams({ provider: 'azure', month: '2026-03', name: `${account}.csv` });
  const bill = azureMca([{ account, amount: '1234.51', invoice: account }]);
  const begun = await api.send<Begun>('POST', `/billing_runs?${query}`, bill, { 'content-type': 'text/csv' });
  const run = begun.body.data.billing_run.id;
  await followJob(api, begun.body.data.job.id);
  const body = { identifier: account, cost_center_id: center };
  const assigned = await api.post<Begun>(`/billing_runs/${run}/assign`, body);
  await followJob(api, assigned.body.data.job.id);
  return run;
}
