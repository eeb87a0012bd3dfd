import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { azureMca, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('o@example.com') };
  for (const name of ['T1', 'T2']) await costCenter(name, center);
  await account('t-1', 'T1');
  await account('t-2', 'T2');
  await account('t-project', 'T1', 'GcpCloudParent');
});

let count = 0;
/** A run of an Azure invoice of 3.00 EUR, of which T1 is charged 2 and T2 is charged 1. */
async function begun(): Promise<{ run: Run; invoice: string }> {
  const invoice = `typed-${++count}`;
  const lines = [
    { account: 't-1', amount: '2', invoice },
    { account: 't-2', amount: '1', invoice },
  ];
  return { run: await desk.run('azure', azureMca(lines)), invoice };
}

type Changed = { billing_run: Run; job: { id: string } };
/** Asks for a change and waits until the run is allocated anew. */
async function changed(method: 'POST' | 'DELETE', id: number, path: string, body?: unknown) {
  const answer = await portal.api.send<Changed>(
    method,
    `/billing_runs/${id}/${path}`,
    body === undefined ? undefined : JSON.stringify(body),
    body === undefined ? {} : { 'content-type': 'application/json' },
  );
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  expect(answer.body.data.billing_run.state).toBe('processing');
  await followJob(portal.api, answer.body.data.job.id);
  return desk.read(id);
}
const amounts = async (id: number) =>
  (await desk.postings(id)).map(({ cost_center: to, amount }) => [to, amount]);

describe('a line that is typed in', () => {
  it('is split in proportion to the others, counts in the invoice, and tells who added it and why', async () => {
    const { run: first, invoice } = await begun();
    const tax = { reference: invoice, kind: 'tax', amount: '0.57', reason: 'VAT of 19 %' };
    const run = await changed('POST', first.id, 'lines', tax);
    expect(run).toMatchObject({
      state: 'ready',
      totals: [{ invoice: '3.57', lines: '3.57', allocated: '3.57', confirmed: false }],
      additions: [
        { reference: invoice, currency: 'EUR', kind: 'tax', amount: '0.57', reason: 'VAT of 19 %' },
      ],
    });
    expect(await amounts(run.id)).toEqual([
      ['T1', '2.38'],
      ['T2', '1.19'],
    ]);
    expect(run.steps).toContainEqual(
      expect.objectContaining({
        name: `Add tax of 0.57 EUR to invoice ${invoice}`,
        detail: 'VAT of 19 %',
        by: expect.stringMatching(/@/),
      }),
    );
    expect(await desk.lines(run.id, '?by_kind=tax')).toMatchObject([
      { line: 0, identifier: null, amount: '0.57', rule: 'proportional', description: 'VAT of 19 %' },
    ]);
  });

  it('is taken back, after which the run is as it was', async () => {
    const { run: first } = await begun();
    const more = await changed('POST', first.id, 'lines', {
      billing_run: { kind: 'credit', amount: -1.5, reason: 'Promotion' },
    });
    expect(more.totals).toMatchObject([{ lines: '1.50', allocated: '1.50' }]);
    const run = await changed('DELETE', first.id, `lines/${more.additions[0]?.id}`);
    expect(run).toMatchObject({ state: 'ready', additions: [], totals: first.totals });
    expect(await amounts(run.id)).toEqual([
      ['T1', '2.00'],
      ['T2', '1.00'],
    ]);
    const again = await portal.api.send('DELETE', `/billing_runs/${run.id}/lines/${more.additions[0]?.id}`);
    expect(again.status).toBe(404);
  });

  it('leaves nothing behind where it was the only one of its invoice', async () => {
    const lines = [
      { account: 't-1', amount: '2', invoice: 'beside' },
      { account: 't-1', amount: '0', invoice: 'for-nothing' },
    ];
    const first = await desk.run('azure', azureMca(lines));
    const tax = { reference: 'for-nothing', kind: 'tax', amount: '5.00', reason: 'VAT' };
    const more = await changed('POST', first.id, 'lines', tax);
    expect(more.invoices).toMatchObject([{ invoice: '2.00' }, { invoice: '5.00' }]);
    const run = await changed('DELETE', first.id, `lines/${more.additions[0]?.id}`);
    expect(run).toMatchObject({ state: 'ready', totals: first.totals, invoices: first.invoices });
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['kind', 'amount', 'reason']],
    [{ kind: 'usage', amount: 'much', reason: ' ', more: 1 }, ['kind', 'amount', 'reason', 'more']],
    [{ kind: 'tax', amount: '0.00', reason: 'x' }, ['amount']],
    [{ kind: 'tax', amount: '0.123', reason: 'x' }, ['amount']],
    [{ kind: 'credit', amount: '1', reason: 'x' }, ['amount']],
    [{ kind: 'tax', amount: '1', reason: 'x', reference: 'another' }, ['reference']],
    [{ kind: 'tax', amount: '1', reason: 'x', currency: 'USD' }, ['reference']],
  ])('%j is refused, with every mistake named', async (body, fields) => {
    const { run } = await begun();
    const { status, body: answer } = await portal.api.post(`/billing_runs/${run.id}/lines`, body);
    expect([status, answer.errors.map(({ field }) => field)]).toEqual([422, fields]);
  });

  it('must say which invoice it is for where the run has several', async () => {
    const lines = ['several-1', 'several-2'].map((invoice) => ({ account: 't-1', amount: '1', invoice }));
    const { id } = await desk.run('azure', azureMca(lines));
    const tax = { kind: 'tax', amount: '1', reason: 'x' };
    const { status, body } = await portal.api.post(`/billing_runs/${id}/lines`, tax);
    expect([status, body.error]).toEqual([
      422,
      `Run ${id} has several such invoices. Say which with reference, currency and provider, or with n.`,
    ]);
    const run = await changed('POST', id, 'lines', { ...tax, reference: 'several-2' });
    expect(run.invoices.map(({ invoice }) => invoice)).toEqual(['1.00', '2.00']);
  });
});

