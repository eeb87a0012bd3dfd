import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let companies_id: number;
let cloud_contact_id: number;
const center = (identifier: string) => make.costCenter(identifier, { companies_id, cloud_contact_id });

beforeAll(async () => {
  companies_id = await make.company('1000');
  cloud_contact_id = await make.contact('cents@example.com');
});

describe('the cent that is left over when amounts are rounded goes to the largest fraction', () => {
  /** What an invoice charges to each of these cost centers, each with an account of its own. */
  async function amounts(invoice: string, exact: Record<string, string>, shared?: string) {
    for (const name of Object.keys(exact)) {
      await center(`${invoice}-${name}`);
      await make.account(`${invoice}-${name}`, `${invoice}-${name}`);
    }
    const lines = Object.entries(exact).map(([name, amount]) => ({
      account: `${invoice}-${name}`,
      amount,
      invoice,
    }));
    const tax = shared === undefined ? [] : [{ account: null, amount: shared, kind: 'Tax', invoice }];
    const { id } = await desk.run('azure', azureMca([...lines, ...tax]));
    const prefix = new RegExp(`^${invoice}-`);
    return Object.fromEntries(
      (await desk.postings(id)).map(({ cost_center, amount }) => [cost_center?.replace(prefix, ''), amount]),
    );
  }

  it('of a split, wherever the place comes in the alphabet', async () => {
    // 30.000 in all; the cents of A and B alone come to 29.99.
    expect(await amounts('cent-last', { A: '10.002', B: '10.003', C: '9.995' })).toEqual({
      A: '10.00',
      B: '10.00',
      C: '10.00',
    });
    expect(await amounts('cent-first', { A: '9.995', B: '10.002', C: '10.003' })).toEqual({
      A: '10.00',
      B: '10.00',
      C: '10.00',
    });
    expect(await amounts('cent-middle', { A: '1.003', B: '1.006', C: '1.001' })).toEqual({
      A: '1.00',
      B: '1.01',
      C: '1.00',
    });
  });

  it('two cents to the two largest fractions, not two to one', async () => {
    expect(await amounts('cents-two', { A: '5.004', B: '5.007', C: '5.009' })).toEqual({
      A: '5.00',
      B: '5.01',
      C: '5.01',
    });
  });

  it('of equal fractions to the first in the alphabet, whoever comes first in the file', async () => {
    expect(await amounts('cent-equal', { C: '3.335', A: '3.335' })).toEqual({ A: '3.34', C: '3.33' });
  });

  it('of a credit to what is the nearest above it', async () => {
    // Rounded down they come to -4.02, and the sum is -4.01.
    expect(await amounts('cent-credit', { A: '-2.007', B: '-2.003' })).toEqual({ A: '-2.01', B: '-2.00' });
  });

  it('of shared costs by the whole of what a place is charged, its share included', async () => {
    // 1.3333… each.
    expect(await amounts('cent-thirds', { A: '1', B: '1', C: '1' }, '1')).toEqual({
      A: '1.34',
      B: '1.33',
      C: '1.33',
    });
    // 2.0333…, 1.0166… and 3.05: the fraction of B is the largest.
    expect(await amounts('cent-shared', { A: '2', B: '1', C: '3' }, '0.1')).toEqual({
      A: '2.03',
      B: '1.02',
      C: '3.05',
    });
    // 2.2857…, 4.5714… and 1.1428…: that of A.
    expect(await amounts('cent-sevenths', { A: '2', B: '4', C: '1' }, '1')).toEqual({
      A: '2.29',
      B: '4.57',
      C: '1.14',
    });
    // 1.0025, 2.005 and 1.0025: a cent that is shared is not divided.
    expect(await amounts('cent-single', { A: '1', B: '2', C: '1' }, '0.01')).toEqual({
      A: '1.00',
      B: '2.01',
      C: '1.00',
    });
  });

  it('also where one of those that share has no place: it is part of what is unallocated', async () => {
    await make.account('cent-nobody', null);
    await center('cent-somebody');
    await make.account('cent-somebody', 'cent-somebody');
    const { id, totals } = await desk.run(
      'azure',
      azureMca([
        { account: 'cent-nobody', amount: '2.006', invoice: 'cent-open' },
        { account: 'cent-somebody', amount: '1.004', invoice: 'cent-open' },
      ]),
    );
    expect((await desk.postings(id)).map(({ amount }) => amount)).toEqual(['1.00']);
    expect((await desk.exceptions(id)).map(({ amount }) => amount)).toEqual(['2.01']);
    expect(totals).toMatchObject([{ lines: '3.01', allocated: '1.00', unallocated: '2.01' }]);
  });
});

describe('what the stated total of an invoice has more than its lines', () => {
  it('is in one posting, the largest', async () => {
    const exact = { A: '5.00', B: '120.00', C: '30.00' };
    const names = Object.keys(exact).map((name) => `cent-stated-${name}`);
    for (const name of names) {
      await center(name);
      await make.account(name, name, 'GcpCloudParent');
    }
    const lines = Object.values(exact).map((amount, at) => ({ account: names[at] ?? '', amount }));
    const run = await desk.run('gcp', googleCostTable(lines, { total: '155.02' }));
    expect(run.totals).toMatchObject([{ invoice: '155.02', lines: '155.02', rounding: '0.02' }]);
    const charged = (await desk.postings(run.id)).map(({ cost_center, amount }) => [cost_center, amount]);
    expect(Object.fromEntries(charged)).toEqual({
      'cent-stated-A': '5.00',
      'cent-stated-B': '120.02',
      'cent-stated-C': '30.00',
    });
  });
});
