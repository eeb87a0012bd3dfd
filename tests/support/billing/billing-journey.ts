import type { Locator, Page } from '@playwright/test';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import type { Api, Row } from '#tests/support/api.ts';
import type { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { azureMca, type MadeLine } from './bill-files.ts';
import { confirmations, ofMonth, type Run } from './billing-desk.ts';

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

/** A run of any file, once it is allocated. */
export async function runOf(
  api: Api,
  provider: string,
  name: string,
  bill: string | Buffer,
  month: string,
): Promise<number> {
  const query = new URLSearchParams({ provider, month, name: `${name}.csv` });
  const begun = await api.send<Begun>(
    'POST',
    `/billing_runs?${query}`,
    (typeof bill === 'string' ? ofMonth(bill, month) : bill) as string,
    {
      'content-type': 'text/csv',
    },
  );
  if (begun.status !== 202)
    throw new Error(`The run was refused: ${begun.status} ${begun.text.slice(0, 500)}`);
  await followJob(api, begun.body.data.job.id);
  return begun.body.data.billing_run.id;
}

/** A run of an Azure file, once it is allocated. */
export const makeRun = (
  api: Api,
  name: string,
  lines: readonly MadeLine[],
  month = '2026-03',
): Promise<number> =>
  runOf(api, 'azure', name, azureMca(lines.map((line) => ({ invoice: name, ...line }))), month);

/** Says which cost center pays for an account of a run, and waits until it is allocated. */
export async function assign(api: Api, run: number, identifier: string, center: number): Promise<void> {
  const body = { identifier, cost_center_id: center };
  const assigned = await api.post<Begun>(`/billing_runs/${run}/assign`, body);
  await followJob(api, assigned.body.data.job.id);
}

/** Finalizes a run, each invoice of which a person confirms where no total is stated, and waits until that is done. */
export async function finalize(
  api: Api,
  run: number,
  options: Record<string, boolean> = { cloud_bills: true },
): Promise<void> {
  const { data } = (await api.get<Pick<Run, 'invoices'>>(`/billing_runs/${run}`)).body;
  const body = { ...options, invoices: confirmations(data) };
  const { status, body: answer, text } = await api.post<Begun>(`/billing_runs/${run}/finalize`, body);
  if (status !== 202) throw new Error(`Nothing was finalized: ${status} ${text}`);
  await followJob(api, answer.data.job.id);
}

/** A run of one line whose account is charged to a cost center. */
export async function makeReady(api: Api, account: string, center: number): Promise<number> {
  const run = await makeRun(api, account, [{ account, amount: '1234.51' }]);
  await assign(api, run, account, center);
  return run;
}
