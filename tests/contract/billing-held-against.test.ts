import { beforeAll, describe, expect, it } from 'vitest';
import { awsDetailed, azureMca, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { billingDesk, confirmations, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { downloadPreAp, sheetsOf } from '#tests/support/billing/pre-ap.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const ME = 'ada.lovelace@example.com';

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('o@example.com') };
  for (const name of ['H1', 'H2']) await costCenter(name, center);
  await account('h-1', 'H1');
  await account('h-2', 'H2');
  await account('h-project', 'H1', 'GcpCloudParent');
  await account('005404170566', 'H1', 'AwsCloudParent');
});

let count = 0;
/** A run of Azure invoices of 3.00 EUR each, of which H1 is charged 2 and H2 is charged 1; their files state no total. */
async function begun(invoices = 1): Promise<{ run: Run; names: string[] }> {
  count += 1;
  const names = Array.from({ length: invoices }, (_, at) => `held-${count}-${at + 1}`);
  const lines = names.flatMap((invoice) => [
    { account: 'h-1', amount: '2', invoice },
    { account: 'h-2', amount: '1', invoice },
  ]);
  return { run: await desk.run('azure', azureMca(lines)), names };
}
type Begun = { billing_run: Run; job: { id: string } };
const finalize = (id: number, body: Record<string, unknown> = {}) =>
  portal.api.post<Begun>(`/billing_runs/${id}/finalize`, { cloud_bills: true, ...body });
/** Asks for a run to be finalized, and waits for what that comes to. */
async function finalized(id: number, body: Record<string, unknown>): Promise<Run> {
  const answer = await finalize(id, body);
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  await followJob(portal.api, answer.body.data.job.id);
  return desk.read(id);
}
const heldOf = ({ invoices }: Run) => invoices.map(({ held_against }) => held_against);

