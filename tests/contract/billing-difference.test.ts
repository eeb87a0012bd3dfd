import { describe, expect, it } from 'vitest';
import { correctedInvoices } from '#tests/support/billing/corrected-invoices.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const { desk, file, booked, corrected, correction, charged } = correctedInvoices(portal);

describe('a corrected file of an invoice that is final', () => {
  it('is refused with what both sides hold until somebody says what becomes of it', async () => {
    const first = await booked('Q-1', { one: '100' });
    const asked = await desk.begin('azure', file('Q-1', { one: '110' }));
    expect([asked.status, asked.body.error]).toEqual([
      409,
      `Billing run ${first.id} has booked invoice Q-1 already, with 1 line of 100.00 EUR; this file has 1 line of 110.00 EUR. ` +
        'Say whether what differs is to be booked, or it is to be left out.',
    ]);
    expect(asked.body).toMatchObject({
      existing: {
        booked: true,
        reference: 'Q-1',
        billing_run: { id: first.id, totals: [{ currency: 'EUR', amount: '100.00' }] },
        file: { id: null, totals: [{ currency: 'EUR', amount: '110.00' }] },
      },
    });
    const left = await desk.begin('azure', file('Q-1', { one: '110' }), { existing: 'leave' });
    expect([left.status, left.body.data.billing_run]).toMatchObject([200, { id: first.id, state: 'final' }]);
  });

  it('books what was charged too little, and leaves out what stays as it is', async () => {
    const first = await booked('U-1', { one: '100', two: '50.01' });
    const run = await corrected('U-1', { one: '110.10', two: '50.01' });
    expect(run).toMatchObject({
      state: 'ready',
      difference: true,
      corrects: [first.id],
      totals: [
        {
          invoice: '160.11',
          lines: '160.11',
          before: '150.01',
          postings: '10.10',
          allocated: '160.11',
          unallocated: '0.00',
        },
      ],
    });
    expect(await desk.postings(run.id)).toMatchObject([
      {
        reference: 'U-1',
        company_code: '1000',
        gl_account: '520109',
        cost_center: 'C-ONE',
        wbs_element: null,
        amount: '10.10',
        currency: 'EUR',
        text: 'Difference of Azure 2026-03',
      },
    ]);
    expect(await correction(run.id)).toEqual({
      places: [['C-ONE', '100.00', '110.10', '10.10']],
      meta: {
        page: 1,
        per_page: 25,
        total: 1,
        unchanged: 1,
        totals: [{ currency: 'EUR', before: '150.01', now: '160.11', difference: '10.10' }],
      },
    });
    const final = await desk.finalized(run.id);
    expect(final).toMatchObject({ state: 'final', totals: [{ bills: '10.10' }] });
    expect((await desk.bills('U-1')).map(({ identifier, amount }) => [identifier, amount])).toEqual([
      ['C-ONE', '100.00'],
      ['C-TWO', '50.01'],
      ['C-ONE', '10.10'],
    ]);
    expect(await desk.read(first.id)).toMatchObject({
      state: 'final',
      corrects: [],
      corrected_by: [{ id: run.id, state: 'final' }],
      totals: [{ postings: '150.01', before: '0.00' }],
    });
    const compared = await portal.api.get(`/billing_runs/${run.id}/reconciliation`);
    expect(compared.body.data).toMatchObject([
      { invoice: '160.11', before: '150.01', postings: '10.10', bills: '10.10', difference: '0.00' },
    ]);
  });

  it('moves what was charged to the wrong place, where the total is the same', async () => {
    await booked('M-1', { one: '100', three: '25' });
    const run = await corrected('M-1', { one: '70', two: '55' });
    expect(run).toMatchObject({
      state: 'ready',
      totals: [{ invoice: '125.00', before: '125.00', postings: '0.00', unallocated: '0.00' }],
    });
    expect(await charged(run.id)).toEqual([
      ['C-ONE', '-30.00'],
      ['C-TWO', '55.00'],
      ['W/THREE', '-25.00'],
    ]);
    expect((await correction(run.id)).places).toEqual([
      ['C-ONE', '100.00', '70.00', '-30.00'],
      ['C-TWO', '0.00', '55.00', '55.00'],
      ['W/THREE', '25.00', '0.00', '-25.00'],
    ]);
    expect(await desk.finalized(run.id)).toMatchObject({ state: 'final', totals: [{ bills: '0.00' }] });
  });

  it('is held against all that was booked before, where it is corrected again', async () => {
    const first = await booked('S-1', { one: '100', two: '10' });
    const second = await corrected('S-1', { one: '110', two: '10' });
    await desk.finalized(second.id);
    const third = await corrected('S-1', { one: '105', two: '12' });
    expect(third).toMatchObject({
      corrects: [first.id, second.id],
      totals: [{ before: '120.00', postings: '-3.00' }],
    });
    expect(await charged(third.id)).toEqual([
      ['C-ONE', '-5.00'],
      ['C-TWO', '2.00'],
    ]);
    await desk.finalized(third.id);
    const refused = await portal.api.post(`/billing_runs/${second.id}/reverse`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `Run ${third.id} books the difference from run ${second.id}, so run ${second.id} cannot be reversed before it. Reverse run ${third.id} first.`,
    ]);
    await desk.reversed(third.id);
    // What is reversed is not booked: the same file differs from the first correction again.
    const again = await corrected('S-1', { one: '105', two: '12' });
    expect(again.totals).toMatchObject([{ before: '120.00', postings: '-3.00' }]);
  });
});
