import { gzipSync } from 'node:zlib';
import { afterAll } from 'vitest';
import { startBigQuery } from '#simulators/big-query/big-query.ts';
import { SIMULATOR_ACCOUNT, startBlobs } from '#simulators/objects/blobs.ts';
import { startS3 } from '#simulators/objects/s3.ts';
import type { TestPortal } from '#tests/support/portal.ts';
import type { Api } from '../api.ts';
import { followJob, type FollowedJob } from '../follow-job.ts';
import { awsCur, azureMca, focus, type MadeLine } from './bill-files.ts';
import { ofMonth, type Run } from './billing-desk.ts';

const TABLE = 'billing.export';

/** Simulators of the places where clouds put bills, the settings that name them, and what clouds put there. */
export async function billSources() {
  // Few a page, so that listings and results come in several.
  const [s3, blobs, bigQuery] = await Promise.all([
    startS3('bills', 2),
    startBlobs('bills', 2),
    startBigQuery(2),
  ]);
  afterAll(() => Promise.all([s3.close(), blobs.close(), bigQuery.close()]));
  const settings = {
    BILL_SOURCE_AWS: 's3://bills/cur/desk',
    BILL_SOURCE_AWS_API: s3.url,
    BILL_SOURCE_AZURE: `${blobs.url}/${SIMULATOR_ACCOUNT.account}/bills/costs/monthly`,
    BILL_SOURCE_GCP: `finops-1.${TABLE}`,
    BIGQUERY_API: bigQuery.url,
    BILL_FETCH: 'off',
  };
  return {
    s3,
    blobs,
    bigQuery,
    settings,
    /** The setting that names Azure's export of amortised costs beside it. */
    amortised: {
      BILL_SOURCE_AZURE_AMORTISED: `${blobs.url}/${SIMULATOR_ACCOUNT.account}/bills/costs/amortised`,
    },
    /** A Cost and Usage Report of a month whose folder is `days`; an amount for each part. @returns the paths of the parts */
    putReport(month: string, days: string, amounts: readonly string[], assembly = 'a-1'): string[] {
      const folder = `cur/desk/${days}`;
      const parts = amounts.map((_amount, at) => `${folder}/${assembly}/desk-0000${at + 1}.csv.gz`);
      for (const [at, path] of parts.entries())
        s3.put(path, gzipSync(ofMonth(awsCur([line(amounts[at], at)]), month)));
      s3.put(
        `${folder}/desk-Manifest.json`,
        JSON.stringify({ assemblyId: assembly, reportKeys: parts, compression: 'GZIP' }),
      );
      return parts;
    },
    /** A data export of AWS: of its report, or of FOCUS. */
    putDataExport(
      month: string,
      amounts: readonly string[],
      { execution = 'x-1', write = awsCur as (lines: readonly MadeLine[]) => string } = {},
    ): void {
      const parts = amounts.map(
        (_amount, at) => `cur/desk/data/BILLING_PERIOD=${month}/desk-0000${at + 1}.csv.gz`,
      );
      for (const [at, path] of parts.entries())
        s3.put(path, gzipSync(ofMonth(write([line(amounts[at], at)]), month)));
      s3.put(
        `cur/desk/metadata/BILLING_PERIOD=${month}/desk-Manifest.json`,
        JSON.stringify({ executionId: execution, dataFiles: parts.map((path) => `s3://bills/${path}`) }),
      );
    },
    /** An export of Azure's Cost Management. @returns the paths of the parts */
    putExport(
      month: string,
      days: string,
      amounts: readonly string[],
      { run = 'r-1', invoice = 'G-1' } = {},
    ): string[] {
      const folder = `costs/monthly/${days}/${run}`;
      const parts = amounts.map((_amount, at) => `${folder}/part_${at}_0001.csv`);
      for (const [at, path] of parts.entries())
        blobs.put(path, ofMonth(azureMca([{ ...line(amounts[at], at), invoice, currency: 'EUR' }]), month));
      blobs.put(
        `${folder}/manifest.json`,
        JSON.stringify({
          runInfo: { runId: run },
          blobs: parts.map((blobName) => ({ blobName, dataRowCount: 1 })),
        }),
      );
      return parts;
    },
    /** An export of the amortised costs of what `putExport` bills: what a reservation covers costs `covered` beside the amounts. */
    putAmortised(month: string, days: string, amounts: readonly string[], covered: string): void {
      const folder = `costs/amortised/${days}/r-amortised`;
      const of = { invoice: 'G-1', currency: 'EUR' };
      // Azure calls its parts as those of the actual costs.
      const parts = [...amounts, covered].map((_amount, at) => `${folder}/part_${at}_0001.csv`);
      for (const [at, path] of parts.entries()) {
        const amount = amounts[at];
        const file =
          amount === undefined
            ? azureMca([{ ...line(covered, 0), ...of }], {
                pricingModel: 'Reservation',
                reservationId: 'r-1',
              })
            : azureMca([{ ...line(amount, at), ...of }], { reservationId: '' });
        blobs.put(path, ofMonth(file, month));
      }
      blobs.put(
        `${folder}/manifest.json`,
        JSON.stringify({
          exportConfig: { exportName: 'amortised', type: 'AmortizedCost' },
          runInfo: { runId: 'r-amortised' },
          blobs: parts.map((blobName) => ({ blobName, dataRowCount: 1 })),
        }),
      );
    },
    /** An export of FOCUS by Azure's Cost Management, in one part. */
    putFocusExport(month: string, days: string, amount: string): void {
      const folder = `costs/monthly/${days}/focus-run`;
      const blobName = `${folder}/part_0_0001.csv`;
      blobs.put(blobName, ofMonth(focus([line(amount, 0)]), month));
      blobs.put(
        `${folder}/manifest.json`,
        JSON.stringify({
          exportConfig: { exportName: 'monthly', dataVersion: '1.0', type: 'FocusCost' },
          runInfo: { runId: 'focus-run' },
          blobs: [{ blobName, dataRowCount: 1 }],
        }),
      );
    },
    /** A run of an export of Azure without partitions. */
    putWhole(month: string, days: string, run: string, amount: string): void {
      const lines = [{ ...line(amount, 0), invoice: 'G-whole', currency: 'EUR' }];
      blobs.put(`costs/monthly/${days}/monthly_${run}.csv`, ofMonth(azureMca(lines), month));
    },
    /** Rows of Google's billing export, with a credit of 0.25 each. */
    putRows(month: string, amounts: readonly string[]): void {
      bigQuery.put(
        TABLE,
        amounts.map((cost, at) => ({
          billing_account_id: '01A2B3-C4D5E6-F7A8B9',
          invoice: { month: month.replace('-', '') },
          project: { id: `project-${at}`, name: 'A "project", of one' },
          service: { description: 'Compute Engine' },
          sku: { description: 'N2 core, in Frankfurt' },
          usage_start_time: `${month}-02 00:00:00 UTC`,
          currency: 'EUR',
          cost,
          credits: [{ name: 'Committed use', amount: '-0.25' }],
        })),
      );
    },
  };
}

const line = (amount = '0', at: number): MadeLine => ({ account: `account-${at}`, amount });

/** Has the bill of a month fetched, and waits for the job. */
export async function fetchBill(
  { api }: { api: Api },
  provider: string,
  month: string,
): Promise<FollowedJob & { steps: { name: string; state: string }[] }> {
  const { status, body, text } = await api.post<{ job: { id: string } }>('/billing_fetches', {
    provider,
    month,
  });
  if (status !== 202) throw new Error(`Nothing was fetched: ${status} ${text}`);
  return (await followJob(api, body.data.job.id)) as Awaited<ReturnType<typeof fetchBill>>;
}

/** The run of a bill that was fetched, once it is read. */
export async function runOf(portal: TestPortal & { api: Api }, job: FollowedJob): Promise<Run> {
  const run = async () =>
    (await portal.api.get<Run & { job_id: string }>(`/billing_runs/${String(job.result?.['billing_run'])}`))
      .body.data;
  await followJob(portal.api, (await run()).job_id);
  return run();
}
