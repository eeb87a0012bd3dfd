import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { awsCur, azureMca, focus, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const make = estate(portal);
  const companies_id = await make.company('1000');
  const center = { companies_id, cloud_contact_id: await make.contact('parts@example.com') };
  await make.costCenter('PARTS', center);
  for (const account of ['one', 'two']) await make.account(account, 'PARTS');
});

/** A part of an invoice: a line for each amount, now of one account and now of another. */
const part = (invoice: string, day: string, ...amounts: string[]) =>
  azureMca(
    amounts.map((amount, at): MadeLine => ({ account: at % 2 ? 'two' : 'one', amount, invoice, day })),
  );
const first = (invoice: string) => part(invoice, '03/01/2026', '100.00');
const second = (invoice: string) => part(invoice, '03/02/2026', '200.00');

interface Begun {
  billing_run: Run;
  job: { id: string };
}

/** Sends files of a bill one by one, and begins one run with all of them. */
async function together(provider: string, files: Record<string, string | Buffer>) {
  const ids: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const query = new URLSearchParams({ name });
    const kept = await portal.api.send<{ id: string }>('POST', `/billing_files?${query}`, content as string, {
      'content-type': 'application/octet-stream',
    });
    expect(kept.status).toBe(201);
    ids.push(kept.body.data.id);
  }
  const query = new URLSearchParams({ provider, month: '2026-03', files: ids.join(',') });
  return portal.api.send<Begun>('POST', `/billing_runs?${query}`);
}

async function runTogether(files: Record<string, string | Buffer>, provider = 'azure'): Promise<Run> {
  const { status, body, text } = await together(provider, files);
  if (status !== 202) throw new Error(`${status} ${text}`);
  await followJob(portal.api, body.data.job.id);
  return desk.read(body.data.billing_run.id);
}

const partsOf = ({ parts }: Run) =>
  parts.map(({ name, state, rows, totals: [total] }) => [name, state, rows, total?.amount ?? null]);

describe('parts of one export are one billing run', () => {
  it('where several files are sent together', async () => {
    const run = await runTogether({ 'part_0_0001.csv': first('T-1'), 'part_1_0001.csv': second('T-1') });
    expect(run).toMatchObject({
      state: 'ready',
      lines: 2,
      invoices: [{ reference: 'T-1', invoice: '300.00' }],
      totals: [{ currency: 'EUR', lines: '300.00', allocated: '300.00' }],
    });
    expect(partsOf(run)).toEqual([
      ['part_0_0001.csv', 'read', 1, '100.00'],
      ['part_1_0001.csv', 'read', 1, '200.00'],
    ]);
    expect(run.files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['part_0_0001.csv', 'part_1_0001.csv']),
    );
  });

  it('where they are in an archive, each of them packed or not', async () => {
    const run = await desk.run(
      'azure',
      await zipped({
        'export/part_0_0001.csv': first('T-2'),
        'export/part_1_0001.csv.gz': gzipSync(second('T-2')),
      }),
    );
    expect(run).toMatchObject({ state: 'ready', totals: [{ lines: '300.00' }] });
    expect(partsOf(run)).toEqual([
      ['export/part_0_0001.csv', 'read', 1, '100.00'],
      ['export/part_1_0001.csv.gz', 'read', 1, '200.00'],
    ]);
  });

  it('and come to what one file of their size comes to, to the cent', async () => {
    const amounts = Array.from({ length: 60 }, (_, at) => `${at}.${String(at * 7_919).padStart(6, '0')}`);
    const [one, other, third] = [amounts.slice(0, 13), amounts.slice(13, 40), amounts.slice(40)];
    const run = await runTogether({
      'a.csv': part('T-3', '03/01/2026', ...one),
      'b.csv.gz': gzipSync(part('T-3', '03/02/2026', ...other)),
      'c.csv': part('T-3', '03/03/2026', ...third),
    });
    const whole = await desk.run('azure', part('T-3b', '03/01/2026', ...amounts));
    expect(run.lines).toBe(whole.lines);
    expect(run.totals).toEqual(whole.totals);
    expect(run.parts.reduce((sum, { lines }) => sum + lines, 0)).toBe(whole.lines);
  });

  it('and are the same run however often they are sent, in whatever order, and alone', async () => {
    const files = { 'a.csv': first('T-4'), 'b.csv': second('T-4') };
    const run = await runTogether(files);
    const again = await together('azure', { 'b.csv': files['b.csv'], 'a.csv': files['a.csv'] });
    expect([again.status, again.body.data.billing_run.id]).toEqual([200, run.id]);
    const alone = await desk.begin('azure', files['b.csv']);
    expect([alone.status, alone.body.data.billing_run.id]).toEqual([200, run.id]);
  });

  it('a part that is there twice by its bytes counts once, which is said', async () => {
    const run = await runTogether({
      'part_0.csv': first('T-5'),
      'part_1.csv': second('T-5'),
      'part_0 (1).csv.gz': gzipSync(first('T-5')),
    });
    expect(run).toMatchObject({ state: 'ready', lines: 2, totals: [{ lines: '300.00' }] });
    expect(run.parts.at(-1)).toMatchObject({
      name: 'part_0 (1).csv.gz',
      state: 'repeated',
      same_as: 'part_0.csv',
    });
    expect(run.steps).toContainEqual(
      expect.objectContaining({
        name: 'Count repeated parts once',
        detail: 'part_0 (1).csv.gz is part_0.csv once more, byte by byte.',
      }),
    );
  });

  it.each([
    [
      'currency',
      azureMca([{ account: 'two', amount: '2', invoice: 'T-6', currency: 'USD' }]),
      "'b.csv': Its currency is USD, and that of the parts before it is EUR. Please send the parts of one bill alone.",
    ],
    [
      'month',
      azureMca([{ account: 'two', amount: '2', invoice: 'T-6' }], { billingPeriodStartDate: '02/01/2026' }),
      "'b.csv': Its month is 2026-02, and that of the parts before it is 2026-03. Please send the parts of one bill alone.",
    ],
    [
      'format',
      'Planet\nMars\n',
      expect.stringMatching(/^'b\.csv': The columns of this file are not known\./),
    ],
    [
      'provider',
      focus([{ account: 'two', amount: '2', invoice: 'T-6' }], 'Microsoft'),
      expect.stringMatching(/^'b\.csv': This is a file of another provider/),
    ],
  ])('but not where they differ in %s, which names the part', async (_, other, sentence) => {
    const { status, body } = await together('azure', { 'a.csv': first('T-6'), 'b.csv': other });
    expect([status, body.error]).toEqual([422, sentence]);
  });
});

