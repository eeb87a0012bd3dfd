import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Runner } from '#server/platform/database/database.ts';
import { csvLines } from '#server/platform/files/csv.ts';
import type { ExportRow } from '#simulators/big-query/query-export.ts';
import { asAmortised, asBilled, type AzureLine } from './azure-reservation.ts';
import { correctedLinesOf, linesOf, type BillOf, type SimulatedLine } from './bill-lines.ts';

/** Exports of bills, as clouds put them for the accounts that the portal knows. */

const csv = (rows: readonly Record<string, string>[]): string =>
  csvLines([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]);

/** A file of an export by its path. */
export interface ExportedFile {
  path: string;
  content: Buffer | string;
}

/** The files of two parts; none where there is nothing to charge. */
function inParts<Line extends SimulatedLine>(
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

/** Where an export lies, and of which month it is. */
export interface ExportRequest extends Omit<BillOf, 'cloud'> {
  folder: string;
  /** The folder of the month, such as 20261001-20261101. */
  days: string;
}

/** By which an export is known: one of a running month is another one each day. */
const idOf = ({ month, until = '' }: Pick<BillOf, 'month' | 'until'>): string =>
  createHash('md5').update(`${month}${until}`).digest('hex');

const AWS_TYPES = { usage: 'Usage', purchase: 'Fee', tax: 'Tax' } as const;

/** A Cost and Usage Report of AWS. */
export async function awsExport(db: Runner, { folder, days, ...of }: ExportRequest): Promise<ExportedFile[]> {
  const { month } = of;
  const begin = `${folder}/${days}`;
  const assembly = idOf(of);
  const files = inParts(await linesOf(db, { cloud: 'aws', ...of }), (lines, n) => ({
    path: `${begin}/${assembly}/report-${n + 1}.csv.gz`,
    content: gzipSync(
      csv(
        lines.map(({ account, kind, service, amount, day, tags }) => ({
          'bill/InvoiceId': `1${month.replace('-', '')}042`,
          'bill/PayerAccountId': '111111111111',
          'bill/BillingPeriodStartDate': `${month}-01T00:00:00Z`,
          'lineItem/UsageAccountId': account ?? '',
          'lineItem/LineItemType': AWS_TYPES[kind],
          'lineItem/UsageStartDate': `${day}T00:00:00Z`,
          'lineItem/ProductCode': service,
          'lineItem/CurrencyCode': 'USD',
          'lineItem/UnblendedCost': amount,
          'lineItem/LineItemDescription': `${service} of ${day}`,
          ...Object.fromEntries(
            ['cost_center', 'owner', 'project_name'].map((key) => [
              `resourceTags/user:${key}`,
              tags[key] ?? '',
            ]),
          ),
        })),
      ),
    ),
  }));
  const manifest = { assemblyId: assembly, compression: 'GZIP', reportKeys: files.map(({ path }) => path) };
  return withManifest(files, `${begin}/report-Manifest.json`, manifest);
}

/** Lines as Azure's Cost Management writes them. */
function azureRows(month: string, lines: readonly AzureLine[]): string {
  const [year, number] = month.split('-');
  return csv(
    lines.map(({ account, type, reservation, service, amount, day, tags }) => ({
      invoiceId: `G${year}${number}`,
      billingAccountId: 'simulated',
      billingProfileId: 'simulated',
      billingPeriodStartDate: `${number}/01/${year}`,
      date: `${number}/${day.slice(-2)}/${year}`,
      meterName: service,
      meterCategory: service,
      SubscriptionId: account ?? '',
      chargeType: type,
      billingCurrency: 'EUR',
      costInBillingCurrency: amount,
      pricingModel: reservation === null ? 'OnDemand' : 'Reservation',
      reservationId: reservation ?? '',
      tags: account === null ? '' : JSON.stringify(tags),
    })),
  );
}

/** An export of Azure's Cost Management, of the actual or of the amortised costs. */
export async function azureExport(
  db: Runner,
  { folder, days, amortised = false, ...of }: ExportRequest & { amortised?: boolean },
): Promise<ExportedFile[]> {
  const { month } = of;
  const run = idOf(of);
  const all = await linesOf(db, { cloud: 'azure', ...of });
  const begin = `${folder}/${days}/${run}`;
  const rows: number[] = [];
  const files = inParts(amortised ? asAmortised(all) : asBilled(all), (lines, n) => {
    rows.push(lines.length);
    return { path: `${begin}/part_${n}_0001.csv`, content: azureRows(month, lines) };
  });
  const blobs = files.map(({ path, content }, at) => ({
    blobName: path,
    byteCount: content.length,
    dataRowCount: rows[at],
  }));
  return withManifest(files, `${begin}/manifest.json`, { runInfo: { runId: run }, blobs });
}

/** The bill of a closed month as Azure corrects it afterwards. */
export async function correctedAzureBill(db: Runner, month: string): Promise<string> {
  const of = { cloud: 'azure', month, isNewest: false } as const;
  return azureRows(month, asBilled(await correctedLinesOf(db, of, 'Virtual Machines')));
}

/** Rows of Google's billing export. */
export async function googleExportRows(
  db: Runner,
  { month, ...of }: Omit<BillOf, 'cloud'>,
): Promise<ExportRow[]> {
  const lines = await linesOf(db, { cloud: 'gcp', month, ...of });
  return lines.map(({ account, kind, service, amount, day, tags }) => ({
    billing_account_id: '01A2B3-C4D5E6-F7A8B9',
    invoice: { month: month.replace('-', '') },
    project: account === null ? null : { id: account, name: account },
    service: { description: service },
    sku: { description: `${service} of ${day}` },
    cost_type: kind === 'tax' ? 'tax' : 'regular',
    usage_start_time: `${day} 00:00:00 UTC`,
    currency: 'EUR',
    cost: amount,
    credits: [],
    labels: Object.entries(tags).map(([key, value]) => ({ key, value })),
  }));
}
