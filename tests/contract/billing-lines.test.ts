import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { googleCostTable } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
let run = 0;

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('l@example.com') };
  for (const name of ['L1', 'L2']) await costCenter(name, center);
  await account('l-one', 'L1', 'GcpCloudParent');
  await account('l-two', 'L2', 'GcpCloudParent');
  const lines = [
    { account: 'l-one', amount: '70' },
    { account: 'l-two', amount: '20' },
    { account: 'l-one', amount: '5' },
    { account: 'l-nobody', amount: '4' },
    { account: null, amount: '1', kind: 'Tax' },
  ];
  ({ id: run } = await desk.run('gcp', googleCostTable(lines, { total: '100.03' })));
});

const asked = async (query: string) => {
  const { body } = await portal.api.get<Row[]>(`/billing_runs/${run}/lines?per_page=100&page=1${query}`);
  return { found: body.data.length, total: (body.meta as { total: number }).total };
};

it.each([
  ['all', '', 6],
  ['of an account, however it is written', '&by_identifier=L-ONE', 2],
  ['of an account that the run lacks', '&by_identifier=l-other', 0],
  ['of a kind', '&by_kind=usage', 4],
  ['of a kind that belongs to no account', '&by_kind=tax', 1],
  ['of the difference from the stated total', '&by_kind=rounding', 1],
  ['of a kind that the run lacks', '&by_kind=credit', 0],
  ['of an account and a kind', '&by_identifier=l-two&by_kind=usage', 1],
  ['of an account and another kind', '&by_identifier=l-two&by_kind=tax', 0],
])('as many lines are told as there are: %s', async (_, query, count) => {
  expect(await asked(query)).toEqual({ found: count, total: count });
});

it('the run and its invoices count the lines of the file alike, and the difference from the stated total is none of them', async () => {
  const { lines, totals, invoices } = await desk.read(run);
  const counts = (invoices as unknown as { count: number }[]).map(({ count }) => count);
  expect([lines, counts]).toEqual([5, [5]]);
  expect(totals).toMatchObject([{ invoice: '100.03', lines: '100.03', rounding: '0.03' }]);
});

it('as many lines are told as there are: of each posting', async () => {
  const postings = await desk.postings(run);
  const counted = await Promise.all(postings.map(({ id }) => asked(`&by_posting=${id}`)));
  // The second one has no part of the difference from the stated total.
  expect(counted).toEqual([
    { found: 4, total: 4 },
    { found: 2, total: 2 },
  ]);
});

it.each(['exceptions', 'postings'])('a whole list of %s is told in full where it is long', async (part) => {
  const more = 2_500;
  const table = `billing_${part}`;
  const { rows } = await portal.db.query<{ made: number }>(
    `SELECT count(*)::integer AS made FROM ${table} WHERE run_id = $1`,
    [run],
  );
  const [columns, values] =
    part === 'exceptions'
      ? ['account, problem, lines', `'l-many-' || n, 'unknown_account', 1`]
      : ['cloud, company_code, gl_account, cost_center, text', `'gcp', '1000', '1', 'C' || n, 'Many'`];
  await portal.db.query(
    `INSERT INTO ${table} (run_id, n, reference, currency, amount, ${columns})
     SELECT $1, 1000 + n, 'R', 'EUR', 1, ${values} FROM generate_series(1, $2::integer) n`,
    [run, more],
  );
  const count = (rows[0]?.made ?? 0) + more;
  const { status, body } = await portal.api.get<Row[]>(`/billing_runs/${run}/${part}`);
  expect([status, body.data.length, body.meta]).toEqual([200, count, { total: count }]);
  expect(new Set(body.data.map(({ id }) => id)).size).toBe(count);
});

it('the postings are told in full as CSV where they are many', async () => {
  await portal.db.query(
    `INSERT INTO billing_postings (run_id, n, reference, currency, amount, cloud, company_code, gl_account, cost_center, text)
     SELECT $1, 9000 + n, 'R', 'EUR', 1, 'gcp', '1000', '1', 'D' || n, 'Many' FROM generate_series(1, 1500) n`,
    [run],
  );
  const { body } = await portal.api.get<Row[]>(`/billing_runs/${run}/postings?page=1`);
  const file = await portal.api.get(`/billing_runs/${run}/postings.csv`);
  const lines = file.text.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines).toHaveLength(Number(body.meta.total) + 1);
  expect(lines[0]).toBe(
    'Company Code,GL Account,Cost Center,WBS Element,Amount,Currency,Reference,Text,Business Unit,Owner Email',
  );
});
