import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { billingDesk, estate, type Posting } from '#tests/support/billing/billing-desk.ts';
import { azureMca, focus } from '#tests/support/billing/bill-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let run: number;

beforeAll(async () => {
  const cloud_contact_id = await make.contact('explain@example.com');
  const center = { companies_id: await make.company('1000'), cloud_contact_id };
  const last = await make.costCenter('E2', center);
  await make.costCenter('E1', { ...center, expired_at: '2025-12-31', new_cost_center_id: last });
  await make.costCenter('E3', center);
  for (const [account, names] of [
    ['e-1', 'E1'],
    ['e-2', 'E2'],
    ['e-3', 'E3'],
    ['e-lost', null],
  ] as const)
    await make.account(account, names);
  const of = (account: string | null, amount: string, more = {}) => ({
    account,
    amount,
    invoice: 'X-1',
    ...more,
  });
  const file = azureMca([
    of('e-1', '4'),
    of('e-2', '2'),
    of('e-1', '2'),
    of('e-3', '8'),
    of('e-lost', '16'),
    of(null, '3.2', { kind: 'Tax' }),
    of('e-3', '5', { invoice: 'X-2' }),
  ]);
  ({ id: run } = await desk.run('azure', file));
});

const postingOf = async (to: string, reference = 'X-1'): Promise<Posting> => {
  const found = (await desk.postings(run)).find(
    (one) => one.cost_center === to && one.reference === reference,
  );
  if (!found) throw new Error(`Nothing of ${reference} is charged to ${to}.`);
  return found;
};
const rowsOf = (lines: Row[]) => lines.map(({ line }) => line);
const asked = async (query: string) =>
  (await portal.api.get<Posting[]>(`/billing_runs/${run}/postings${query}`)).body.data.map(
    ({ reference, cost_center: to }) => [reference, to],
  );

describe('a posting is explained', () => {
  it('by its lines, and by those that are split among all of the invoice', async () => {
    const { id } = await postingOf('E2');
    expect(rowsOf(await desk.lines(run, `?by_posting=${id}`))).toEqual([2, 3, 4, 7]);
    const { id: other } = await postingOf('E3', 'X-2');
    expect(rowsOf(await desk.lines(run, `?by_posting=${other}`))).toEqual([8]);
  });

  it('by its accounts with the chain of each, and by what was split', async () => {
    const { id } = await postingOf('E2');
    const { body } = await portal.api.get(`/billing_runs/${run}/postings/${id}`);
    expect(body.data).toMatchObject({
      posting: { id, cost_center: 'E2', amount: '8.80' },
      accounts: [
        {
          identifier: 'e-1',
          lines: 2,
          amount: '6',
          named: 'E1',
          chain: [
            { what: 'cost_center', identifier: 'E1', valid: false },
            { what: 'cost_center', identifier: 'E2', valid: true },
          ],
        },
        { identifier: 'e-2', lines: 1, amount: '2', chain: [{ identifier: 'E2' }] },
      ],
      accounts_total: 2,
      split: { lines: 1, amount: '0.80' },
    });
  });

  it.each(['999999', 'none'])('but not %s, which is none', async (id) => {
    const { status, body } = await portal.api.get(`/billing_runs/${run}/postings/${id}`);
    expect([status, body.error]).toEqual([404, `Posting ${id} of billing run ${run} was not found.`]);
  });
});

describe('a line is explained', () => {
  it('by its rule, account, chain and posting', async () => {
    const { id } = await postingOf('E2');
    const [line] = await desk.lines(run, '?by_identifier=e-1');
    expect(line).toMatchObject({
      rule: 'account',
      identifier: 'e-1',
      posting: id,
      cost_center: 'E2',
      chain: [{ identifier: 'E1' }, { identifier: 'E2' }],
    });
  });

  it('that has no place, or a part in every place, by no posting of its own', async () => {
    const lines = [
      ...(await desk.lines(run, '?by_identifier=e-lost')),
      ...(await desk.lines(run, '?by_kind=tax')),
    ];
    expect(lines).toMatchObject([
      { posting: null, problem: 'nothing_named' },
      { posting: null, problem: null, rule: 'proportional' },
    ]);
  });

  it('leads to the postings that it is a part of, as its account and its invoice do', async () => {
    expect(await asked('?by_line=2')).toEqual([['X-1', 'E2']]);
    expect(await asked('?by_line=6')).toEqual([]);
    expect(await asked('?by_line=7')).toEqual([
      ['X-1', 'E2'],
      ['X-1', 'E3'],
    ]);
    expect(await asked('?by_identifier=E-3')).toEqual([
      ['X-1', 'E3'],
      ['X-2', 'E3'],
    ]);
    expect(await asked('?by_identifier=e-3&by_reference=X-2')).toEqual([['X-2', 'E3']]);
    expect(await asked('?by_line=0')).toEqual([]);
  });
});

