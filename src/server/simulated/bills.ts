import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Runner } from '#server/platform/database/database.ts';
import { csvLines } from '#server/platform/files/csv.ts';
import type { ExportRow } from '#server/simulators/big-query/query-export.ts';

/** Exports of bills, as clouds put them for the accounts that the portal knows. Each month has the same at all times. */

const SERVICES = {
  aws: ['AmazonEC2', 'AmazonS3', 'AmazonRDS'],
  azure: ['Virtual Machines', 'Storage', 'SQL Database'],
  gcp: ['Compute Engine', 'Cloud Storage', 'BigQuery'],
} as const;
type SimulatedCloud = keyof typeof SERVICES;

interface Line {
  account: string;
  service: string;
  /** As a decimal. */
  amount: string;
  /** YYYY-MM-DD */
  day: string;
}

/** What each account of a cloud costs in a month, YYYY-MM, by service. */
async function linesOf(db: Runner, cloud: SimulatedCloud, month: string): Promise<Line[]> {
  const type = { aws: 'AwsCloudParent', azure: 'AzureCloudParent', gcp: 'GcpCloudParent' }[cloud];
  const { rows } = await db.query<{ account: string }>({
    text: `SELECT btrim(identifier) AS account FROM cloud_parents WHERE provider_type = $1 AND NOT terminated
      AND btrim(identifier) <> '' ORDER BY 1`,
    values: [type],
  });
  return rows.flatMap(({ account }) =>
    SERVICES[cloud].map((service, at) => {
      const digest = createHash('sha256').update(`${account} ${service} ${month}`).digest();
      const cents = 1000 + (digest.readUInt32BE(0) % 400_000);
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      return { account, service, amount, day: `${month}-${String(2 + at * 9).padStart(2, '0')}` };
    }),
  );
}

const csv = (rows: readonly Record<string, string>[]): string =>
  csvLines([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]);

/** A file of an export by its path. */
export interface ExportedFile {
  path: string;
  content: Buffer | string;
}

/** The files of two parts; none where there is nothing to charge. */
function inParts(
  lines: readonly Line[],
  part: (lines: readonly Line[], n: number) => ExportedFile,
): ExportedFile[] {
  const half = Math.ceil(lines.length / 2);
  const halves = [lines.slice(0, half), lines.slice(half)];
  return halves.filter(({ length }) => length > 0).map((some, at) => part(some, at));
}

/** Files, and behind them the manifest that names them, as clouds write it once all else is there. */
const withManifest = (files: ExportedFile[], path: string, manifest: object): ExportedFile[] =>
  files.length === 0 ? [] : [...files, { path, content: JSON.stringify(manifest) }];

/**
 * A Cost and Usage Report of AWS.
 * @param folder where the report lies
 * @param days the folder of the month, such as 20261001-20261101
 */
export async function awsExport(
  db: Runner,
  { folder, month, days }: { folder: string; month: string; days: string },
): Promise<ExportedFile[]> {
  const begin = `${folder}/${days}`;
  const assembly = createHash('md5').update(month).digest('hex');
  const files = inParts(await linesOf(db, 'aws', month), (lines, n) => ({
    path: `${begin}/${assembly}/report-${n + 1}.csv.gz`,
    content: gzipSync(
      csv(
        lines.map(({ account, service, amount, day }) => ({
          'bill/InvoiceId': `AWS-${month}`,
          'bill/PayerAccountId': '111111111111',
          'bill/BillingPeriodStartDate': `${month}-01T00:00:00Z`,
          'lineItem/UsageAccountId': account,
          'lineItem/LineItemType': 'Usage',
          'lineItem/UsageStartDate': `${day}T00:00:00Z`,
          'lineItem/ProductCode': service,
          'lineItem/CurrencyCode': 'USD',
          'lineItem/UnblendedCost': amount,
          'lineItem/LineItemDescription': `${service} of ${day}`,
        })),
      ),
    ),
  }));
  const manifest = { assemblyId: assembly, compression: 'GZIP', reportKeys: files.map(({ path }) => path) };
  return withManifest(files, `${begin}/report-Manifest.json`, manifest);
}

/**
 * An export of Azure's Cost Management.
 * @param folder where the export lies
 * @param days the folder of the month, such as 20261001-20261031
 */
export async function azureExport(
  db: Runner,
  { folder, month, days }: { folder: string; month: string; days: string },
): Promise<ExportedFile[]> {
  const run = createHash('md5').update(month).digest('hex');
  const begin = `${folder}/${days}/${run}`;
  const [year, number] = month.split('-');
  const all = await linesOf(db, 'azure', month);
  const rows: number[] = [];
  const files = inParts(all, (lines, n) => {
    rows.push(lines.length);
    const content = csv(
      lines.map(({ account, service, amount, day }) => ({
        invoiceId: `G${year}${number}`,
        billingAccountId: 'simulated',
        billingProfileId: 'simulated',
        billingPeriodStartDate: `${number}/01/${year}`,
        date: `${number}/${day.slice(-2)}/${year}`,
        meterName: service,
        meterCategory: service,
        SubscriptionId: account,
        chargeType: 'Usage',
        billingCurrency: 'EUR',
        costInBillingCurrency: amount,
        pricingModel: 'OnDemand',
      })),
    );
    return { path: `${begin}/part_${n}_0001.csv`, content };
  });
  const blobs = files.map(({ path, content }, at) => ({
    blobName: path,
    byteCount: content.length,
    dataRowCount: rows[at],
  }));
  return withManifest(files, `${begin}/manifest.json`, { runInfo: { runId: run }, blobs });
}

/** Rows of Google's billing export. */
export async function googleExportRows(db: Runner, month: string): Promise<ExportRow[]> {
  const lines = await linesOf(db, 'gcp', month);
  return lines.map(({ account, service, amount, day }) => ({
    billing_account_id: '01A2B3-C4D5E6-F7A8B9',
    invoice: { month: month.replace('-', '') },
    project: { id: account, name: account },
    service: { description: service },
    sku: { description: `${service} of ${day}` },
    usage_start_time: `${day} 00:00:00 UTC`,
    currency: 'EUR',
    cost: amount,
    credits: [],
  }));
}
