import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const make = estate(portal);
  const companies_id = await make.company('1000');
  await make.costCenter('ASKED', { companies_id, cloud_contact_id: await make.contact('asked@example.com') });
  for (const account of ['one', 'two']) await make.account(account, 'ASKED');
});

const first = (invoice: string) =>
  azureMca([{ account: 'one', amount: '100.00', invoice, day: '03/01/2026' }]);
const second = (invoice: string) =>
  azureMca([{ account: 'two', amount: '200.00', invoice, day: '03/02/2026' }]);

interface Figures {
  id: number | null;
  file_name: string;
  lines: number;
  accounts: number;
  first_day: string;
  last_day: string;
  totals: { currency: string; amount: string }[];
}
interface Refused {
  existing: { file: Figures; billing_run: Figures; reference: string; files: string[] };
}

/** Sends the second part of an invoice whose first part has a run. */
async function secondOf(invoice: string, told: Record<string, string> = {}) {
  const run = await desk.run('azure', first(invoice), { name: 'part_0.csv' });
  const answer = await desk.begin('azure', second(invoice), { name: 'part_1.csv', ...told });
  return { run, answer };
}

async function settled({
  billing_run: { id },
  job,
}: {
  billing_run: Run;
  job: { id: string };
}): Promise<Run> {
  await followJob(portal.api, job.id);
  return desk.read(id);
}