it('a line and a total are typed into one of several invoices that are called the same by its number', async () => {
  const { run: first, invoice } = await begun();
  // As two invoices of a file without numbers are called, which somebody told one for.
  await portal.db.query(
    `INSERT INTO billing_invoices SELECT (i).* FROM (SELECT jsonb_populate_record(i, '{"n": 2, "invoice_key": "twin", "total": 0, "lines": 0}') AS i
     FROM billing_invoices i WHERE run_id = $1) twin`,
    [first.id],
  );
  const { invoices } = await desk.read(first.id);
  expect(invoices).toMatchObject([{ n: 1 }, { n: 2 }]);
  const tax = {
    reference: invoice,
    currency: 'EUR',
    provider: 'azure',
    kind: 'tax',
    amount: '1',
    reason: 'x',
  };
  const { status } = await portal.api.post(`/billing_runs/${first.id}/lines`, tax);
  expect(status).toBe(422);
  const run = await changed('POST', first.id, 'lines', { ...tax, n: 2 });
  expect(run.invoices).toMatchObject([{ invoice: '3.00' }, { invoice: '1.00' }]);
  const stated = await changed('POST', first.id, 'totals', { n: 2, amount: '1.00' });
  expect(stated.invoices.map(({ confirmed }) => confirmed)).toEqual([false, true]);
  for (const n of [0, 1.5, 'two', 3]) {
    const wrong = await portal.api.post(`/billing_runs/${first.id}/totals`, { n, amount: '1.00' });
    expect(wrong.status).toBe(422);
  }
});

describe('a total that is typed in', () => {
  it('confirms the invoice', async () => {
    const { run: first } = await begun();
    expect(first.totals).toMatchObject([{ confirmed: false }]);
    const run = await changed('POST', first.id, 'totals', { amount: '3.00' });
    expect(run).toMatchObject({ state: 'ready', totals: [{ invoice: '3.00', confirmed: true }] });
    expect(run.invoices).toMatchObject([{ confirmed: true, confirmed_by: expect.stringMatching(/@/) }]);
  });

  it('differs by what rounding explains, which becomes a line that can be seen', async () => {
    const { run: first, invoice } = await begun();
    const run = await changed('POST', first.id, 'totals', { reference: invoice, amount: '3.02' });
    expect(run).toMatchObject({ state: 'ready', totals: [{ lines: '3.02', rounding: '0.02' }] });
    expect(await amounts(run.id)).toEqual([
      ['T1', '2.02'],
      ['T2', '1.00'],
    ]);
    const [line] = await desk.lines(run.id, '?by_kind=rounding');
    expect(line).toMatchObject({ line: 0, amount: '0.02', rule: 'rounding' });
  });

  it('differs by more, which the missing tax explains once that is typed in', async () => {
    const { run: first, invoice } = await begun();
    const stated = await changed('POST', first.id, 'totals', { reference: invoice, amount: '13.00' });
    expect(stated).toMatchObject({ state: 'needs_review', exceptions: 1 });
    expect(await desk.exceptions(first.id)).toMatchObject([
      { problem: 'total_differs', amount: '10.00', assignable: false },
    ]);
    const tax = { reference: invoice, kind: 'tax', amount: '9.99', reason: 'VAT' };
    const run = await changed('POST', first.id, 'lines', tax);
    expect(run).toMatchObject({
      state: 'ready',
      totals: [{ invoice: '13.00', lines: '13.00', allocated: '13.00', rounding: '0.01' }],
    });
  });

  it('goes before that of the file, which is back once it is taken back', async () => {
    const first = await desk.run(
      'gcp',
      googleCostTable([{ account: 't-project', amount: '5' }], { total: '5' }),
    );
    const run = await changed('POST', first.id, 'totals', { amount: '5.50' });
    expect(run.totals).toMatchObject([{ invoice: '5.50', rounding: '0.50' }]);
    const back = await changed('POST', first.id, 'totals', { amount: null });
    expect(back.totals).toEqual(first.totals);
    expect(back.invoices).toMatchObject([{ confirmed: true, confirmed_by: null }]);
  });

  it.each([[{ amount: 'much' }], [{}]])('%j is refused', async (body) => {
    const { run } = await begun();
    const { status, body: answer } = await portal.api.post(`/billing_runs/${run.id}/totals`, body);
    expect([status, answer.errors.map(({ field }) => field)]).toEqual([422, ['amount']]);
  });
});

it('nothing is typed into a run that is not open', async () => {
  const { run } = await begun();
  await portal.db.query(`UPDATE billing_runs SET state = 'final' WHERE id = $1`, [run.id]);
  const tax = { kind: 'tax', amount: '1', reason: 'x' };
  const line = await portal.api.post(`/billing_runs/${run.id}/lines`, tax);
  expect([line.status, line.body.error]).toEqual([
    409,
    `Run ${run.id} is final, so no line can be added to it.`,
  ]);
  const total = await portal.api.post(`/billing_runs/${run.id}/totals`, { amount: '1' });
  expect(total.status).toBe(409);
  expect((await portal.api.send('DELETE', `/billing_runs/${run.id}/lines/1`)).status).toBe(409);
});
