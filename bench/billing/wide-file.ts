import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** The columns of costs of a Microsoft Customer Agreement, as Azure exports them. */
export const HEADERS: readonly string[] = (
  'invoiceId,previousInvoiceId,billingAccountId,billingAccountName,billingProfileId,billingProfileName,invoiceSectionId,' +
  'invoiceSectionName,resellerName,resellerMpnId,costCenter,billingPeriodEndDate,billingPeriodStartDate,servicePeriodEndDate,' +
  'servicePeriodStartDate,date,serviceFamily,productOrderId,productOrderName,consumedService,meterId,meterName,meterCategory,' +
  'meterSubCategory,meterRegion,ProductId,ProductName,SubscriptionId,subscriptionName,publisherType,publisherId,publisherName,' +
  'resourceGroupName,ResourceId,resourceLocation,location,effectivePrice,quantity,unitOfMeasure,chargeType,billingCurrency,' +
  'pricingCurrency,costInBillingCurrency,costInPricingCurrency,costInUsd,paygCostInBillingCurrency,paygCostInUsd,' +
  'exchangeRatePricingToBilling,exchangeRateDate,isAzureCreditEligible,serviceInfo1,serviceInfo2,additionalInfo,tags,PayGPrice,' +
  'frequency,term,reservationId,reservationName,pricingModel,unitPrice,costAllocationRuleName,benefitId,benefitName,provider'
).split(',');

const METERS = [
  ['Virtual Machines', 'Dv5 Series', 'D4s v5', 'Microsoft.Compute', 'Compute'],
  ['Storage', 'Premium SSD Managed Disks', 'P20 LRS Disk', 'Microsoft.Compute', 'Storage'],
  ['Bandwidth', 'Inter-Region', 'Standard Data Transfer Out', 'Microsoft.Network', 'Networking'],
  [
    'Azure Monitor',
    'Log Analytics',
    'Pay-as-you-go Data Ingestion',
    'microsoft.operationalinsights',
    'Management',
  ],
  ['SQL Database', 'General Purpose - Compute Gen5', 'vCore', 'Microsoft.Sql', 'Databases'],
] as const;
const REGIONS = [
  ['westeurope', 'EU West'],
  ['northeurope', 'EU North'],
  ['eastus2', 'US East 2'],
] as const;
const PORTION = 1000;

export const ACCOUNTS = 400;
export const INVOICE = 'G055512345';

/** A subscription of the made file, by its number. */
export const subscription = (n: number): string =>
  `6f0c1d2e-${String(1000 + n)}-4b7a-9c3d-${String(n).padStart(12, '0')}`;

const hex = (n: number, digits: number) => (n % 16 ** Math.min(digits, 8)).toString(16).padStart(digits, '0');
/** Always the same for the same number. */
const scattered = (n: number) => (n * 2_654_435_761) % 4_294_967_296;

/** The cells of a line, as they are without the quotes of a CSV. */
export function cellsOf(n: number): string[] {
  const chance = scattered(n);
  const account = chance % ACCOUNTS;
  const [category, subCategory, meter, consumed, family] = METERS[n % METERS.length] ?? METERS[0];
  const [location, region] = REGIONS[chance % REGIONS.length] ?? REGIONS[0];
  const id = subscription(account);
  const group = `rg-${hex(chance, 6)}-prod-${location}`;
  const day = `03/${String(1 + (n % 31)).padStart(2, '0')}/2026`;
  const cost = `${chance % 97}.${hex(chance, 8).replaceAll(/[a-f]/g, '7')}${n % 10}`;
  const resource =
    `/subscriptions/${id}/resourceGroups/${group}/providers/${consumed}/` +
    `${category === 'Storage' ? 'disks' : 'virtualMachines'}/vm-${hex(scattered(chance), 8)}-${n % 97}`;
  const info = `{"ServiceType":"Standard_D4s_v5","VMName":"vm-${hex(chance, 8)}","UsageType":"ComputeHR"}`;
  const tags = `"env": "prod","owner": "team${account % 40}@example.com","application": "app-${account}","costcenter": "CC${account % 60}"`;
  return [
    INVOICE,
    '',
    '12345678:9abcdef0-1234-5678-9abc-def012345678_2019-05-31',
    'Example Corporation',
    'ABCD-EFGH-BG7-PGB',
    'Example Billing Profile',
    'IJKL-MNOP-PJA-PGB',
    'Cloud Platform',
    '',
    '',
    '',
    '03/31/2026',
    '03/01/2026',
    '03/31/2026',
    '03/01/2026',
    day,
    family,
    '0a1b2c3d-4e5f-6789-abcd-ef0123456789',
    'Azure plan',
    consumed,
    `${hex(chance % 977, 8)}-a1b2-4c3d-8e5f-${hex(chance % 977, 12)}`,
    meter,
    category,
    subCategory,
    region,
    'DZH318Z0BQ4L00PV',
    `${category} ${subCategory} - ${meter} - ${region}`,
    id,
    `sub-application-${account}-production`,
    'Microsoft',
    '',
    'Microsoft',
    group,
    resource,
    location,
    region,
    '0.1726',
    `${n % 24}.5`,
    '1 Hour',
    'Usage',
    'EUR',
    'USD',
    cost,
    cost,
    cost,
    cost,
    cost,
    '0.9217',
    '02/27/2026',
    'True',
    '',
    '',
    info,
    tags,
    '0.192',
    'UsageBased',
    '',
    '',
    '',
    'OnDemand',
    '0.192',
    '',
    '',
    '',
    'Azure',
  ];
}

/** The cells of these columns are in quotes. */
const QUOTED = new Set(['ProductName', 'additionalInfo', 'tags'].map((name) => HEADERS.indexOf(name)));

const row = (n: number) =>
  cellsOf(n)
    .map((cell, at) => (QUOTED.has(at) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');

/**
 * Writes a file of so many lines, each of about a thousand bytes.
 * @param first the number of its first line, where it is one of several parts
 * @returns how many bytes it has
 */
export async function writeWideFile(path: string, lines: number, first = 0): Promise<number> {
  const file = createWriteStream(path);
  file.write(`\uFEFF${HEADERS.join(',')}\r\n`);
  for (let n = 0; n < lines; n += PORTION) {
    const rows = Array.from({ length: Math.min(PORTION, lines - n) }, (_, at) => row(first + n + at));
    if (!file.write(`${rows.join('\r\n')}\r\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return file.bytesWritten;
}

/** The columns of the file as those of a table of texts. */
export const TEXT_COLUMNS: string = HEADERS.map((name) => `"${name.toLowerCase()}" text`).join(', ');