describe('a further file for an invoice of an open run', () => {
  it('is refused with what both sides hold, and changes nothing', async () => {
    const { run, answer } = await secondOf('A-1');
    expect([answer.status, answer.body.error]).toEqual([
      409,
      `Billing run ${run.id} has invoice A-1 already, with 1 line of 100.00 EUR; this file has 1 line of 200.00 EUR. ` +
        'Say whether it is a further part of the bill, takes the place of what is there, or is to be left out.',
    ]);
    const { existing } = answer.body as unknown as Refused;
    expect(existing).toMatchObject({
      reference: 'A-1',
      billing_run: {
        id: run.id,
        file_name: 'part_0.csv',
        lines: 1,
        accounts: 1,
        first_day: '2026-03-01',
        last_day: '2026-03-01',
        totals: [{ currency: 'EUR', amount: '100.00' }],
      },
      file: {
        id: null,
        file_name: 'part_1.csv',
        lines: 1,
        accounts: 1,
        first_day: '2026-03-02',
        last_day: '2026-03-02',
        totals: [{ currency: 'EUR', amount: '200.00' }],
      },
    });
    expect(await desk.read(run.id)).toMatchObject({ state: 'ready', totals: [{ lines: '100.00' }] });
    // What was sent can be named in the answer, and need not be sent again.
    const query = new URLSearchParams({
      provider: 'azure',
      month: '2026-03',
      files: existing.files.join(','),
      existing: 'add',
    });
    const added = await portal.api.send<{ billing_run: Run; job: { id: string } }>(
      'POST',
      `/billing_runs?${query}`,
    );
    expect(added.status).toBe(202);
    expect(await settled(added.body.data)).toMatchObject({ id: run.id, totals: [{ lines: '300.00' }] });
  });

  it('becomes a part of the run, with what was typed in kept', async () => {
    const run = await desk.run('azure', first('A-2'), { name: 'part_0.csv' });
    const typed = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${run.id}/lines`, {
      kind: 'tax',
      amount: '7.60',
      reason: 'VAT',
    });
    await followJob(portal.api, typed.body.data.job.id);
    const total = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${run.id}/totals`, {
      amount: '307.60',
    });
    await followJob(portal.api, total.body.data.job.id);
    const answer = await desk.begin('azure', second('A-2'), { name: 'part_1.csv', existing: 'add' });
    expect([answer.status, answer.body.data.billing_run.id]).toEqual([202, run.id]);
    const whole = await settled(answer.body.data);
    expect(whole).toMatchObject({
      id: run.id,
      state: 'ready',
      lines: 2,
      invoices: [{ reference: 'A-2', invoice: '307.60', confirmed: true }],
      additions: [{ kind: 'tax', amount: '7.60' }],
      totals: [{ lines: '307.60', allocated: '307.60', unallocated: '0.00' }],
      parts: [
        { name: 'part_0.csv', lines: 1, totals: [{ amount: '100.00' }] },
        { name: 'part_1.csv', lines: 1, totals: [{ amount: '200.00' }] },
      ],
    });
    expect(whole.steps).toContainEqual(
      expect.objectContaining({ name: 'Add part_1.csv as a part', by: expect.stringMatching(/@/) }),
    );
    const { rows } = await portal.db.query(
      `SELECT count(*) AS runs FROM billing_runs r JOIN billing_invoices i ON i.run_id = r.id WHERE i.reference = 'A-2'`,
    );
    expect(rows).toEqual([{ runs: 1 }]);
    for (const file of [first('A-2'), second('A-2')]) {
      const again = await desk.begin('azure', file);
      expect([again.status, again.body.data.billing_run.id]).toEqual([200, run.id]);
    }
  });

  it('takes the place of the run', async () => {
    const { run, answer } = await secondOf('A-3', { existing: 'replace' });
    expect(answer.status).toBe(202);
    const other = await settled(answer.body.data);
    expect(other).toMatchObject({ state: 'ready', totals: [{ lines: '200.00' }] });
    expect(await desk.read(run.id)).toMatchObject({ state: 'superseded', superseded_by: other.id });
  });

  it('is left out', async () => {
    const { run, answer } = await secondOf('A-4', { existing: 'leave' });
    expect([answer.status, answer.body.data.billing_run.id]).toEqual([200, run.id]);
    expect(await desk.read(run.id)).toMatchObject({ state: 'ready', totals: [{ lines: '100.00' }] });
  });

  it('that the run has already cannot be added to be read in another way', async () => {
    const open = azureMca([{ account: 'one', amount: '1,234', invoice: 'A-8' }]);
    const run = await desk.run('azure', open, { decimal_sign: '.' });
    const comma = await desk.begin('azure', open, { decimal_sign: ',', existing: 'add' });
    expect([comma.status, comma.body.error]).toEqual([
      409,
      `Billing run ${run.id} has these files already, read in another way. Send them in place of these to have them read as you say now.`,
    ]);
    const anew = await desk.begin('azure', open, { decimal_sign: ',', existing: 'replace' });
    expect(await settled(anew.body.data)).toMatchObject({ state: 'ready', totals: [{ lines: '1.23' }] });
  });

  it('that the run has already is the same however often it is said how its text is encoded', async () => {
    const run = await desk.run('azure', first('A-9'));
    const western = Buffer.from(
      azureMca([{ account: 'two', amount: '5', invoice: 'A-9' }], { meterName: 'Köln' }),
      'latin1',
    );
    const add = (encoding: string) => desk.begin('azure', western, { encoding, existing: 'add' });
    const once = await add('windows-1252');
    await settled(once.body.data);
    const again = await add('windows-1252');
    expect([again.status, again.body.data.billing_run.id, again.body.data.job]).toEqual([200, run.id, null]);
    const other = await add('windows-1250');
    expect(other.status).toBe(409);
  });

  it('that the run has already cannot become its amortised costs, nor what has these be billed', async () => {
    const run = await desk.run('azure', first('A-10'));
    const send = (file: string, told: Record<string, string>) =>
      portal.api.send<{ billing_run: Run; job: { id: string } | null }>(
        'POST',
        `/billing_runs/${run.id}/parts?${new URLSearchParams({ name: 'part.csv', ...told })}`,
        file,
        { 'content-type': 'text/csv' },
      );
    const split = await send(first('A-10'), { split: 'amortised' });
    expect([split.status, split.body.error]).toEqual([
      409,
      `Billing run ${run.id} has these files already, as what is billed. Export the amortised costs from Azure, which are a file of their own, and send that as amortised costs.`,
    ]);
    const amortised = azureMca([{ account: 'one', amount: '100.00', invoice: 'A-10', day: '03/02/2026' }]);
    const added = await send(amortised, { split: 'amortised' });
    expect(added.status).toBe(202);
    await followJob(portal.api, added.body.data.job?.id ?? '');
    const again = await send(amortised, { split: 'amortised' });
    expect([again.status, again.body.data.job]).toEqual([200, null]);
    const billed = await send(amortised, {});
    expect([billed.status, billed.body.error]).toEqual([
      409,
      `Billing run ${run.id} has these files already, as its amortised costs, of which nothing is booked. If they are billed, send all files of the bill again, in place of these.`,
    ]);
    expect(await desk.read(run.id)).toMatchObject({
      state: 'ready',
      totals: [{ lines: '100.00' }],
      parts: [
        { name: 'bill.csv', amortised: false },
        { name: 'part.csv', amortised: true },
      ],
    });
  });

  it('is refused with another word than these', async () => {
    const { status, body } = await desk.begin('azure', second('A-5'), { existing: 'merge' });
    expect([status, body.error]).toEqual([400, 'existing must be one of add, replace, leave, difference.']);
  });

  it('is asked about by the calls of the billing page as well', async () => {
    const data = (file: string) => ({ data: Buffer.from(file).toString('base64') });
    const run = await desk.run('azure', first('A-6'));
    const asked = await portal.api.post('/cloud_bills/process_azure_invoice', data(second('A-6')));
    expect([asked.status, asked.body.error]).toEqual([
      409,
      expect.stringContaining(`Billing run ${run.id} has`),
    ]);
    const added = await portal.api.post<{ billing_run: Run; job: { id: string } }>(
      '/cloud_bills/process_azure_invoice?existing=add',
      data(second('A-6')),
    );
    expect(added.status).toBe(202);
    expect(await settled(added.body.data)).toMatchObject({ id: run.id, totals: [{ lines: '300.00' }] });
  });

  it('is taken for the split of commitments where it has amortised costs, or left out, on each way', async () => {
    const run = await desk.run('azure', first('A-11'));
    const costs = azureMca([{ account: 'two', amount: '60.00', invoice: 'A-11', day: '03/03/2026' }], {
      pricingModel: 'Reservation',
    });
    const asked = await desk.begin('azure', costs);
    expect([asked.status, asked.body.error]).toEqual([
      409,
      `Billing run ${run.id} has invoice A-11 already, with 1 line of 100.00 EUR; this file has its amortised costs, 1 line of 60.00 EUR. ` +
        'Say whether it is to be taken for the split of commitments, or to be left out.',
    ]);
    expect((asked.body as unknown as Refused).existing).toMatchObject({
      amortised: true,
      file: { lines: 1, totals: [{ amount: '60.00' }] },
    });
    const bill = await desk.begin('azure', costs, { existing: 'add' });
    expect([bill.status, bill.body.error]).toEqual([
      422,
      expect.stringContaining('export of amortised costs'),
    ]);
    const left = await desk.begin('azure', costs, { existing: 'leave' });
    expect([left.status, left.body.data.billing_run.id]).toEqual([200, run.id]);
    const process = (query: string) =>
      portal.api.post<{ billing_run: Run; job: { id: string } }>(
        `/cloud_bills/process_azure_invoice${query}`,
        {
          data: Buffer.from(costs).toString('base64'),
        },
      );
    expect((await process('')).status).toBe(409);
    const taken = await process('?existing=add&split=amortised');
    expect(taken.status, taken.text).toBe(202);
    expect(await settled(taken.body.data)).toMatchObject({
      id: run.id,
      state: 'ready',
      totals: [{ lines: '100.00', postings: '100.00' }],
      parts: [{ amortised: false }, { amortised: true, lines: 0 }],
    });
    const again = await desk.begin('azure', costs, { existing: 'add', split: 'amortised' });
    expect([again.status, again.body.data.billing_run.id, again.body.data.job]).toEqual([200, run.id, null]);
    const alone = azureMca([{ account: 'two', amount: '60.00', invoice: 'A-12' }]);
    const none = await desk.begin('azure', alone, { existing: 'add', split: 'amortised' });
    expect([none.status, none.body.error]).toEqual([
      422,
      expect.stringContaining('No open run was found that bills what these costs are of'),
    ]);
  });

  it('that cannot be read as a part leaves the run as it was, which says why', async () => {
    const run = await desk.run('azure', first('A-7'));
    const usd = azureMca([{ account: 'two', amount: '2', invoice: 'A-7', currency: 'USD' }]);
    const query = new URLSearchParams({ name: 'usd.csv' });
    const added = await portal.api.send<{ billing_run: Run; job: { id: string } }>(
      'POST',
      `/billing_runs/${run.id}/parts?${query}`,
      usd,
      { 'content-type': 'text/csv' },
    );
    expect(added.status).toBe(202);
    const after = await settled(added.body.data);
    expect(after).toMatchObject({
      state: 'ready',
      error: null,
      totals: [{ lines: '100.00', allocated: '100.00' }],
    });
    expect(after.steps).toContainEqual(
      expect.objectContaining({
        name: 'Leave usd.csv out',
        detail:
          "'usd.csv': Its currency is USD, and that of the parts before it is EUR. Please send the parts of one bill alone.",
      }),
    );
  });
});
