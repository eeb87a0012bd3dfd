import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let center: number;

beforeAll(async () => {
  const companies_id = await make.company('1000');
  center = await make.costCenter('BAD', {
    companies_id,
    cloud_contact_id: await make.contact('bad@example.com'),
  });
  await make.account('bad-1', 'BAD');
});

const line = (amount: string, invoice: string, more: Partial<MadeLine> = {}): MadeLine => ({
  account: 'bad-1',
  amount,
  invoice,
  ...more,
});
/** What everything that runs booked comes to. */
const ledger = async () =>
  (
    await portal.db.query<{ currency: string; amount: string }>(
      'SELECT currency, sum(amount)::text AS amount, count(*) AS bills FROM cloud_bills GROUP BY 1 ORDER BY 1',
    )
  ).rows;

describe('a file with something in it that no bill has is refused with its row, and nothing of it stays', () => {
  const good = azureMca([line('1', 'bad-file')]);
  const long = Array.from({ length: 900 }, (_, n) => n.toString(36)).join('');
  it.each<[string, string, RegExp]>([
    [
      'two exports behind each other',
      good + good,
      /^Row 3: costInBillingCurrency 'costInBillingCurrency' is no amount\. Row 3: date 'date' is no day\. /,
    ],
    [
      'an amount that is not a number',
      good.replace(',1,', ',NaN,'),
      /^Row 2: costInBillingCurrency 'NaN' is no amount\.$/,
    ],
    ['an amount without end', good.replace(',1,', ',Infinity,'), /'Infinity' is no amount\.$/],
    ['an amount that no money has', good.replace(',1,', ',1e999999,'), /'1e999999' is no amount\.$/],
    [
      'an amount of thousands of digits',
      good.replace(',1,', `,${'9'.repeat(3000)},`),
      /'9{60}' is no amount\.$/,
    ],
    [
      'an account of thousands of characters',
      good.replace('bad-1', long),
      /^Row 2: SubscriptionId '.{60}' cannot be an id\.$/,
    ],
    [
      'an invoice of thousands of characters',
      good.replace('bad-file', long),
      /^Row 2: invoiceId '.{60}' cannot be an id\.$/,
    ],
  ])('%s', async (_what, file, sentence) => {
    const run = await desk.run('azure', file);
    expect(run).toMatchObject({ state: 'failed', lines: 0, totals: [] });
    expect(run.error).toMatch(sentence);
  });

  it.each<[string, Buffer]>([
    ['Latin-1', Buffer.from(good.replace('West Europe', 'Köln'), 'latin1')],
    ['UTF-16 that is cut in a character', Buffer.from(`\uFEFF${good}`, 'utf16le').subarray(0, -1)],
  ])('text in %s', async (_what, file) => {
    const run = await desk.run('azure', file);
    expect(run).toMatchObject({
      state: 'failed',
      lines: 0,
      error: expect.stringMatching(
        /^The file is no text in UTF-8\. Please save it as CSV UTF-8\. .*encoding=/,
      ),
    });
  });

  it.each<[string, Buffer]>([
    ['UTF-16, as Excel writes text', Buffer.from(`\uFEFF${good}`, 'utf16le')],
    ['UTF-16 with its bytes the other way round', Buffer.from(`\uFEFF${good}`, 'utf16le').swap16()],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${good}`)],
  ])('and the good file is taken afterwards, in %s', async (_what, file) => {
    const run = await desk.replacing('azure', file);
    expect(run).toMatchObject({ state: 'ready', lines: 1, totals: [{ lines: '1.00', allocated: '1.00' }] });
  });
});

describe('a cost center that is deleted once a run is allocated', () => {
  it('is told before anything is booked, and the run is worked through again', async () => {
    const companies_id = await make.company('1100');
    const gone = await make.costCenter('BAD-GONE', {
      companies_id,
      cloud_contact_id: await make.contact('gone@example.com'),
    });
    await make.account('bad-gone', 'BAD-GONE');
    const run = await desk.run('azure', azureMca([line('6', 'bad-gone', { account: 'bad-gone' })]));
    expect((await portal.api.delete(`/cost_centers/${gone}`)).status).toBe(200);
    const { status, body } = await desk.finalize(run.id);
    expect([status, body.error]).toEqual([
      409,
      `Run ${run.id} cannot be finalized. 6.00 EUR of invoice bad-gone are charged to BAD-GONE, which is not valid on 2026-03-31 any more.`,
    ]);
    expect(await desk.bills('bad-gone')).toEqual([]);
    const assigned = await desk.assign(run.id, 'bad-gone', center);
    expect(assigned).toMatchObject({ state: 'ready', totals: [{ postings: '6.00' }] });
    expect(await desk.finalized(run.id)).toMatchObject({ state: 'final', totals: [{ bills: '6.00' }] });
  });
});

describe('a file is charged as it is', () => {
  it('with amounts of 15 decimals, which are kept and come to the cent', async () => {
    const amounts = ['0.333333333333333', '0.333333333333333', '0.333333333333334', '-0.000000000000001'];
    const run = await desk.run('azure', azureMca(amounts.map((amount) => line(amount, 'bad-digits'))));
    expect(run).toMatchObject({ state: 'ready', totals: [{ lines: '1.00', postings: '1.00' }] });
    expect((await desk.lines(run.id)).map(({ amount }) => amount)).toEqual(amounts);
    expect(await desk.postings(run.id)).toMatchObject([{ amount: '1.00' }]);
  });

  it('with lines that are alike, each of which is a charge of its own with its row', async () => {
    const run = await desk.run('azure', azureMca([line('2', 'bad-twice'), line('2', 'bad-twice')]));
    expect(run).toMatchObject({ state: 'ready', lines: 2, totals: [{ lines: '4.00' }] });
    expect((await desk.lines(run.id)).map(({ line: row, amount }) => [row, amount])).toEqual([
      [2, '2.00'],
      [3, '2.00'],
    ]);
    expect(run.exceptions).toBe(0);
  });

  it('with lines that repeat others in all that is read, of which it tells how many they are, by currency', async () => {
    const yen = { currency: 'JPY' };
    const lines = [
      ...['2', '2.00', '2', '3'].map((amount) => line(amount, 'bad-repeated')),
      ...['100', '100'].map((amount) => line(amount, 'bad-repeated', yen)),
      // Of another day, kind or invoice, or none of the file's.
      line('3', 'bad-repeated', { day: '03/03/2026' }),
      line('3', 'bad-repeated', { kind: 'Tax' }),
      line('3', 'bad-repeated-too'),
    ];
    const { id } = await desk.run('azure', azureMca(lines));
    await expect
      .poll(async () => (await desk.read(id)).repeated_lines)
      .toEqual([
        { currency: 'EUR', lines: 2, amount: '4.00' },
        { currency: 'JPY', lines: 1, amount: '100' },
      ]);
    expect(await desk.read(id)).toMatchObject({ state: 'ready', exceptions: 0 });
  });

  it('with several currencies in one invoice, which are booked each for itself', async () => {
    const run = await desk.run(
      'azure',
      azureMca([line('2.25', 'bad-mixed'), line('300', 'bad-mixed', { currency: 'JPY' })]),
    );
    await desk.finalized(run.id);
    expect((await desk.bills('bad-mixed')).map(({ currency, amount }) => [currency, amount])).toEqual([
      ['EUR', '2.25'],
      ['JPY', '300.00'],
    ]);
  });
});

describe('a month that is final', () => {
  let final: Run;
  let booked: Awaited<ReturnType<typeof ledger>>;
  const file = azureMca([line('7', 'bad-final')]);
  beforeAll(async () => {
    const run = await desk.run('azure', file);
    final = await desk.finalized(run.id);
    booked = await ledger();
  });

  it('answers the same file with its run, and a corrected one with what has to be done first', async () => {
    const same = await desk.begin('azure', file);
    expect([same.status, same.body.data.billing_run]).toMatchObject([200, { id: final.id, state: 'final' }]);
    const corrected = await desk.begin('azure', azureMca([line('8', 'bad-final')]));
    expect([corrected.status, corrected.body.error]).toEqual([
      409,
      `Billing run ${final.id} has booked invoice bad-final already, with 1 line of 7.00 EUR; this file has 1 line of 8.00 EUR. ` +
        'Say whether what differs is to be booked, or it is to be left out.',
    ]);
  });

  it.each<[string, (at: number) => Record<string, unknown>, string]>([
    ['assign', (at) => ({ identifier: 'bad-1', cost_center_id: at }), 'nothing can be assigned in it'],
    ['lines', () => ({ kind: 'tax', amount: '1', reason: 'VAT' }), 'no line can be added to it'],
    ['totals', () => ({ amount: '9' }), 'no total of it can be stated'],
    ['allocate', () => ({}), 'it is not allocated anew'],
  ])('is not changed by %s', async (call, body, why) => {
    const { status, body: answer } = await portal.api.post(`/billing_runs/${final.id}/${call}`, body(center));
    expect([status, answer.error]).toEqual([409, `Run ${final.id} is final, so ${why}.`]);
  });

  it('takes another invoice beside it, and the ledger is as it was', async () => {
    const other = await desk.run('azure', azureMca([line('9', 'bad-beside')]));
    expect([other.state, (await desk.read(final.id)).state]).toEqual(['ready', 'final']);
    expect(await ledger()).toEqual(booked);
  });
});
