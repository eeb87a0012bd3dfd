import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceOfBills } from '#calls/sources.ts';
import { examineBillSources } from '#server/bill-sources.ts';
import { monthToClose, monthWords } from '#server/modules/billing/runs/months.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { startS3 } from '#simulators/objects/s3.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billSources, fetchBill, runOf } from '#tests/support/billing/bill-sources.ts';
import { billingDesk } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const sources = await billSources();
const { s3, blobs, bigQuery, settings } = sources;
const portal = withPortal(settings);
const elsewhere = withPortal({
  ...settings,
  BILL_SOURCE_AWS: 's3://nobody/cur/desk',
  BILL_SOURCE_AZURE: settings.BILL_SOURCE_AZURE.replace('/bills/', '/nobody/'),
  BILL_SOURCE_GCP: 'finops-1.billing.nowhere',
});
const production = withPortal({
  NODE_ENV: 'production',
  BILL_SOURCE_AWS: settings.BILL_SOURCE_AWS,
  BILL_SOURCE_AWS_API: settings.BILL_SOURCE_AWS_API,
});
const simulated = withPortal({ BILL_FETCH: 'off' });
const desk = billingDesk(portal);
const place = settings.BILL_SOURCE_AZURE.replace('/costs/monthly', '');

describe('what cannot be fetched is told in plain words', () => {
  it.each([
    [
      'aws',
      'There is no export of May 2025 yet. A manifest was looked for in s3://bills/cur/desk/20250501-20250601/ and s3://bills/cur/desk/metadata/BILLING_PERIOD=2025-05/.',
    ],
    [
      'azure',
      `There is no export of May 2025 yet. A manifest or an export in one file was looked for in ${place}/costs/monthly/20250501-20250531/.`,
    ],
    ['gcp', 'There is no export of May 2025 yet: no line of finops-1.billing.export has its invoice.month.'],
  ])('%s: no export yet, and where it was looked for', async (provider, error) => {
    sources.putRows('2025-04', ['1']);
    expect(await fetchBill(portal, provider, '2025-05')).toMatchObject({ state: 'failed', error });
  });

  it('a manifest that names what lies elsewhere has none of it read', async () => {
    sources.putReport('2025-09', '20250901-20251001', ['1']);
    s3.put('payroll/2025.csv', 'name,salary\r\n');
    const folder = 'cur/desk/20250901-20251001';
    const named = [
      'payroll/2025.csv',
      's3://others/payroll/2025.csv',
      `${folder}/../../../payroll/2025.csv`,
      '/etc/passwd',
      'http://169.254.169.254/latest/meta-data/',
    ];
    s3.put(`${folder}/desk-Manifest.json`, JSON.stringify({ assemblyId: 'a-1', reportKeys: named }));
    const before = s3.faults.calls('get');
    const job = await fetchBill(portal, 'aws', '2025-09');
    expect([job.state, job.error]).toEqual([
      'failed',
      expect.stringContaining('names 5 files, of which 5 are not there: payroll/2025.csv'),
    ]);
    // The manifest itself.
    expect(s3.faults.calls('get') - before).toBe(1);
  });

  it('files without a manifest are told of', async () => {
    blobs.put('costs/monthly/20250401-20250430/export.csv', 'a,b\r\n');
    expect((await fetchBill(portal, 'azure', '2025-04')).error).toMatch(/ \(1 other file is there\)\.$/);
  });

  it.each([
    [
      'list',
      'AWS does not let the portal read the bucket bills: it needs the permission s3:ListBucket there. AWS says: Access Denied',
    ],
    [
      'get',
      'AWS does not let the portal read s3://bills/cur/desk/20250301-20250401/desk-Manifest.json: it needs the permission s3:GetObject there. AWS says: Access Denied',
    ],
  ])('AWS: the permission that is missing to %s', async (operation, error) => {
    sources.putReport('2025-03', '20250301-20250401', ['1']);
    s3.faults.plan(operation, 'denied');
    expect(await fetchBill(portal, 'aws', '2025-03')).toMatchObject({ state: 'failed', attempts: 1, error });
  });

  it('Azure: the role that is missing', async () => {
    blobs.faults.plan('list', 'denied');
    expect((await fetchBill(portal, 'azure', '2025-03')).error).toBe(
      `Azure does not let the portal read ${place}/costs/monthly/20250301-20250331/: its application needs the role Storage Blob Data Reader on the container. ` +
        'Azure says: This request is not authorized to perform this operation using this permission.',
    );
  });

  it('Google: the roles that are missing', async () => {
    bigQuery.failNext('Access Denied: Table finops-1:billing.export', 'accessDenied');
    expect((await fetchBill(portal, 'gcp', '2025-03')).error).toBe(
      'Google does not let the portal read finops-1.billing.export: it needs the role BigQuery Data Viewer on the dataset and BigQuery Job User on the project. ' +
        'Google says: Access Denied: Table finops-1:billing.export.',
    );
  });

  it('Google: the API that nobody enabled', async () => {
    bigQuery.failNext(
      'BigQuery API has not been used in project 123 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/bigquery.googleapis.com/overview?project=123 then retry.',
      'accessNotConfigured',
    );
    expect((await fetchBill(portal, 'gcp', '2025-03')).error).toBe(
      "BigQuery did not return the lines of finops-1.billing.export: the API bigquery.googleapis.com is not enabled in the project 123. Run 'gcloud services enable bigquery.googleapis.com --project 123', wait some minutes, then retry.",
    );
  });

  it('Google: a query that would cost more than is allowed is not begun', async () => {
    bigQuery.failNext('Query exceeded limit for bytes billed: 100000000000.', 'bytesBilledLimitExceeded');
    expect((await fetchBill(portal, 'gcp', '2025-03')).error).toMatch(
      /^The query would read more than the 100 GB that BILL_SOURCE_GCP_GB allows, which Google would charge for; nothing was read\./,
    );
  });

  it.each([
    ['aws', 'There is no bucket nobody. Correct BILL_SOURCE_AWS, and start the portal again.'],
    [
      'azure',
      `There is no container ${place.replace('/bills', '/nobody')}. Correct BILL_SOURCE_AZURE, and start the portal again.`,
    ],
    [
      'gcp',
      'BigQuery did not return the lines of finops-1.billing.nowhere: Not found: Table billing.nowhere was not found in location EU.',
    ],
  ])('%s: a place that is not there', async (provider, error) => {
    expect((await fetchBill(elsewhere, provider, '2025-03')).error).toBe(error);
  });

  it('a month that is not over, a cloud that is not known and a field too many are named together', async () => {
    const { status, body } = await portal.api.post('/billing_fetches', {
      provider: 'oracle',
      month: new Date().toISOString().slice(0, 7),
      day: 1,
    });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['provider', 'month', 'day']]);
  });

  it('in production nothing stands for a source that nobody names, and it says what to set', async () => {
    const { body } = await production.api.get<SourceOfBills[]>('/billing_sources');
    expect(body.data).toEqual([
      {
        provider: 'aws',
        place: 's3://bills/cur/desk',
        amortised: null,
        simulated: false,
        missing: null,
        fetched: [],
      },
      expect.objectContaining({
        provider: 'azure',
        place: null,
        missing: expect.stringMatching(/BILL_SOURCE_AZURE/),
      }),
      expect.objectContaining({
        provider: 'gcp',
        place: null,
        missing: expect.stringMatching(/BILL_SOURCE_GCP/),
      }),
    ]);
    const refused = await production.api.post('/billing_fetches', { provider: 'gcp', month: '2025-03' });
    expect([refused.status, refused.body.error]).toEqual([503, body.data[2]?.missing]);
  });
});