it('postings of one place for two clouds are told apart by their GL accounts, also when these are changed later', async () => {
  const both = (account: string) => [{ account, amount: '3', invoice: 'F-both' }];
  await make.account('e-gcp', 'E3', 'GcpCloudParent');
  const [header, gcp] = focus(both('projects/e-gcp'), 'Google Cloud').split('\r\n');
  const [, azure] = focus(both('e-3')).split('\r\n');
  const { id } = await desk.run('focus', `${header}\r\n${gcp}\r\n${azure}\r\n`);
  await portal.db.query(`UPDATE companies SET gcp_gl = '599999' WHERE code = '1000'`);
  const found = new Map<string, unknown[]>();
  for (const posting of await desk.postings(id))
    found.set(posting.gl_account, rowsOf(await desk.lines(id, `?by_posting=${posting.id}`)));
  expect(Object.fromEntries(found)).toEqual({ 520109: [3], 520110: [2] });
});

it('what is charged to a cost center that was named is explained by that', async () => {
  const file = azureMca([
    { account: 'e-2', amount: '2', invoice: 'X-named' },
    { account: null, amount: '1', kind: 'Tax', invoice: 'X-named' },
  ]);
  const first = await desk.run('azure', file);
  const { rows } = await portal.db.query<{ id: number }>(
    `SELECT id FROM cost_centers WHERE identifier = 'E3'`,
  );
  await desk.assign(first.id, null, rows[0]?.id ?? 0);
  const [line] = await desk.lines(first.id, '?by_kind=tax');
  const { body } = await portal.api.get(`/billing_runs/${first.id}/postings/${line?.['posting']}`);
  expect(body.data).toMatchObject({
    posting: { cost_center: 'E3', amount: '1.00' },
    accounts: [{ identifier: null, lines: 1, named: 'E3' }],
    split: { lines: 0, amount: '0.00' },
  });
});

describe('where a bill comes from', () => {
  const origin = async (id: number | string) =>
    portal.api.get<{ billing_run: { id: number } | null } & Row>(`/cloud_bills/${id}/origin`);

  it('is its run, its posting, and the accounts in it with their chains; the posting leads back to it', async () => {
    const { id } = await desk.run('azure', azureMca([{ account: 'e-1', amount: '5', invoice: 'X-booked' }]));
    await desk.finalized(id);
    const [bill] = await desk.bills('X-booked');
    const { body } = await origin(bill?.id ?? 0);
    expect(body.data).toMatchObject({
      bill: bill?.id,
      counters: false,
      billing_run: { id, state: 'final' },
      posting: { id: 1, cost_center: 'E2', amount: '5.00' },
      accounts: [{ identifier: 'e-1', chain: [{ identifier: 'E1', valid: false }, { identifier: 'E2' }] }],
      bills: [{ id: bill?.id, amount: '5.00', counters: false }],
    });
    await desk.reversed(id);
    const [, counter] = await desk.bills('X-booked');
    const taken = await origin(counter?.id ?? 0);
    expect(taken.body.data).toMatchObject({ counters: true, billing_run: { id, state: 'reversed' } });
    const { body: posting } = await portal.api.get(`/billing_runs/${id}/postings/1`);
    expect(posting.data).toMatchObject({
      bills: [
        { id: bill?.id, amount: '5.00', counters: false },
        { id: counter?.id, amount: '-5.00', counters: true },
      ],
    });
  });

  it('is no run where the bill was not made by one', async () => {
    const values = { date: '2026-03-01', provider: 'azure', currency: 'EUR', identifier: 'E2', amount: '1' };
    const id = await make.insert('cloud_bills', values);
    const { status, body } = await origin(id);
    expect([status, body.data]).toEqual([
      200,
      {
        bill: id,
        counters: false,
        billing_run: null,
        posting: null,
        before: null,
        accounts: [],
        accounts_total: 0,
        seats: [],
        seats_total: 0,
        pools: [],
        split: null,
        bills: [],
      },
    ]);
  });

  it.each(['999999999', 'none', '0'])('is not told of %s, which is no bill', async (id) => {
    const { status, body } = await origin(id);
    expect([status, body.error]).toEqual([404, `Cloud Bill ${id} was not found.`]);
  });
});
