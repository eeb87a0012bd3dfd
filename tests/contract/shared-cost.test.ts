import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { table } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const ids = new Map<string, number>();
const id = (name: string) => ids.get(name) ?? 0;

interface Line {
  account?: string | null;
  amount: string;
  service?: string;
  tags?: string;
  kind?: string;
}
/** An Azure file of one invoice whose lines differ in service and tags. */
const bill = (invoice: string, lines: readonly Line[], currency = 'EUR') =>
  table(
    lines.map(({ account = 'p-a', amount, service = 'Storage', tags = '"env": "prod"', kind = 'Usage' }) => ({
      invoiceId: invoice,
      previousInvoiceId: '',
      billingAccountId: 'ba-1',
      billingProfileId: 'bp-1',
      billingPeriodStartDate: '03/01/2026',
      date: '03/02/2026',
      meterName: 'Hours',
      meterCategory: service,
      SubscriptionId: account ?? '',
      chargeType: kind,
      billingCurrency: currency,
      costInBillingCurrency: amount,
      pricingModel: 'OnDemand',
      tags,
    })),
  );

const POOL = 'Shared network';
const pool = (source: object, split: object, name = POOL) => ({ name, source, split });
const ofAccount = { by: 'account', account: 'p-net' };
const evenOver = (...names: string[]) => ({ by: 'even', cost_center_ids: names.map(id) });
const ofService = { by: 'service', provider: 'azure', service: 'Virtual Machines' };

const sendRules = (pools: unknown, more: object = {}) =>
  portal.api.post<Row>('/billing_rules', { shared: { split: 'proportional' }, pools, ...more });
