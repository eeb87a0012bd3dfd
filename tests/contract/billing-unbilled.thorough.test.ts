import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startBigQuery } from '#simulators/big-query/big-query.ts';
import type { Api } from '#tests/support/api.ts';
import { estate } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

/** Two rows a page, so that results come in several. */
const bigQuery = await startBigQuery(2);
afterAll(() => bigQuery.close());
const portal = withPortal({
  BIGQUERY_PROJECT: 'finops-1',
  BIGQUERY_BILLING_EXPORT: 'costs.gcp_billing_export_v1_*',
  BIGQUERY_API: bigQuery.url,
});
const without = withPortal();
const elsewhere = withPortal({
  BIGQUERY_PROJECT: 'finops-1',
  BIGQUERY_BILLING_EXPORT: 'other-1.nowhere.bills',
  BIGQUERY_API: bigQuery.url,
});
const simulated = withPortal({ BIGQUERY_BILLING_EXPORT: 'costs.gcp_billing_export_v1_*' });

interface Cost {
  identifier: string | null;
  name: string | null;
  currency: string;
  cost: string;
  credits: string;
  amount: string;
  cost_center: string | null;
  owner_email: string | null;
}

interface Meta {
  total: number;
  reason: string | null;
  unbilled: {
    month: string;
    provider: string;
    source: string;
    read_at: string;
    read_by: string;
    totals: { currency: string; amount: string; accounts: number }[];
  } | null;
}

const row = (id: string | null, cost: number, more: Record<string, unknown> = {}) => ({
  invoice: { month: month.replace('-', '') },
  project: id === null ? null : { id, name: `Name of ${id}` },
  usage_start_time: `${month}-01 00:00:00 UTC`,
  currency: 'EUR',
  cost,
  credits: [],
  ...more,
});

let month = '';
const put = (rows: Record<string, unknown>[], table = 'gcp_billing_export_v1_0123AB') =>
  bigQuery.put(`costs.${table}`, rows);

const trigger = async ({ api }: { api: Api } = portal) => {
  const { body } = await api.post<{ job: { id: string } }>('/cloud_bills/update_dashboard', {});
  return followJob(api, body.data.job.id);
};
const read = async (query = '', { api }: { api: Api } = portal) => {
  const { body } = await api.get<Cost[]>(`/unbilled_costs${query}`);
  return { costs: body.data, meta: body.meta as unknown as Meta };
};

beforeAll(async () => {
  const { rows } = await portal.db.query<{ month: string }>(
    `SELECT to_char(now() AT TIME ZONE 'America/Los_Angeles', 'YYYY-MM') AS month`,
  );
  month = rows[0]?.month ?? '';
  await estate(portal).insert('cloud_parents', {
    identifier: 'Unbilled-A',
    name: 'Telescope',
    provider_type: 'GcpCloudParent',
    cost_center: 'UB1',
    cloud_contact_email: 'unbilled@example.com',
    terminated: false,
  });
});
beforeEach(() => {
  put([
    row('unbilled-a', 10.25),
    row('unbilled-a', 0.1, { credits: [{ amount: -0.35 }, { amount: -1 }] }),
    row('unbilled-b', 5),
    row('unbilled-b', 7, { currency: 'USD' }),
    row(null, 1.91),
    row('unbilled-c', 99, { invoice: { month: '202001' } }),
  ]);
  put([row('unbilled-d', 0.004)], 'gcp_billing_export_v1_4567CD');
});

it('the trigger reads what the running month costs by project and currency, with its credits', async () => {
  const job = await trigger();
  expect(job).toMatchObject({ state: 'done', result: { unbilled_month: month, unbilled_projects: 4 } });
  const { costs, meta } = await read();
  expect(costs).toEqual([
    expect.objectContaining({
      identifier: 'unbilled-a',
      name: 'Telescope',
      currency: 'EUR',
      cost: '10.35',
      credits: '-1.35',
      amount: '9.00',
      cost_center: 'UB1',
      owner_email: 'unbilled@example.com',
    }),
    expect.objectContaining({ identifier: 'unbilled-b', currency: 'USD', amount: '7.00' }),
    expect.objectContaining({ identifier: 'unbilled-b', name: 'Name of unbilled-b', currency: 'EUR' }),
    expect.objectContaining({ identifier: null, amount: '1.91' }),
    expect.objectContaining({ identifier: 'unbilled-d', amount: '0.00' }),
  ]);
  expect(meta).toMatchObject({
    total: 5,
    reason: null,
    unbilled: {
      month,
      provider: 'gcp',
      source: 'finops-1.costs.gcp_billing_export_v1_*',
      read_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.+Z$/),
      read_by: 'ada.lovelace@example.com',
      totals: [
        expect.objectContaining({ currency: 'EUR', amount: '15.91', accounts: 3 }),
        expect.objectContaining({ currency: 'USD', amount: '7.00', accounts: 1 }),
      ],
    },
  });
  expect((await read('?page=2&per_page=2')).costs.map(({ amount }) => amount)).toEqual(['5.00', '1.91']);
});

it('reading again puts what is there now in the place of what was', async () => {
  await trigger();
  await trigger();
  expect((await read()).meta.total).toBe(5);
  put([row('unbilled-a', 20)]);
  await trigger();
  expect((await read()).meta.unbilled?.totals).toEqual([expect.objectContaining({ amount: '20.00' })]);
});

it('what BigQuery refuses is told at the job, and what was read before stays', async () => {
  await trigger();
  const before = await read();
  bigQuery.failNext('Access Denied: Table finops-1:costs: User does not have permission to query table');
  const job = await trigger();
  expect([job.state, job.error]).toEqual([
    'failed',
    'BigQuery did not return what the running month costs: Access Denied: Table finops-1:costs: User does not have permission to query table.',
  ]);
  expect(await read()).toEqual(before);
});

it('a month that a final run has booked is not told as unbilled', async () => {
  await trigger();
  await portal.db.query(
    `INSERT INTO billing_rules (version, rules, created_by) VALUES (1, '{}', 'a test') ON CONFLICT DO NOTHING`,
  );
  await portal.db.query(
    `INSERT INTO billing_runs (provider, month, posting_day, state, file_name, file_digest, file_size, rules_version, job_id, created_by, request_id)
     VALUES ('gcp', $1, $1, 'final', 'booked.csv', '\\x00', 1, 1, gen_random_uuid(), 'a test', 'r')`,
    [`${month}-01`],
  );
  const { costs, meta } = await read();
  expect([costs, meta.total, meta.unbilled]).toEqual([[], 0, null]);
  await portal.db.query(`DELETE FROM billing_runs WHERE file_name = 'booked.csv'`);
  expect((await read()).meta.unbilled?.month).toBe(month);
});

it('without a billing export the trigger sums up as before, and says why nothing is read', async () => {
  expect(await trigger(without)).toMatchObject({ state: 'done' });
  expect((await read('', without)).meta).toMatchObject({
    reason: 'No billing export is configured.',
    unbilled: null,
  });
});

it('a portal with an export and no project asks a simulator of its own', async () => {
  expect(await trigger(simulated)).toMatchObject({ state: 'done', result: { unbilled_projects: 0 } });
  expect((await read('', simulated)).meta).toMatchObject({ total: 0, unbilled: { totals: [] } });
});
it('an export that is not there is told at the job', async () => {
  expect(await trigger(elsewhere)).toMatchObject({
    state: 'failed',
    error:
      'BigQuery did not return what the running month costs: Not found: Table nowhere.bills was not found in location EU.',
  });
});
