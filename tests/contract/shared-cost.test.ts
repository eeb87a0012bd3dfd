import { describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import type { Run } from '#tests/support/billing/billing-desk.ts';
import {
  ofMachines,
  ofNetwork,
  POOL,
  pool,
  pooledBill,
  sharedCost,
} from '#tests/support/billing/shared-cost.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const { desk, id, evenOver, addPools, allocate, charged, explained } = sharedCost(portal);
const seats = (center: string, amount: string, month = '2026-03') =>
  portal.api.post('/allocation_metrics', { metric: 'seats', month, cost_center_id: id(center), amount });

describe('a pool that is split by a metric', () => {
  let run: Run;

  it('keeps the run from being finalized as long as nothing above zero was imported, and says what to import', async () => {
    await addPools(pool(ofNetwork, { by: 'metric', metric: 'Seats' }));
    await seats('P-A', '25', '2026-02');
    await seats('P-C', '0');
    run = await desk.run(
      'azure',
      pooledBill('M-1', [
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
    await addPools(pool(ofMachines, evenOver('P-C', 'P-A', 'P-B')));
    const run = await desk.run(
      'azure',
      pooledBill('S-1', [
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
    const run = await desk.run(
      'azure',
      pooledBill('S-2', [{ amount: '101', service: 'Virtual Machines' }], 'JPY'),
    );
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
  const lines = [
    { amount: '8.00', tags: '"team": "net"' },
    { amount: '2.00', tags: '"team": "Net"' },
    { account: 'p-b', amount: '1.00' },
  ];
  const fixed = () => ({
    by: 'fixed',
    shares: [
      { cost_center_id: id('P-A'), percent: '12.5' },
      { cost_center_id: id('P-B'), percent: '87.5' },
    ],
  });

  it('that was not looked for has the run read again before it is booked', async () => {
    const before = await desk.run('azure', pooledBill('T-0', lines));
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
    const run = await desk.run('azure', pooledBill('T-1', lines));
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
    const file = pooledBill('B-1', [
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
