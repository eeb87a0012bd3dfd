import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const ids: Record<string, number> = {};

interface Waiting {
  identifier: string | null;
  amounts: { currency: string; amount: string }[];
  owner_email: string | null;
  suggestions: { cost_center: string; owner_email: string | null; reason: string; message: string }[];
}

beforeAll(async () => {
  const companies_id = await make.company('1000');
  const [owner, other] = [
    await make.contact('u-owner@example.com'),
    await make.contact('u-other@example.com'),
  ];
  const departments_id = await make.insert('departments', { name: 'Unallocated Research' });
  const center = async (identifier: string, more: Record<string, unknown>) => {
    ids[identifier] = await make.costCenter(identifier, { companies_id, cloud_contact_id: other, ...more });
  };
  await center('U-before', {});
  await center('U-ended', { expired_at: '2026-03-01' });
  await center('U-owned', { cloud_contact_id: owner });
  await center('U-owned-ended', { cloud_contact_id: owner, expired_at: '2025-01-01' });
  await center('U-research', { departments_id });
  const parent = (identifier: string, more: Record<string, unknown>) =>
    make.insert('cloud_parents', {
      identifier,
      provider_type: 'AzureCloudParent',
      terminated: false,
      ...more,
    });
  await parent('u-earlier', { cost_center: 'U-before' });
  await parent('u-gone', { cost_center: 'U-ended' });
  await parent('u-owner', { cloud_contact_email: 'U-Owner@example.com' });
  await parent('u-department', { department: 'unallocated research' });
  await parent('u-member', { cloud_contact_email: 'u-member@example.com' });
  await make.insert('members', {
    name: 'Member',
    email: 'u-member@example.com',
    departments_id,
    team: 'Core',
    teams_included: false,
    dl_included: false,
    blacklist: false,
  });
});

const of = (account: string | null, amount: string, invoice: string, currency = 'EUR') => ({
  account,
  amount,
  invoice,
  currency,
  ...(account === null && { kind: 'Tax' }),
});
/** Where an account of a run of March may belong, by the exceptions of the run. */
async function suggested(account: string) {
  const run = await desk.run('azure', azureMca([of(account, '5', `s-${account}`)]));
  const [exception] = (await desk.exceptions(run.id)) as unknown as Waiting[];
  return exception;
}

describe('where an account may belong that nobody is charged for', () => {
  const before = (account: string) =>
    desk.run('azure', azureMca([of(account, '5', `feb-${account}`)]), { month: '2026-02' });
  const forget = (account: string) =>
    portal.db.query('UPDATE cloud_parents SET cost_center = NULL WHERE identifier = $1', [account]);

  it('is what it was charged to in an earlier month, with whom that belongs to', async () => {
    const { id } = await before('u-earlier');
    await forget('u-earlier');
    expect(await suggested('u-earlier')).toMatchObject({
      problem: 'nothing_named',
      owner_email: 'u-other@example.com',
      suggestions: [
        {
          cost_center_id: ids['U-before'],
          cost_center: 'U-before',
          owner_email: 'u-other@example.com',
          reason: 'earlier_months',
          message: `In 2026-02 it was charged there, by run ${id}.`,
        },
      ],
    });
  });

  it('is not what has expired since', async () => {
    await before('u-gone');
    expect(await suggested('u-gone')).toMatchObject({ problem: 'nothing_valid', suggestions: [] });
  });

  it('is what its owner owns and is valid', async () => {
    expect(await suggested('u-owner')).toMatchObject({
      owner_email: 'u-owner@example.com',
      suggestions: [
        {
          cost_center: 'U-owned',
          reason: 'owner',
          message: 'It belongs to u-owner@example.com, who owns the account.',
        },
      ],
    });
  });

  it.each([
    ['u-department', 'it belongs'],
    ['u-member', 'its owner belongs'],
  ])('is what its department has, as of %s', async (account, how) => {
    expect((await suggested(account))?.suggestions).toMatchObject([
      {
        cost_center: 'U-research',
        reason: 'department',
        message: `It is charged most of the cost centers of department Unallocated Research, to which ${how}.`,
      },
    ]);
  });

  it('is told of none that nothing is known of', async () => {
    expect(await suggested('u-stranger')).toMatchObject({ owner_email: null, suggestions: [] });
  });
});

