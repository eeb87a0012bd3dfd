import { beforeAll, describe, expect, it } from 'vitest';
import { awsCur, azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const make = estate(portal);
  const companies_id = await make.company('1000');
  await make.costCenter('OPEN', { companies_id, cloud_contact_id: await make.contact('open@example.com') });
  await make.account('open', 'OPEN');
});

/** Every test has a payer of its own. */
const cur = (payer: string, lines: [amount: string, invoice: string][]) =>
  awsCur(lines.map(([amount, invoice]) => ({ account: 'open', amount, invoice }))).replaceAll(
    '111111111111',
    payer,
  );

describe('the bill of a month that has no number yet', () => {
  it('is the one that has a number later, so that it is charged once', async () => {
    const open = await desk.replacing('aws', cur('222222222221', [['4', '']]));
    expect(open.invoices).toMatchObject([{ reference: '222222222221-2026-03' }]);
    const closed = await desk.replacing('aws', cur('222222222221', [['5', '700001']]));
    expect(closed).toMatchObject({ state: 'ready', totals: [{ postings: '5.00' }] });
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });

  it('is all of those that have one later, with what has none still', async () => {
    const open = await desk.replacing('aws', cur('222222222222', [['4', '']]));
    const first = await desk.replacing(
      'aws',
      cur('222222222222', [
        ['2', '700002'],
        ['2', ''],
      ]),
    );
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: first.id });
    const second = await desk.replacing(
      'aws',
      cur('222222222222', [
        ['2', '700002'],
        ['3', '700003'],
      ]),
    );
    expect(second).toMatchObject({ state: 'ready', invoices: [{ invoice: '2.00' }, { invoice: '3.00' }] });
    expect(await desk.read(first.id)).toMatchObject({ state: 'superseded', superseded_by: second.id });
  });

  it('is not booked a second time under its number', async () => {
    const open = await desk.replacing('aws', cur('222222222223', [['4', '']]));
    await desk.finalized(open.id);
    const file = cur('222222222223', [['5', '700004']]);
    const asked = await desk.begin('aws', file);
    expect([asked.status, asked.body.error]).toEqual([
      409,
      expect.stringContaining(`Billing run ${open.id} has booked invoice 222222222223-2026-03 already`),
    ]);
    // What is booked under the name that it had before is taken back, and its number is booked.
    const closed = await desk.run('aws', file, { existing: 'difference' });
    expect((await desk.postings(closed.id)).map(({ reference, amount }) => [reference, amount])).toEqual([
      ['700004', '5.00'],
      ['222222222223-2026-03', '-4.00'],
    ]);
    const { body } = await portal.api.get(`/billing_runs/${closed.id}/reconciliation`);
    expect(body.data).toMatchObject([
      { reference: '700004', invoice: '5.00', before: '0.00', postings: '5.00', difference: '0.00' },
      {
        reference: '222222222223-2026-03',
        invoice: '0.00',
        before: '4.00',
        postings: '-4.00',
        difference: '0.00',
      },
    ]);
  });

  it('does not take the place of one with a number, which would be lost', async () => {
    const numbered = await desk.replacing('aws', cur('222222222224', [['4', '700005']]));
    const open = await desk.replacing('aws', cur('222222222224', [['1', '']]));
    expect([open.state, open.error]).toEqual([
      'failed',
      `Run ${numbered.id} has invoice 700005 of the same billing account and month, which this file lacks. ` +
        'Please send a file with all of the month.',
    ]);
    expect((await desk.read(numbered.id)).state).toBe('ready');
  });

  it('has nothing to do with two invoices of a month, each with a number', async () => {
    const [one, other] = [
      await desk.replacing('aws', cur('222222222225', [['4', '700006']])),
      await desk.replacing('aws', cur('222222222225', [['5', '700007']])),
    ];
    expect(other.state).toBe('ready');
    expect((await desk.read(one.id)).state).toBe('ready');
  });

  it('is that of a billing profile in Azure, whose account has several', async () => {
    const mca = (billingProfileId: string, invoice: string) =>
      azureMca([{ account: 'open', amount: '4', invoice }], { billingProfileId });
    const open = await desk.replacing('azure', mca('red', ''));
    const other = await desk.replacing('azure', mca('blue', ''));
    const closed = await desk.replacing('azure', mca('red', 'G-1'));
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
    expect((await desk.read(other.id)).state).toBe('ready');
  });

  const profile = (billingProfileId: string, amount: string, invoice: string) =>
    azureMca([{ account: 'open', amount, invoice }], { billingProfileId });

  it('is the same however its billing account is written', async () => {
    const open = await desk.replacing('azure', profile('Green', '4', ''));
    const closed = await desk.replacing('azure', profile('GREEN', '5', 'G-2'));
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });

  it('is known by its billing account where a version before has read it so', async () => {
    const open = await desk.replacing('azure', profile('grey', '4', ''));
    await portal.db.query(
      `UPDATE billing_invoices SET invoice_key = 'ba-1-2026-03', bill = NULL WHERE run_id = $1`,
      [open.id],
    );
    const other = await desk.replacing(
      'azure',
      azureMca([{ account: 'else', amount: '3', invoice: '' }], { billingProfileId: 'brown' }),
    );
    expect(other.state).toBe('needs_review');
    expect((await desk.read(open.id)).state).toBe('ready');
    const again = await desk.replacing('azure', profile('grey', '5', ''));
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: again.id });
  });
});