describe('an invoice is held against', () => {
  it('the total that its file states', async () => {
    const google = googleCostTable([{ account: 'h-project', amount: '5' }], { total: '5' });
    const run = await desk.run('gcp', google);
    expect(run.invoices).toMatchObject([{ held_against: 'stated_total', checked: null }]);
    expect(run.totals).toMatchObject([{ held_against: 'stated_total' }]);
    expect(await finalized(run.id, {})).toMatchObject({ state: 'final', finalized_unasked: false });
  });

  it('nothing, where nobody states its total', async () => {
    const { run } = await begun();
    expect(heldOf(run)).toEqual(['nothing']);
    expect(run).toMatchObject({ state: 'ready', totals: [{ held_against: 'nothing' }] });
  });

  it('the total that somebody typed in, which tells when', async () => {
    const { run } = await begun();
    const answer = await portal.api.post<Begun>(`/billing_runs/${run.id}/totals`, { amount: '3.00' });
    await followJob(portal.api, answer.body.data.job.id);
    expect((await desk.read(run.id)).invoices).toMatchObject([
      { held_against: 'stated_total', confirmed_by: ME, confirmed_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
  });

  it('no more than the weakest of them, as a whole', async () => {
    const { run } = await begun(3);
    const [first, second] = run.invoices;
    const answer = await portal.api.post<Begun>(`/billing_runs/${run.id}/totals`, {
      n: first?.n,
      amount: '3.00',
    });
    await followJob(portal.api, answer.body.data.job.id);
    await portal.db.query(
      `UPDATE billing_invoices SET checked_by = 'a@example.com', checked_at = now(), checked_note = 'x', checked_total = 3
       WHERE run_id = $1 AND n = $2`,
      [run.id, second?.n],
    );
    const mixed = await desk.read(run.id);
    expect(heldOf(mixed)).toEqual(['stated_total', 'person', 'nothing']);
    expect(mixed.totals).toMatchObject([{ held_against: 'nothing' }]);
    const reconciled = await portal.api.get<{ held_against: string }[]>(
      `/billing_runs/${run.id}/reconciliation`,
    );
    expect(reconciled.body.data.map(({ held_against }) => held_against)).toEqual(heldOf(mixed));
    await portal.db.query('UPDATE billing_runs SET revision = revision + 1 WHERE id = $1', [run.id]);
    const sheet = (await sheetsOf(await downloadPreAp(portal, run.id))).get('Reconciliation');
    expect(sheet?.rows.slice(0, 3).map((row) => row['Invoice Total Is'])).toEqual([
      'stated',
      'confirmed by a person',
      'unconfirmed',
    ]);
  });
});

describe('a run with an invoice that is held against nothing', () => {
  it('is refused, with the invoices and how to answer', async () => {
    const { run, names } = await begun(2);
    const { status, body } = await finalize(run.id);
    const sentences = names.map(
      (name, at) => `Invoice ${name} (n ${at + 1}), whose lines come to 3.00 EUR, is held against nothing.`,
    );
    expect([status, body.error]).toEqual([
      409,
      `Run ${run.id} cannot be finalized yet. ${sentences.join(' ')} State the total of each or say how it was checked: ` +
        'in invoices, a list of {"n", "total"} or {"n", "note"}.',
    ]);
    expect(body.errors).toEqual(names.map((field, at) => ({ field, message: sentences[at] })));
    expect((await desk.read(run.id)).state).toBe('ready');
    // One word is not enough for both.
    const one = await finalize(run.id, { invoices: [{ n: 1, note: 'Seen on the PDF.' }] });
    expect([one.status, one.body.errors.map(({ field }) => field)]).toEqual([409, [names[1]]]);
    expect(heldOf(await desk.read(run.id))).toEqual(['nothing', 'nothing']);
  });

  it('names ten invoices, and how many there are beside them', async () => {
    const { run } = await begun(12);
    const { body } = await finalize(run.id);
    expect(body.errors).toHaveLength(10);
    expect(body.error).toContain('There are 2 more.');
  });

  it('is finalized with a total and a note, which are kept with who said them and when', async () => {
    const { run, names } = await begun(2);
    const final = await finalized(run.id, {
      invoices: [
        { n: 1, total: '3.00' },
        { reference: names[1], currency: 'EUR', note: '  Compared with the portal of Azure. ' },
      ],
    });
    expect(final.state).toBe('final');
    expect(final.invoices).toMatchObject([
      { held_against: 'stated_total', confirmed_by: ME, confirmed_at: expect.any(String), checked: null },
      {
        held_against: 'person',
        confirmed: false,
        checked: {
          by: ME,
          name: 'Ada Lovelace',
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          note: 'Compared with the portal of Azure.',
        },
      },
    ]);
    expect(final.steps).toContainEqual(
      expect.objectContaining({ name: `State 3.00 EUR as the total of invoice ${names[0]}`, by: ME }),
    );
    expect(final.steps).toContainEqual(
      expect.objectContaining({
        name: `Confirm 3.00 EUR of invoice ${names[1]} without a stated total`,
        detail: 'Compared with the portal of Azure.',
        by: ME,
      }),
    );
    expect(await desk.bills(names[1] ?? '')).toHaveLength(2);
  });

  it('that is handed in as a reviewed workbook is confirmed by the reviewer', async () => {
    const { run, names } = await begun();
    const workbook = await downloadPreAp(portal, run.id);
    const { body } = await portal.api.post<Begun>('/cloud_bills/parse_pre_ap', {
      cloud_bill: {
        data: Buffer.from(workbook).toString('base64'),
        input: { provider: 'azure', cloud_bills: true },
      },
    });
    await followJob(portal.api, body.data.job.id);
    const final = await desk.read(run.id);
    expect(final.state).toBe('final');
    expect(final.invoices).toMatchObject([
      {
        held_against: 'person',
        checked: { by: ME, note: expect.stringMatching(/^Reviewed in the Pre-AP workbook, version \d+\.$/) },
      },
    ]);
    expect(final.steps.map(({ name }) => name)).toContain(
      `Confirm 3.00 EUR of invoice ${names[0]} without a stated total`,
    );
  });

  // What is refused changes nothing, so that one run does for all.
  let refused: ReturnType<typeof begun> | undefined;
  it.each<[string, unknown, string[]]>([
    ['no list', 'all', ['invoices']],
    ['no objects', [1], ['invoices.0']],
    ['neither', [{ n: 1 }], ['invoices.0.total']],
    ['both', [{ n: 1, total: '3.00', note: 'x' }], ['invoices.0.total']],
    ['an empty note', [{ n: 1, note: ' ' }], ['invoices.0.note']],
    ['a note too long', [{ n: 1, note: 'x'.repeat(501) }], ['invoices.0.note']],
    ['no amount', [{ n: 1, total: 'three' }], ['invoices.0.total']],
    ['a decimal too many', [{ n: 1, total: '3.001' }], ['invoices.0.total']],
    [
      'another invoice',
      [
        { n: 7, note: 'x' },
        { reference: 'other', note: 'x' },
      ],
      ['invoices.0.reference', 'invoices.1.reference'],
    ],
    [
      'one twice',
      [
        { n: 1, note: 'x' },
        { n: 1, total: '3' },
      ],
      ['invoices.1.reference'],
    ],
    ['an unknown field', [{ n: 1, note: 'x', by: 'me' }], ['invoices.0.by']],
  ])('refuses %s', async (_what, invoices, fields) => {
    const { run } = await (refused ??= begun());
    const { status, body } = await finalize(run.id, { invoices });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, fields]);
    expect(heldOf(await desk.read(run.id))).toEqual(['nothing']);
  });
});

describe('a total that differs from the lines', () => {
  it('is kept and shown with its difference, and the run is finalized by nobody before it was seen', async () => {
    const { run, names } = await begun(2);
    const stated = await finalized(run.id, {
      invoices: [
        { n: 1, total: '3.02' },
        { n: 2, note: 'Seen on the PDF.' },
      ],
    });
    expect(stated).toMatchObject({
      state: 'ready',
      totals: [{ invoice: '6.02', lines: '6.02', rounding: '0.02' }],
      options: [],
    });
    expect(heldOf(stated)).toEqual(['stated_total', 'person']);
    expect(await desk.bills(names[0] ?? '')).toEqual([]);
    expect(await finalized(run.id, {})).toMatchObject({ state: 'final', totals: [{ bills: '6.02' }] });
  });

  it('by more than rounding explains is an exception', async () => {
    const { run } = await begun();
    const stated = await finalized(run.id, { invoices: [{ n: 1, total: '13.00' }] });
    expect(stated).toMatchObject({ state: 'needs_review', exceptions: 1 });
    expect(await desk.exceptions(run.id)).toMatchObject([{ problem: 'total_differs', amount: '10.00' }]);
    expect((await finalize(run.id)).status).toBe(409);
  });

  it('replaces one that was made up for by rounding', async () => {
    const { run } = await begun();
    await finalized(run.id, { invoices: [{ n: 1, total: '3.02' }] });
    const stated = await finalized(run.id, { invoices: [{ n: 1, total: '3.00' }] });
    expect(stated).toMatchObject({ state: 'ready', totals: [{ invoice: '3.00', rounding: '0.00' }] });
  });
});

it('a word is of the sum that was confirmed, and of no other', async () => {
  const { run } = await begun(2);
  await finalized(run.id, {
    invoices: [
      { n: 1, total: '3.02' },
      { n: 2, note: 'Seen on the PDF.' },
    ],
  });
  const tax = { n: 2, kind: 'tax', amount: '0.57', reason: 'VAT' };
  const answer = await portal.api.post<Begun>(`/billing_runs/${run.id}/lines`, tax);
  await followJob(portal.api, answer.body.data.job.id);
  expect(heldOf(await desk.read(run.id))).toEqual(['stated_total', 'nothing']);
});

it('a part that is added keeps the words on invoices whose sums stay', async () => {
  const { run, names } = await begun(3);
  const note = 'Seen on the PDF.';
  const open = await finalized(run.id, {
    invoices: [
      { n: 1, total: '3.02' },
      { n: 2, note },
      { n: 3, note },
    ],
  });
  expect(heldOf(open)).toEqual(['stated_total', 'person', 'person']);
  const part = azureMca([{ account: 'h-2', amount: '4', invoice: names[2] ?? '' }]);
  const answer = await desk.begin('azure', part, { existing: 'add' });
  expect([answer.status, answer.body.data.billing_run.id]).toEqual([202, run.id]);
  await followJob(portal.api, answer.body.data.job.id);
  const { invoices } = await desk.read(run.id);
  expect(invoices).toMatchObject([
    { ...open.invoices[0] },
    { ...open.invoices[1] },
    { held_against: 'nothing', checked: null, invoice: '7.00' },
  ]);
});

it('a total of more decimals than its currency has is rounded before it is compared', async () => {
  const many = (invoice: string, total: string) =>
    awsDetailed(
      [
        { account: '005404170566', amount: '10.0021' },
        { account: '005404170566', amount: '20.0018' },
      ],
      [['InvoiceTotal', total]],
    ).replaceAll('900100', invoice);
  const run = await desk.run('aws', many('500', '30.0039'));
  expect(run).toMatchObject({
    state: 'ready',
    exceptions: 0,
    totals: [
      { currency: 'USD', invoice: '30.00', lines: '30.00', rounding: '0.00', held_against: 'stated_total' },
    ],
  });
  expect(await desk.postings(run.id)).toMatchObject([{ cost_center: 'H1', amount: '30.00' }]);
  // A cent that is missing is not hidden by that.
  expect((await desk.run('aws', many('501', '30.0051'))).totals).toMatchObject([
    { invoice: '30.01', lines: '30.01', rounding: '0.01' },
  ]);
});

it('the close board counts by what invoices are held against', async () => {
  const { run } = await begun(3);
  await portal.db.query(`UPDATE billing_runs SET month = '2019-05-01' WHERE id = $1`, [run.id]);
  await finalized(run.id, {
    invoices: [
      { n: 1, total: '3.02' },
      { n: 2, note: 'Seen on the PDF.' },
    ],
  });
  const { body } = await portal.api.get<{
    providers: { provider: string; cells: { runs: { id: number; invoices: unknown }[] }[] }[];
  }>('/month_close?month=2019-05');
  const azure = body.data.providers.find(({ provider }) => provider === 'azure');
  expect(azure?.cells.at(-1)?.runs).toMatchObject([
    { id: run.id, invoices: { stated_total: 1, person: 1, nothing: 1 }, finalized_unasked: false },
  ]);
});

it('a run that was finalized before this was asked for stays final, and says so', async () => {
  const { run } = await begun();
  await finalized(run.id, { invoices: confirmations(run) });
  await portal.db.query(
    `UPDATE billing_invoices SET checked_by = NULL, checked_name = NULL, checked_at = NULL, checked_note = NULL,
       checked_total = NULL WHERE run_id = $1`,
    [run.id],
  );
  await portal.db.query('UPDATE billing_runs SET finalized_unasked = true WHERE id = $1', [run.id]);
  const more = await finalized(run.id, { cloud_bills: false, email_owners: true });
  expect(more).toMatchObject({ state: 'final', finalized_unasked: true });
  expect(heldOf(more)).toEqual(['nothing']);
  const late = await finalize(run.id, { invoices: [{ n: 1, note: 'Seen now.' }] });
  expect([late.status, late.body.error]).toEqual([
    409,
    `Run ${run.id} is final, so no total of it can be stated and no invoice confirmed.`,
  ]);
});