it('the doctor looks for the bill of the month before, and says what is in the way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyledger-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  s3.faults.plan('list', 'denied');
  const { findings } = await examineBillSources(
    loadConfig({ ...settings, ...sources.amortised, DATA_DIR: folder }),
  );
  expect(findings.map(({ state, message }) => [state, message])).toEqual([
    ['failed', expect.stringMatching(/s3:ListBucket/)],
    ['warning', expect.stringMatching(/^There is no export of /)],
    ['warning', expect.stringMatching(/^There is no export of .*costs\/amortised/)],
    ['skipped', expect.stringMatching(/^Whether finops-1\.billing\.export can be read/)],
  ]);
  expect((await examineBillSources(loadConfig({ DATA_DIR: folder }))).findings).toEqual([
    expect.objectContaining({ state: 'skipped', message: expect.stringMatching(/^No bills are fetched\./) }),
  ]);
});

it('a bucket that only a role of another account may read is read as that role, which the doctor tries', async () => {
  const [owner, role] = ['222222222222', 'arn:aws:iam::222222222222:role/bills/read-bills'];
  const aws = await startAws({ initial: { accounts: [{ id: owner, name: 'Billing' }] } });
  const bucket = await startS3('theirs', 1000, (id) => {
    const key = aws.keyOf(id);
    return key?.account === owner ? key : undefined;
  });
  const folder = mkdtempSync(join(tmpdir(), 'skyledger-doctor-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([aws.close(), bucket.close()]);
  });
  const month = monthToClose();
  const manifest = {
    executionId: 'x-7',
    dataFiles: [`s3://theirs/focus/data/BILLING_PERIOD=${month}/1.csv`],
  };
  bucket.put(`focus/data/BILLING_PERIOD=${month}/1.csv`, 'a,b');
  bucket.put(`focus/metadata/BILLING_PERIOD=${month}/focus-Manifest.json`, JSON.stringify(manifest));
  const examined = async (more: Record<string, string>) => {
    const settings = {
      BILL_SOURCE_AWS: 's3://theirs/focus',
      BILL_SOURCE_AWS_API: bucket.url,
      AWS_API: aws.url,
    };
    const { findings } = await examineBillSources(loadConfig({ ...settings, ...more, DATA_DIR: folder }));
    return findings.map(({ state, message }) => [state, message]);
  };
  expect(await examined({ BILL_SOURCE_AWS_ROLE: role })).toEqual([
    ['ok', `Export x-7 of ${monthWords(month)} is in s3://theirs/focus.`],
  ]);
  expect(await examined({})).toEqual([
    ['failed', 'AWS does not take the key of the portal (InvalidAccessKeyId). Check its credentials.'],
  ]);
  const unknown = role.replace(owner, '333333333333');
  expect(await examined({ BILL_SOURCE_AWS_ROLE: unknown })).toEqual([
    [
      'failed',
      `AWS does not let the portal take on the role ${unknown}: its own role or user needs sts:AssumeRole on it, and the role has to trust that one. ` +
        `AWS says: User: arn:aws:iam::100000000001:user/skyledger is not authorized to perform: sts:AssumeRole on resource: ${unknown}`,
    ],
  ]);
});

