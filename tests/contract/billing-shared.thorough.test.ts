import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { azureMca, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let companies_id: number;
let cloud_contact_id: number;
const center = (identifier: string, more: Record<string, unknown> = {}) =>
  make.costCenter(identifier, { companies_id, cloud_contact_id, ...more });

beforeAll(async () => {
  companies_id = await make.company('1000');
  cloud_contact_id = await make.contact('owner@example.com');
});

describe('what belongs to no account', () => {
  beforeAll(async () => {
    await center('S1');
    await center('S2');
    for (const name of ['s-1', 's-1b']) await make.account(name, 'S1');
    await make.account('s-2', 'S2');
  });
  const lines = (invoice: string) => [
    { account: 's-1', amount: '1', invoice },
    { account: 's-1b', amount: '1', invoice },
    { account: 's-2', amount: '1', invoice },
    { account: null, amount: '1.00', kind: 'Tax', invoice },
  ];

  it('is split in proportion to the others, to the cent', async () => {
    const run = await desk.run('azure', azureMca(lines('shared')));
    const postings = await desk.postings(run.id);
    expect(postings.map(({ cost_center: to, amount }) => [to, amount])).toEqual([
      ['S1', '2.67'],
      ['S2', '1.33'],
    ]);
    expect(run).toMatchObject({ state: 'ready', totals: [{ lines: '4.00', allocated: '4.00' }] });
    const tax = await desk.lines(run.id, '?by_kind=tax');
    expect(tax).toMatchObject([{ identifier: null, rule: 'proportional', problem: null }]);
  });

  it('is charged to whom somebody names', async () => {
    const to = await center('S3');
    const first = await desk.run('azure', azureMca(lines('named')));
    const run = await desk.assign(first.id, null, to);
    const postings = await desk.postings(run.id);
    expect(postings.map(({ cost_center: each, amount }) => [each, amount])).toEqual([
      ['S1', '2.00'],
      ['S2', '1.00'],
      ['S3', '1.00'],
    ]);
    expect(await desk.lines(run.id, '?by_kind=tax')).toMatchObject([{ rule: 'named', cost_center: 'S3' }]);
  });

  it('is Unallocated where the invoice charges nothing else, until somebody is named', async () => {
    const first = await desk.run(
      'azure',
      azureMca([{ account: null, amount: '5', kind: 'Tax', invoice: 'alone' }]),
    );
    expect(await desk.exceptions(first.id)).toMatchObject([
      { identifier: null, problem: 'nothing_to_split_by' },
    ]);
    const run = await desk.assign(first.id, null, await center('S4'));
    expect(run).toMatchObject({ state: 'ready', exceptions: 0 });
  });

  it('goes by sizes where all of the others are credits', async () => {
    const run = await desk.run(
      'azure',
      azureMca([
        { account: 's-1', amount: '-3', kind: 'Refund', invoice: 'credits' },
        { account: 's-2', amount: '-1', kind: 'Refund', invoice: 'credits' },
        { account: null, amount: '-0.40', kind: 'Tax', invoice: 'credits' },
      ]),
    );
    expect((await desk.postings(run.id)).map(({ amount }) => amount)).toEqual(['-3.30', '-1.10']);
  });
});

describe('a total that the file states', () => {
  beforeAll(async () => {
    await center('T1');
    await make.account('t-1', 'T1', 'GcpCloudParent');
  });

  it('that the lines miss by little becomes a Rounding that is seen', async () => {
    const run = await desk.run(
      'gcp',
      googleCostTable([{ account: 't-1', amount: '100.00' }], { total: '100.03' }),
    );
    expect(run.totals).toMatchObject([
      { invoice: '100.03', confirmed: true, lines: '100.03', allocated: '100.03', rounding: '0.03' },
    ]);
    expect(await desk.postings(run.id)).toMatchObject([
      { amount: '100.03', text: 'Google Cloud 2026-03 with Rounding 0.03' },
    ]);
    expect(await desk.lines(run.id, '?by_kind=rounding')).toMatchObject([{ line: 0, amount: '0.03' }]);
  });

  it('that they miss by more has to be looked at', async () => {
    const run = await desk.run(
      'gcp',
      googleCostTable([{ account: 't-1', amount: '100.00' }], { total: '110.00' }),
      { existing: 'replace' },
    );
    expect(run).toMatchObject({ state: 'needs_review', exceptions: 1 });
    expect(run.totals).toMatchObject([{ invoice: '110.00', lines: '100.00', unallocated: '0.00' }]);
    expect(await desk.exceptions(run.id)).toMatchObject([{ problem: 'total_differs', amount: '10.00' }]);
  });
});