const addPools = async (...pools: object[]): Promise<number> => {
  const { status, body, text } = await sendRules(pools);
  expect([status, text]).toEqual([201, text]);
  return Number(body.data['version']);
};
const allocate = async (run: number, version: number | null = null): Promise<Run> => {
  const { status, body } = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${run}/allocate`, {
    rules_version: version,
  });
  expect(status).toBe(202);
  await followJob(portal.api, body.data.job.id);
  return desk.read(run);
};
const charged = async (run: number) =>
  (await desk.postings(run)).map(({ cost_center: to, amount }) => [to, amount]);
const explained = async (run: number, to: string) => {
  const posting = (await desk.postings(run)).find(({ cost_center: one }) => one === to);
  return (
    await portal.api.get<{
      pools: Row[];
      accounts: Row[];
      split: Row;
    }>(`/billing_runs/${run}/postings/${posting?.id}`)
  ).body.data;
};
const seats = (center: string, amount: string, month = '2026-03') =>
  portal.api.post('/allocation_metrics', { metric: 'seats', month, cost_center_id: id(center), amount });

beforeAll(async () => {
  const center = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('pools@example.com'),
  };
  for (const name of ['P-A', 'P-B', 'P-C', 'P-NET']) ids.set(name, await make.costCenter(name, center));
  const [replaced, gone, later] = ['P-OLD', 'P-GONE', 'P-LATER'];
  ids.set(
    replaced,
    await make.costCenter(replaced, { ...center, expired_at: '2025-12-31', new_cost_center_id: id('P-B') }),
  );
  ids.set(gone, await make.costCenter(gone, { ...center, expired_at: '2025-12-31' }));
  ids.set(later, await make.costCenter(later, { ...center, active_at: '2026-04-01' }));
  for (const [account, names] of [
    ['p-a', 'P-A'],
    ['p-b', 'P-B'],
    ['p-c', 'P-C'],
    ['p-net', 'P-NET'],
  ] as const)
    await make.account(account, names);
});

describe('a pool that is split by a metric', () => {
  let run: Run;

  it('keeps the run from being finalized as long as nothing above zero was imported, and says what to import', async () => {
    await addPools(pool(ofAccount, { by: 'metric', metric: 'Seats' }));
    await seats('P-A', '25', '2026-02');
    await seats('P-C', '0');
    run = await desk.run(
      'azure',
      bill('M-1', [
        { account: 'p-net', amount: '9000.54' },
        { account: 'p-a', amount: '100' },
        { account: 'p-net', amount: '876' },
        { account: 'p-b', amount: '50' },
      ]),
    );
    expect(run).toMatchObject({ state: 'needs_review', exceptions: 1 });
    const message =
      'The pool is split by the metric Seats, of which nothing above zero was imported for March 2026, so it is not split. ' +
      'Import Seats of 2026-03 for its cost centers under Allocation Metrics, and allocate the run anew.';
    expect(await desk.exceptions(run.id)).toMatchObject([
      { identifier: `Pool: ${POOL}`, problem: 'no_metric', amount: '9876.54', assignable: false, message },
    ]);
    const refused = await desk.finalize(run.id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `Run ${run.id} cannot be finalized. 9,876.54 EUR of invoice M-1 are unallocated, which the pool ${POOL} has taken: ${message}`,
    ]);
  });

  it('is charged to the cent to whom the metric says once it is imported, and explained on each posting', async () => {
    expect((await seats('P-A', '25')).status).toBe(201);
    expect((await seats('P-B', '175')).status).toBe(201);
    expect(await allocate(run.id)).toMatchObject({ state: 'ready', exceptions: 0 });
    expect(await charged(run.id)).toEqual([
      ['P-A', '1334.57'],
      ['P-B', '8691.97'],
    ]);
    const made = await explained(run.id, 'P-A');
    expect(made).toMatchObject({
      accounts: [{ identifier: 'p-a', lines: 1, amount: '100', share: '1' }],
      split: { lines: 0, amount: '0.00' },
      pools: [
        {
          pool: POOL,
          split: 'metric',
          metric: 'Seats',
          named: 'P-A',
          percent: '12.5',
          weight: '25',
          weights: '200',
          amount: '1234.57',
          whole: '9876.54',
          rounding: '0.00',
          lines: 2,
          words: `12.5 % of the pool ${POOL} (metric Seats of March 2026: 25 of 200), 1,234.57 of 9,876.54`,
        },
      ],
    });
  });

  it('leads from a posting to the lines of the pool, and from a line to all of its postings', async () => {
    const [first, second] = await desk.postings(run.id);
    const lines = await desk.lines(run.id, `?by_posting=${first?.id}`);
    expect(lines.map(({ line, rule, pool: of }) => [line, rule, of])).toEqual([
      [2, 'pool', POOL],
      [3, 'account', null],
      [4, 'pool', POOL],
    ]);
    expect(lines[0]).toMatchObject({
      identifier: 'p-net',
      cost_center: null,
      problem: null,
      parts: [
        { posting: second?.id, share: '0.875' },
        { posting: first?.id, share: '0.125' },
      ],
    });
    const { body } = await portal.api.get<Row[]>(`/billing_runs/${run.id}/postings?by_identifier=p-net`);
    expect(body.data.map(({ cost_center: to }) => to)).toEqual(['P-A', 'P-B']);
  });
});

describe('a pool that takes a service', () => {
  it('leaves the other lines of an account where they are, and is split evenly', async () => {
    await addPools(pool(ofService, evenOver('P-C', 'P-A', 'P-B')));
    const run = await desk.run(
      'azure',
      bill('S-1', [
        { amount: '10.00', service: 'Virtual Machines' },
        { amount: '5.00' },
        { account: 'p-b', amount: '0.01', service: 'virtual machines' },
      ]),
    );
    expect(await charged(run.id)).toEqual([
      ['P-A', '8.34'],
      ['P-B', '3.34'],
      ['P-C', '3.33'],
    ]);
    const { pools } = await explained(run.id, 'P-A');
    expect(pools).toMatchObject([
      { words: `33.3333 % of the pool ${POOL} (even: 1 of 3 cost centers), 3.34 of 10.01` },
    ]);
  });

  it('is split in yen without decimals, and says where rounding took one', async () => {
    const run = await desk.run('azure', bill('S-2', [{ amount: '101', service: 'Virtual Machines' }], 'JPY'));
    expect(await charged(run.id)).toEqual([
      ['P-A', '34'],
      ['P-B', '34'],
      ['P-C', '33'],
    ]);
    const { pools } = await explained(run.id, 'P-C');
    expect(pools).toMatchObject([
      {
        rounding: '-1',
        words: `33.3333 % of the pool ${POOL} (even: 1 of 3 cost centers), 33 of 101, 1 JPY of rounding`,
      },
    ]);
  });
});

describe('a pool that takes a tag', () => {
  const byTag = { by: 'tag', key: 'Team', value: 'net' };
  const shares = {
    by: 'fixed',
    shares: [
      ['P-A', '12.5'],
      ['P-B', '87.5'],
    ].map(([name = '', percent]) => ({ cost_center_id: id(name), percent })),
  };
  const lines = [
    { amount: '8.00', tags: '"team": "net"' },
    { amount: '2.00', tags: '"team": "Net"' },
    { account: 'p-b', amount: '1.00' },
  ];
  const fixed = () => ({
    by: 'fixed',
    shares: shares.shares.map(({ percent }, at) => ({
      cost_center_id: id(at === 0 ? 'P-A' : 'P-B'),
      percent,
    })),
  });

  it('that was not looked for has the run read again before it is booked', async () => {
    const before = await desk.run('azure', bill('T-0', lines));
    await addPools(pool(byTag, fixed()));
    const held = await allocate(before.id);
    expect(held.state).toBe('needs_review');
    expect(await desk.exceptions(before.id)).toMatchObject([
      { identifier: `Pool: ${POOL}`, problem: 'pool_tag_unread', assignable: false },
    ]);
    expect((await desk.finalize(before.id)).status).toBe(409);
    const { status, body } = await portal.api.post<{ job: { id: string } }>('/untagged_spend/count', {
      month: '2026-03',
    });
    expect(status).toBe(202);
    await followJob(portal.api, body.data.job.id);
    expect(await allocate(before.id)).toMatchObject({ state: 'ready' });
    expect(await charged(before.id)).toEqual([
      ['P-A', '3.00'],
      ['P-B', '8.00'],
    ]);
  });

  it('is split by fixed shares', async () => {
    const run = await desk.run('azure', bill('T-1', lines));
    expect(await charged(run.id)).toEqual([
      ['P-A', '3.00'],
      ['P-B', '8.00'],
    ]);
    const { pools } = await explained(run.id, 'P-B');
    expect(pools).toMatchObject([{ words: `87.5 % of the pool ${POOL} (fixed share), 7.00 of 8.00` }]);
  });
});

describe('a pool that takes a purchase', () => {
  it('is split by what the others spend, of which it is no part', async () => {
    await addPools();
    const file = bill('B-1', [
      { account: null, amount: '4.00', kind: 'Purchase' },
      { amount: '30.00' },
      { account: 'p-b', amount: '10.00' },
      { account: 'p-c', amount: '-5.00', kind: 'Refund' },
    ]);
    const run = await desk.run('azure', file);
    const [waiting] = await desk.exceptions(run.id);
    const source = { by: 'purchase', place: waiting?.identifier };
    await addPools(pool(source, { by: 'spend' }));
    expect(await allocate(run.id)).toMatchObject({ state: 'ready' });
    const postings = [
      ['P-A', '33.00'],
      ['P-B', '11.00'],
      ['P-C', '-5.00'],
    ];
    expect(await charged(run.id)).toEqual(postings);
    const { pools } = await explained(run.id, 'P-A');
    expect(pools).toMatchObject([
      { words: `75 % of the pool ${POOL} (spend of March 2026: 30.00 of 40.00 EUR), 3.00 of 4.00` },
    ]);
    // What replaces a named cost center has its spend.
    await addPools(pool(source, { by: 'spend', cost_center_ids: [id('P-OLD'), id('P-A')] }));
    await allocate(run.id);
    expect(await charged(run.id)).toEqual(postings);
    await addPools(pool(source, { by: 'spend', cost_center_ids: [id('P-NET')] }));
    await allocate(run.id);
    expect(await desk.exceptions(run.id)).toMatchObject([{ problem: 'no_spend', amount: '4.00' }]);
  });
});

describe('a version with pools', () => {
  it('gives a line that belongs to several to the first', async () => {
    const byAccount = pool({ by: 'account', account: 'p-a' }, evenOver('P-C'), 'Second');
    await addPools(pool(ofService, evenOver('P-B'), 'First'), byAccount);
    const lines = [{ amount: '7.00', service: 'Virtual Machines' }, { amount: '2.00' }];
    const run = await desk.run('azure', bill('F-1', lines));
    expect(await charged(run.id)).toEqual([
      ['P-B', '7.00'],
      ['P-C', '2.00'],
    ]);
    await addPools(byAccount, pool(ofService, evenOver('P-B'), 'First'));
    await allocate(run.id);
    expect(await charged(run.id)).toEqual([['P-C', '9.00']]);
    expect(await allocate(run.id, 1)).toMatchObject({ state: 'ready', rules_version: 1 });
    expect(await charged(run.id)).toEqual([['P-A', '9.00']]);
  });

  it('is previewed with what moves from whom to whom, which comes to nothing', async () => {
    await addPools();
    const run = await desk.run(
      'azure',
      bill('V-1', [
        { account: 'p-net', amount: '10.001' },
        { account: 'p-a', amount: '1.00' },
      ]),
    );
    const { body } = await sendRules([pool(ofAccount, evenOver('P-A', 'P-B', 'P-C'))], { preview: true });
    const { runs } = body.data as unknown as { runs: { id: number; pools: Row[]; moves_total: number }[] };
    expect(runs.find((one) => one.id === run.id)).toMatchObject({
      moves_total: 3,
      pools: [
        {
          pool: POOL,
          currency: 'EUR',
          amount: '10.00',
          sum: '0.00',
          problem: null,
          places: [
            { account: 'p-net', charged_to: 'P-NET', amount: '-10.00' },
            { account: null, charged_to: 'P-A', amount: '3.34' },
            { account: null, charged_to: 'P-B', amount: '3.33' },
            { account: null, charged_to: 'P-C', amount: '3.33' },
          ],
        },
      ],
    });
    expect(await charged(run.id)).toEqual([
      ['P-A', '1.00'],
      ['P-NET', '10.00'],
    ]);
  });

  it('charges nobody for a part whose cost center is not valid on the posting day', async () => {
    await addPools(pool(ofAccount, evenOver('P-A', 'P-LATER')));
    const run = await desk.run('azure', bill('L-1', [{ account: 'p-net', amount: '10.00' }]));
    expect(run.state).toBe('needs_review');
    expect(await desk.exceptions(run.id)).toMatchObject([
      { identifier: `Pool: ${POOL} → P-LATER`, problem: 'nothing_valid', amount: '5.00', assignable: false },
    ]);
    const [line] = await desk.lines(run.id);
    expect(line).toMatchObject({ rule: 'pool', problem: 'nothing_valid' });
  });

  it('books what differs from what was booked before', async () => {
    await addPools(pool(ofAccount, evenOver('P-A', 'P-B')));
    const lines = (net: string) => [
      { account: 'p-net', amount: net },
      { account: 'p-c', amount: '3.00' },
    ];
    const first = await desk.run('azure', bill('D-1', lines('10.00')));
    expect(await desk.finalized(first.id)).toMatchObject({ state: 'final' });
    const second = await desk.run('azure', bill('D-1', lines('12.01')), { existing: 'difference' });
    expect(await charged(second.id)).toEqual([
      ['P-A', '1.01'],
      ['P-B', '1.00'],
    ]);
    expect(second.totals).toMatchObject([{ before: '13.00', postings: '2.01', unallocated: '0.00' }]);
    const { pools } = await explained(second.id, 'P-A');
    expect(pools).toMatchObject([{ amount: '6.01', whole: '12.01' }]);
  });

  it('is refused with every mistake at its field', async () => {
    const wrong = await sendRules([
      pool({ by: 'account', account: '' }, { by: 'even', cost_center_ids: [] }),
      pool(
        { by: 'tag', key: 'a' },
        { by: 'fixed', shares: [{ cost_center_id: id('P-A'), percent: '99.9' }] },
      ),
      pool({ by: 'purchase', place: 'x' }, { by: 'half' }, ''),
    ]);
    expect([wrong.status, wrong.body.errors.map(({ field }) => field)]).toEqual([
      422,
      [
        'pools.0.source.account',
        'pools.0.split.cost_center_ids',
        'pools.1.source.value',
        'pools.1.split.shares',
        'pools.2.name',
        'pools.2.source.place',
        'pools.2.split.by',
      ],
    ]);
    const unknown = await sendRules([
      pool({ by: 'account', account: 'nobody' }, evenOver('P-GONE', 'P-A')),
      pool(ofService, { by: 'fixed', shares: [{ cost_center_id: 999_999, percent: '100' }] }, 'Other'),
    ]);
    expect(unknown.body.errors.map(({ field }) => field)).toEqual([
      'pools.1.split.shares',
      'pools.0.split.cost_center_ids',
      'pools.0.source.account',
    ]);
    const twice = await sendRules([
      pool(ofAccount, evenOver('P-A')),
      pool(ofService, evenOver('P-A'), 'shared network'),
    ]);
    expect(twice.body.errors).toMatchObject([{ field: 'pools.1.name' }]);
  });

  it('keeps its pools where a version names none', async () => {
    await addPools(pool(ofAccount, evenOver('P-A')));
    const { body } = await portal.api.post<Row>('/billing_rules', { shared: { cost_center_id: id('P-C') } });
    expect(body.data['pools']).toEqual([
      {
        ...pool(ofAccount, evenOver('P-A')),
        cost_centers: [{ cost_center_id: id('P-A'), cost_center: 'P-A' }],
      },
    ]);
  });
});
