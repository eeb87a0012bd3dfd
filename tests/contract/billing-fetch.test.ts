import { describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { focus } from '#tests/support/billing/bill-files.ts';
import { billSources, fetchBill, runOf } from '#tests/support/billing/bill-sources.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const sources = await billSources();
const portal = withPortal({ ...sources.settings, ...sources.amortised });
const MARCH = '20260301-20260401';
const MARCH_OF_AZURE = '20260301-20260331';

describe('the bill of a month is fetched from where its cloud puts it', () => {
  it('AWS: all parts that the manifest names become one run, with the sum of all of them', async () => {
    sources.putReport('2026-03', MARCH, ['100.10', '200.20', '0.03']);
    const job = await fetchBill(portal, 'aws', '2026-03');
    expect(job).toMatchObject({ state: 'done', result: { begun: true } });
    const run = await runOf(portal, job);
    expect(run).toMatchObject({
      month: '2026-03',
      format: 'aws-cur-2',
      lines: 3,
      error: null,
      totals: [{ currency: 'USD', lines: '300.33' }],
    });
    expect(run.parts.map(({ name, state }) => [name, state])).toEqual([
      ['desk-00001.csv.gz', 'read'],
      ['desk-00002.csv.gz', 'read'],
      ['desk-00003.csv.gz', 'read'],
    ]);
    expect(run.steps[0]).toMatchObject({
      name: 'Fetch from AWS',
      detail: 'Export a-1, 4 files. It lies at s3://bills/cur/desk.',
    });
  });

  it('Azure: the newest run of the export counts, and its manifest says how many rows each part has', async () => {
    sources.putExport('2026-03', MARCH_OF_AZURE, ['1.00'], { run: 'r-old' });
    sources.putExport('2026-03', MARCH_OF_AZURE, ['40.00', '2.50'], { run: 'r-new' });
    const run = await runOf(portal, await fetchBill(portal, 'azure', '2026-03'));
    expect(run).toMatchObject({
      month: '2026-03',
      lines: 2,
      error: null,
      invoices: [{ reference: 'G-1' }],
      totals: [{ currency: 'EUR', lines: '42.50' }],
    });
    expect(run.steps[0]?.detail).toMatch(/^Export r-new, 3 files\. It lies at /);
  });

  it('Google: the lines of the invoice month come from BigQuery with their credits', async () => {
    sources.putRows('2026-03', ['10.25', '5', '1.005']);
    const run = await runOf(portal, await fetchBill(portal, 'gcp', '2026-03'));
    expect(run).toMatchObject({
      month: '2026-03',
      format: 'google-export',
      lines: 3,
      error: null,
      totals: [{ currency: 'EUR', lines: '15.51' }],
    });
  });

  it('AWS: a data export of FOCUS is a run of FOCUS', async () => {
    sources.putDataExport('2025-12', ['3.50', '4.25'], { write: (lines) => focus(lines, 'AWS') });
    const run = await runOf(portal, await fetchBill(portal, 'aws', '2025-12'));
    expect(run).toMatchObject({
      provider: 'focus',
      format: 'focus',
      month: '2025-12',
      lines: 2,
      error: null,
      totals: [{ currency: 'EUR', lines: '7.75' }],
    });
  });

  it('Azure: an export of the type FocusCost is a run of FOCUS', async () => {
    sources.putFocusExport('2025-12', '20251201-20251231', '6.25');
    const run = await runOf(portal, await fetchBill(portal, 'azure', '2025-12'));
    expect(run).toMatchObject({ provider: 'focus', error: null, totals: [{ lines: '6.25' }] });
    expect(run.steps[0]?.detail).toMatch(/^Export focus-run, 2 files\. It lies at /);
  });

  it('Azure: of an export without partitions the file of its last run is taken, which has no manifest', async () => {
    const days = '20251101-20251130';
    const [first, last] = ['0a1b2c3d-0000-4000-8000-00000000000f', '0a1b2c3d-0000-4000-8000-00000000000a'];
    sources.putWhole('2025-11', days, first, '1.00');
    sources.putWhole('2025-11', days, last, '2.75');
    const run = await runOf(portal, await fetchBill(portal, 'azure', '2025-11'));
    expect(run).toMatchObject({ provider: 'azure', error: null, lines: 1, totals: [{ lines: '2.75' }] });
    expect(run.steps[0]?.detail).toMatch(new RegExp(`^Export ${last}, 1 file\\. It lies at `));
  });

  it('Azure: its amortised costs are added to the run for the split; without them the bill is taken, and the run says so', async () => {
    const days = '20251001-20251031';
    sources.putExport('2025-10', days, ['40.00', '2.50']);
    const fetch = async () => {
      const job = await fetchBill(portal, 'azure', '2025-10');
      await runOf(portal, job);
      const amortised = await followJob(portal.api, String(job.result?.['amortised']));
      return { job, amortised, run: await runOf(portal, job) };
    };
    const without = await fetch();
    expect(without.amortised).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(
        /^There is no export of October 2025 yet.*costs\/amortised\/20251001-20251031/,
      ),
    });
    expect(without.run).toMatchObject({ error: null, totals: [{ lines: '42.50' }], parts: [{}, {}] });
    expect(without.run.steps).toContainEqual(
      expect.objectContaining({
        name: 'Fetch from Azure',
        detail: expect.stringMatching(
          /^No amortised costs were added\. There is no export of October 2025 yet/,
        ),
      }),
    );
    sources.putAmortised('2025-10', days, ['40.00', '2.50'], '7.25');
    const { job, amortised, run } = await fetch();
    expect(job.result).toMatchObject({ billing_run: without.run.id, begun: false });
    expect(amortised).toMatchObject({ state: 'done', result: { billing_run: run.id, added: true } });
    expect(run).toMatchObject({
      id: without.run.id,
      totals: [{ lines: '42.50' }],
      parts: [
        { amortised: false },
        { amortised: false },
        ...[1, 2, 3].map(() => ({ state: 'read', amortised: true, lines: 0 })),
      ],
    });
    const { body } = await portal.api.get<Row[]>(`/billing_runs/${run.id}/commitments?page=1`);
    expect(body.data).toMatchObject([{ commitment: 'r-1', known: true, billed: '0.00', used: '7.25' }]);
    expect((await fetch()).amortised).toMatchObject({ state: 'done', result: { added: false } });
  });

  it('a file that is missing has nothing taken, and is named', async () => {
    const [, second = ''] = sources.putReport('2026-02', '20260201-20260301', ['1', '2']);
    sources.s3.remove(second);
    const job = await fetchBill(portal, 'aws', '2026-02');
    expect([job.state, job.error]).toEqual([
      'failed',
      `The manifest cur/desk/20260201-20260301/desk-Manifest.json names 2 files, of which 1 is not there: ${second}. ` +
        'Nothing was taken. Fetch it again once the export is complete.',
    ]);
  });

  it('the same export twice is one run, and its files are fetched once', async () => {
    sources.putReport('2026-01', '20260101-20260201', ['7']);
    const first = await fetchBill(portal, 'aws', '2026-01');
    const before = sources.s3.faults.calls('get');
    const second = await fetchBill(portal, 'aws', '2026-01');
    expect(second.result).toEqual({ billing_run: first.result?.['billing_run'], begun: false });
    // The manifest alone.
    expect(sources.s3.faults.calls('get') - before).toBe(1);
  });
});