describe('a manifest names the parts of an export', () => {
  const manifest = (blobs: Record<string, number>) =>
    JSON.stringify({
      blobs: Object.entries(blobs).map(([blobName, dataRowCount]) => ({
        blobName,
        byteCount: 1,
        dataRowCount,
      })),
    });
  const ofBoth = manifest({ 'exports/x/part_0_0001.csv': 1, 'exports/x/part_1_0001.csv': 1 });

  it('so that a run with all of them is ready', async () => {
    const run = await runTogether({
      'manifest.json': ofBoth,
      'part_0_0001.csv': first('M-1'),
      'part_1_0001.csv': second('M-1'),
    });
    expect(run).toMatchObject({ state: 'ready', totals: [{ lines: '300.00' }] });
    expect(partsOf(run)).toHaveLength(2);
  });

  it('one that lacks some says which, cannot be ready or booked, and takes them later without a question', async () => {
    const archive = await zipped({ 'manifest.json': ofBoth, 'part_0_0001.csv': first('M-2') });
    const run = await desk.run('azure', archive);
    expect(run).toMatchObject({ state: 'needs_review', exceptions: 0, totals: [{ lines: '100.00' }] });
    expect(partsOf(run)).toEqual([
      ['part_0_0001.csv', 'read', 1, '100.00'],
      ['part_1_0001.csv', 'missing', 0, null],
    ]);
    const refused = await desk.finalize(run.id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `Run ${run.id} cannot be finalized. The manifest names part_1_0001.csv, which was not sent.`,
    ]);
    const later = await desk.begin('azure', second('M-2'), { name: 'part_1_0001.csv' });
    expect([later.status, later.body.data.billing_run.id]).toEqual([202, run.id]);
    await followJob(portal.api, later.body.data.job.id);
    const whole = await desk.read(run.id);
    expect(whole).toMatchObject({ state: 'ready', totals: [{ lines: '300.00', allocated: '300.00' }] });
    expect(partsOf(whole).map(([, state]) => state)).toEqual(['read', 'read']);
  });

  it('of AWS as well, by its report keys', async () => {
    const cur = awsCur([{ account: 'one', amount: '4', invoice: '' }]).replaceAll(
      '111111111111',
      '555555555555',
    );
    const keys = { reportKeys: ['p/cur/cur-00001.csv.gz', 'p/cur/cur-00002.csv.gz'] };
    const run = await runTogether(
      { 'cur-Manifest.json': JSON.stringify(keys), 'cur-00001.csv.gz': gzipSync(cur) },
      'aws',
    );
    expect(run.state).toBe('needs_review');
    expect(run.parts.map(({ name, state }) => [name, state])).toEqual([
      ['cur-00001.csv.gz', 'read'],
      ['cur-00002.csv.gz', 'missing'],
    ]);
  });

  it('with the rows of each, of which a part must have as many', async () => {
    const run = await runTogether({
      'manifest.json': manifest({ 'part_0_0001.csv': 5 }),
      'part_0_0001.csv': first('M-3'),
    });
    expect([run.state, run.error]).toEqual([
      'failed',
      "'part_0_0001.csv': it has 1 row, and the manifest says 5. It may be cut off.",
    ]);
  });

  it('and is no bill by itself', async () => {
    const { status, body } = await desk.begin('azure', `${ofBoth}\n`, { name: 'manifest.json' });
    expect([status, body.error]).toEqual([
      422,
      "'manifest.json' is a manifest and no bill. Please send it together with the files that it names: part_0_0001.csv and part_1_0001.csv.",
    ]);
  });
});