describe('the accounts of open runs that nobody is charged for', () => {
  const queue = async (query = '') => portal.api.get<Waiting[]>(`/billing_exceptions${query}`);
  let first: number;
  let second: number;
  beforeAll(async () => {
    ({ id: first } = await desk.run(
      'azure',
      azureMca([
        of('q-1', '4', 'q-a'),
        of('q-1', '2', 'q-b'),
        of('q-1', '900', 'q-b', 'JPY'),
        of(null, '1', 'q-c'),
        of('q-2', '7', 'q-a'),
      ]),
    ));
    ({ id: second } = await desk.run('azure', azureMca([of('Q-1', '3', 'q-d')]), { month: '2026-02' }));
  });

  it('are told once each, with what they come to by currency, and of which runs', async () => {
    const { body } = await queue('?per_page=1000');
    const found = body.data.find(({ identifier }) => identifier?.toLowerCase() === 'q-1');
    expect(found).toMatchObject({
      provider: 'azure',
      cloud_parent_id: null,
      problems: [
        { problem: 'unknown_account', message: 'The inventory has no cloud parent with this identifier.' },
      ],
      amounts: [
        { currency: 'EUR', amount: '9.00' },
        { currency: 'JPY', amount: '900' },
      ],
      lines: 4,
      references: ['q-a', 'q-b', 'q-d'],
      runs: [
        { id: first, month: '2026-03', state: 'needs_review' },
        { id: second, month: '2026-02', state: 'needs_review' },
      ],
    });
  });

  it('are those of one run where it is asked for, the largest first, in pages', async () => {
    const { body } = await queue(`?by_run=${first}`);
    expect(body.data.map(({ identifier }) => identifier)).toEqual(['q-1', 'q-2', null]);
    expect(body.meta).toEqual({ total: 3, page: 1, per_page: 25 });
    const last = await queue(`?by_run=${first}&page=2&per_page=2`);
    expect(last.body.data).toMatchObject([
      { identifier: null, amounts: [{ currency: 'EUR', amount: '1.00' }], runs: [{ id: first }] },
    ]);
    expect((await queue(`?by_run=${first}&page=9`)).body.meta).toMatchObject({ total: 3 });
  });

  it('are found by a part of their name or of an invoice, by their cloud and by what is wrong with them', async () => {
    const found = async (query: string) =>
      (await queue(`?per_page=1000&by_run=${first}&${query}`)).body.data.map(({ identifier }) => identifier);
    expect(await found('q=Q-2')).toEqual(['q-2']);
    expect(await found('q=q-b')).toEqual(['q-1']);
    expect(await found('by_problem=nothing_to_split_by')).toEqual([null]);
    expect(await found('by_provider=aws')).toEqual([]);
    expect(await found('by_provider=azure&by_problem=unknown_account')).toEqual(['q-1', 'q-2']);
    // An account that is found tells all that it comes to.
    const whole = (await queue(`?by_run=${first}&q=q-b`)).body.data[0]?.amounts;
    expect(whole).toEqual([
      { currency: 'EUR', amount: '6.00' },
      { currency: 'JPY', amount: '900' },
    ]);
    for (const wrong of ['by_provider=oci', 'by_problem=x', 'sort=id'])
      expect((await queue(`?${wrong}`)).status, wrong).toBe(400);
  });

  it('are counted among the work that waits', async () => {
    const { body } = await portal.api.get<Row[]>('/waiting');
    const told = body.data.find(({ list }) => list === 'billing_exceptions');
    const { total } = (await queue('?by_provider=All')).body.meta as { total: number };
    expect(told).toMatchObject({ label: 'Unallocated', tone: 'warning', count: total, more: false });
    expect(total).toBeGreaterThan(2);
  });

  it('stay told while their run is allocated anew', async () => {
    await portal.db.query(`UPDATE billing_runs SET state = 'processing' WHERE id = $1`, [first]);
    const { body } = await queue(`?by_run=${first}`);
    expect(body.data.map(({ identifier }) => identifier)).toEqual(['q-1', 'q-2', null]);
    await portal.db.query(`UPDATE billing_runs SET state = 'needs_review' WHERE id = $1`, [first]);
  });

  it('are fewer once one is placed, which tells in a step what the inventory was told', async () => {
    await desk.assign(first, 'q-1', ids['U-before'] ?? 0);
    expect((await queue(`?by_run=${first}`)).body.data.map(({ identifier }) => identifier)).toEqual([
      'q-2',
      null,
    ]);
    await desk.assign(first, 'q-1', ids['U-owned'] ?? 0);
    await desk.assign(first, null, ids['U-owned'] ?? 0);
    const steps = (await desk.read(first)).steps as unknown as Row[];
    expect(steps.filter(({ by }) => by !== null).map(({ name, detail }) => [name, detail])).toEqual([
      ['Charge q-1 to U-before', 'The inventory had no such cloud parent, and has one now.'],
      ['Charge q-1 to U-owned', 'Its cloud parent named U-before before.'],
      ['Charge what belongs to no account to U-owned', 'This holds for this run alone.'],
    ]);
  });
});
