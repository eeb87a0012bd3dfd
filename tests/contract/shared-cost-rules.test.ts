import { describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';

import {
  ofMachines,
  ofNetwork,
  POOL,
  pool,
  pooledBill,
  sharedCost,
} from '#tests/support/billing/shared-cost.ts';

import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const { desk, id, evenOver, sendRules, addPools, allocate, charged, explained } = sharedCost(portal);

describe('a version with pools', () => {
  it('gives a line that belongs to several to the first', async () => {
    const byAccount = pool({ by: 'account', account: 'p-a' }, evenOver('P-C'), 'Second');
    await addPools(pool(ofMachines, evenOver('P-B'), 'First'), byAccount);
    const lines = [{ amount: '7.00', service: 'Virtual Machines' }, { amount: '2.00' }];
    const run = await desk.run('azure', pooledBill('F-1', lines));
    expect(await charged(run.id)).toEqual([
      ['P-B', '7.00'],
      ['P-C', '2.00'],
    ]);
    await addPools(byAccount, pool(ofMachines, evenOver('P-B'), 'First'));
    await allocate(run.id);
    expect(await charged(run.id)).toEqual([['P-C', '9.00']]);
    expect(await allocate(run.id, 1)).toMatchObject({ state: 'ready', rules_version: 1 });
    expect(await charged(run.id)).toEqual([['P-A', '9.00']]);
  });

  it('is previewed with what moves from whom to whom, which comes to nothing', async () => {
    await addPools();
    const run = await desk.run(
      'azure',
      pooledBill('V-1', [
        { account: 'p-net', amount: '10.001' },
        { account: 'p-a', amount: '1.00' },
      ]),
    );
    const { body } = await sendRules([pool(ofNetwork, evenOver('P-A', 'P-B', 'P-C'))], { preview: true });
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
    await addPools(pool(ofNetwork, evenOver('P-A', 'P-LATER')));
    const run = await desk.run('azure', pooledBill('L-1', [{ account: 'p-net', amount: '10.00' }]));
    expect(run.state).toBe('needs_review');
    expect(await desk.exceptions(run.id)).toMatchObject([
      { identifier: `Pool: ${POOL} → P-LATER`, problem: 'nothing_valid', amount: '5.00', assignable: false },
    ]);
    const [line] = await desk.lines(run.id);
    expect(line).toMatchObject({ rule: 'pool', problem: 'nothing_valid' });
  });

  it('books what differs from what was booked before', async () => {
    await addPools(pool(ofNetwork, evenOver('P-A', 'P-B')));
    const lines = (net: string) => [
      { account: 'p-net', amount: net },
      { account: 'p-c', amount: '3.00' },
    ];
    const first = await desk.run('azure', pooledBill('D-1', lines('10.00')));
    expect(await desk.finalized(first.id)).toMatchObject({ state: 'final' });
    const second = await desk.run('azure', pooledBill('D-1', lines('12.01')), { existing: 'difference' });
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
      pool(ofMachines, { by: 'fixed', shares: [{ cost_center_id: 999_999, percent: '100' }] }, 'Other'),
    ]);
    expect(unknown.body.errors.map(({ field }) => field)).toEqual([
      'pools.1.split.shares',
      'pools.0.split.cost_center_ids',
      'pools.0.source.account',
    ]);
    const twice = await sendRules([
      pool(ofNetwork, evenOver('P-A')),
      pool(ofMachines, evenOver('P-A'), 'shared network'),
    ]);
    expect(twice.body.errors).toMatchObject([{ field: 'pools.1.name' }]);
  });

  it('keeps its pools where a version names none', async () => {
    await addPools(pool(ofNetwork, evenOver('P-A')));
    const { body } = await portal.api.post<Row>('/billing_rules', { shared: { cost_center_id: id('P-C') } });
    expect(body.data['pools']).toEqual([
      {
        ...pool(ofNetwork, evenOver('P-A')),
        cost_centers: [{ cost_center_id: id('P-A'), cost_center: 'P-A' }],
      },
    ]);
  });
});
