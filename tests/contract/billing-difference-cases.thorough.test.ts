import { describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { correctedInvoices } from '#tests/support/billing/corrected-invoices.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const { desk, file, booked, corrected, correction, charged } = correctedInvoices(portal);

describe('a corrected file of an invoice that is final', () => {
  it('takes back what was charged too much', async () => {
    await booked('D-1', { one: '100' });
    const run = await corrected('D-1', { one: '79.99' });
    expect(run.totals).toMatchObject([{ before: '100.00', postings: '-20.01', unallocated: '0.00' }]);
    await desk.finalized(run.id);
    expect((await desk.bills('D-1')).map(({ amount }) => amount)).toEqual(['100.00', '-20.01']);
  });
});

describe('of a corrected file', () => {
  it('what belongs to no account is split anew, and the cents come to the difference of both invoices', async () => {
    const taxed = (tax: string) =>
      azureMca([
        { account: 'one', amount: '100', invoice: 'TAX-1' },
        { account: 'two', amount: '50', invoice: 'TAX-1' },
        { account: null, amount: tax, kind: 'Tax', invoice: 'TAX-1' },
      ]);
    const first = await desk.run('azure', taxed('15'));
    await desk.finalized(first.id);
    const run = await desk.run('azure', taxed('18.01'), { existing: 'difference' });
    expect(run.totals).toMatchObject([{ invoice: '168.01', before: '165.00', postings: '3.01' }]);
    expect((await correction(run.id)).places).toEqual([
      ['C-ONE', '110.00', '112.01', '2.01'],
      ['C-TWO', '55.00', '56.00', '1.00'],
    ]);
  });

  it('an invoice that it lacks stays as it is', async () => {
    const first = await desk.run(
      'azure',
      azureMca([
        { account: 'one', amount: '10', invoice: 'PAIR-1' },
        { account: 'two', amount: '20', invoice: 'PAIR-2' },
      ]),
    );
    await desk.finalized(first.id);
    const run = await corrected('PAIR-1', { one: '11' });
    expect(run).toMatchObject({ state: 'ready', corrects: [first.id], totals: [{ before: '10.00' }] });
    expect(await charged(run.id)).toEqual([['C-ONE', '1.00']]);
  });
});

describe('taking back what a difference run stands on', () => {
  it('is refused until the difference is left out or reversed', async () => {
    const first = await booked('BACK-1', { one: '100' });
    const run = await corrected('BACK-1', { one: '90' });
    const open = await portal.api.post(`/billing_runs/${first.id}/reverse`);
    expect([open.status, open.body.error]).toEqual([
      409,
      `Run ${run.id} books the difference from run ${first.id}, so run ${first.id} cannot be reversed before it. Leave run ${run.id} out first.`,
    ]);
    await desk.finalized(run.id);
    expect((await portal.api.post(`/billing_runs/${first.id}/reverse`)).status).toBe(409);
    await desk.reversed(run.id);
    await desk.reversed(first.id);
    expect((await desk.bills('BACK-1')).map(({ amount }) => amount)).toEqual([
      '100.00',
      '-10.00',
      '10.00',
      '-100.00',
    ]);
  });
});

describe('a corrected file that changes no posting', () => {
  it('says so, books nothing, and is left out', async () => {
    const first = await booked('N-1', { one: '100' });
    const same = azureMca([
      { account: 'one', amount: '60', invoice: 'N-1' },
      { account: 'one', amount: '40', invoice: 'N-1' },
    ]);
    const run = await desk.run('azure', same, { existing: 'difference' });
    expect(await correction(run.id)).toMatchObject({ places: [], meta: { total: 0, unchanged: 1 } });
    const { status, body } = await desk.finalize(run.id);
    expect([status, body.error]).toEqual([
      409,
      `Run ${run.id} cannot be finalized. It changes no posting of run ${first.id}, so there is nothing to be booked. Leave it out.`,
    ]);
    const left = await portal.api.post(`/billing_runs/${run.id}/existing`, { existing: 'leave' });
    expect(left.status).toBe(200);
    expect(await desk.read(run.id)).toMatchObject({ state: 'superseded', superseded_by: first.id });
    expect((await desk.read(first.id)).corrected_by).toEqual([]);
    expect((await desk.reversed(first.id)).state).toBe('reversed');
  });
});

describe('two corrected files of one invoice', () => {
  it('are not two open runs: the second one is asked about, and takes the place of the first', async () => {
    const first = await booked('T-1', { one: '100' });
    const open = await corrected('T-1', { one: '110' });
    const asked = await desk.begin('azure', file('T-1', { one: '120' }), { existing: 'difference' });
    expect([asked.status, asked.body.error]).toEqual([
      409,
      expect.stringContaining(`Billing run ${open.id} has invoice T-1 already`),
    ]);
    const next = await corrected('T-1', { one: '120' }, 'replace');
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: next.id });
    expect(next).toMatchObject({
      difference: true,
      corrects: [first.id],
      totals: [{ before: '100.00', postings: '20.00' }],
    });
  });

  it('are one bill where the second one is a further part', async () => {
    await booked('T-2', { one: '100', two: '10' });
    const run = await corrected('T-2', { one: '110' });
    expect(await charged(run.id)).toEqual([
      ['C-ONE', '10.00'],
      ['C-TWO', '-10.00'],
    ]);
    const part = await desk.begin('azure', file('T-2', { two: '15' }), { existing: 'add' });
    await followJob(portal.api, part.body.data.job.id);
    expect(await charged(run.id)).toEqual([
      ['C-ONE', '10.00'],
      ['C-TWO', '5.00'],
    ]);
  });
});

it('a credit note is a run of its own that names its invoice, with postings below zero that are booked as they are', async () => {
  expect(await booked('CN-0', { one: '100' })).toMatchObject({ invoices: [{ refund_of: [] }] });
  const lines = { one: '-40.50', two: '-0.01' };
  const note = await desk.run('azure', file('CN-1', lines, { previousInvoiceId: 'CN-0' }));
  expect(note).toMatchObject({
    state: 'ready',
    difference: false,
    corrects: [],
    invoices: [{ reference: 'CN-1', refund_of: ['CN-0'] }],
    totals: [{ invoice: '-40.51', before: '0.00', postings: '-40.51', unallocated: '0.00' }],
  });
  expect(await desk.finalized(note.id)).toMatchObject({ state: 'final', totals: [{ bills: '-40.51' }] });
  expect((await desk.bills('CN-1')).map(({ identifier, amount }) => [identifier, amount])).toEqual([
    ['C-ONE', '-40.50'],
    ['C-TWO', '-0.01'],
  ]);
});

it('a run that corrects nothing has no correction to be read', async () => {
  const run = await booked('X-1', { one: '1' });
  const { status, body } = await portal.api.get(`/billing_runs/${run.id}/correction`);
  expect([status, body.error]).toEqual([
    409,
    `Run ${run.id} books no difference: it is no correction of another run.`,
  ]);
  expect((await portal.api.get('/billing_runs/999999/correction')).status).toBe(404);
});