describe('what is fetched', () => {
  it('goes on with the files that are there, after the connection broke', async () => {
    sources.putReport('2025-02', '20250201-20250301', ['1', '2', '3']);
    // The manifest is read, and the first part fetched.
    for (const fault of ['none', 'none', 'lost'] as const) s3.faults.plan('get', fault);
    const before = s3.faults.calls('get');
    const job = await fetchBill(portal, 'aws', '2025-02');
    expect(job).toMatchObject({ state: 'done', attempts: 2 });
    expect(await runOf(portal, job)).toMatchObject({ lines: 3, totals: [{ lines: '6.00' }] });
    // The manifest twice and once more as a file, each part once, and the second one again.
    expect(s3.faults.calls('get') - before).toBe(7);
  });

  it('of a data export is what its newest manifest names', async () => {
    sources.putDataExport('2025-01', ['1.50', '2.25']);
    const job = await fetchBill(portal, 'aws', '2025-01');
    expect(await runOf(portal, job)).toMatchObject({ lines: 2, totals: [{ lines: '3.75' }] });
    const { body } = await portal.api.get<SourceOfBills[]>('/billing_sources');
    expect(body.data[0]?.fetched[0]).toMatchObject({
      month: '2025-01',
      export: 'x-1',
      billing_run: job.result?.['billing_run'],
      fetched_by: 'ada.lovelace@example.com',
    });
  });

  it('is the run that somebody began with the same files, whatever manifest comes with them', async () => {
    const file = azureMca([{ account: 'account-0', amount: '9.00', invoice: 'G-2' }]);
    const sent = await desk.run('azure', file, { month: '2024-12' });
    sources.putExport('2024-12', '20241201-20241231', ['9.00'], { invoice: 'G-2' });
    expect((await fetchBill(portal, 'azure', '2024-12')).result).toEqual({
      billing_run: sent.id,
      begun: false,
    });
  });

  it('never takes the place of an open run of the invoice by itself: both wait for an answer', async () => {
    const sent = await desk.run(
      'azure',
      azureMca([{ account: 'account-0', amount: '9.00', invoice: 'G-3' }]),
      {
        month: '2024-11',
      },
    );
    sources.putExport('2024-11', '20241101-20241130', ['10.00'], { invoice: 'G-3' });
    const run = await runOf(portal, await fetchBill(portal, 'azure', '2024-11'));
    expect(run).toMatchObject({ existing_run: sent.id, state: 'needs_review', totals: [{ lines: '10.00' }] });
    expect((await desk.read(sent.id)).superseded_by).toBeNull();
  });

  it('of Google is the same run as long as the lines are the same, and reads each bill once per request', async () => {
    sources.putRows('2024-10', ['3', '4']);
    const first = await fetchBill(portal, 'gcp', '2024-10');
    const jobs = bigQuery.jobs().length;
    const second = await fetchBill(portal, 'gcp', '2024-10');
    expect(second.result).toEqual({ billing_run: first.result?.['billing_run'], begun: false });
    expect(bigQuery.jobs().length - jobs).toBe(1);
    expect(bigQuery.jobs().at(-1)).toBe(`skyledger_bill_202410_${second.id}_1`);
  });

  it.each(['aws', 'azure', 'gcp'])(
    '%s: a simulator stands for a source that nobody names',
    async (provider) => {
      await simulated.db.query(
        `INSERT INTO cloud_parents (identifier, provider_type, terminated) VALUES ($1, $2, false)`,
        [`simulated-${provider}`, { aws: 'Aws', azure: 'Azure', gcp: 'Gcp' }[provider] + 'CloudParent'],
      );
      const run = await runOf(simulated, await fetchBill(simulated, provider, '2025-03'));
      // Three services, and the tax of all.
      expect(run).toMatchObject({ error: null, lines: 4, month: '2025-03' });
    },
  );
});
