import type { FetchedCloud } from '#kernel/billing/sources.ts';
import { dayAfter } from '#kernel/dates.ts';
import { Refusal } from '#kernel/errors.ts';
import { monthToClose, monthWords } from './modules/billing/runs/months.ts';
import { awsBills } from './modules/billing/intake/sources/aws.ts';
import { azureBills } from './modules/billing/intake/sources/azure.ts';
import { googleBills } from './modules/billing/intake/sources/google.ts';
import type { BillSource, SourceAtHand } from './modules/billing/intake/sources/source.ts';
import { isLoopback } from './platform/base/special-addresses.ts';
import type { BlobSource } from './platform/config/bill-sources.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import { today } from './platform/database/today.ts';
import type { Examine, Finding } from './platform/process/finding.ts';
import { simulatorAccess } from './providers/common/simulator-access.ts';
import { simulators } from './simulators.ts';

interface SourceParts {
  config: Config;
  db: Database;
  /** Has something ended with the portal, such as a simulator. */
  onClose: (end: () => Promise<void>) => void;
}

const MISSING: Readonly<Record<FetchedCloud, string>> = {
  aws: 'Set BILL_SOURCE_AWS, such as s3://bucket/prefix/report-name, and start the portal again.',
  azure:
    'Set BILL_SOURCE_AZURE, such as https://account.blob.core.windows.net/container/directory/export-name, and start the portal again.',
  gcp: 'Set BILL_SOURCE_GCP, such as finops-1.billing.gcp_billing_export_v1_0123AB, and start the portal again.',
};

/** From where the bills of each cloud are fetched: what the settings name, a simulator where they name none, or what to set. */
export function openBillSources(parts: SourceParts): SourceAtHand[] {
  const { simulates } = parts.config.billSources;
  const orElse = (provider: FetchedCloud, simulated: (parts: SourceParts) => BillSource): SourceAtHand =>
    simulates ? simulated(parts) : { provider, missing: MISSING[provider] };
  const named = namedSources(parts.config);
  return [
    named.aws ?? orElse('aws', simulatedAws),
    named.azure ?? orElse('azure', simulatedAzure),
    named.gcp ?? orElse('gcp', simulatedGoogle),
  ];
}

/** The sources that the settings name. */
function namedSources({ billSources }: Config): Record<FetchedCloud, BillSource | null> {
  const { aws, azure, azureAmortised, azureRunning, gcp, simulates } = billSources;
  const ofAzure = (blobs: BlobSource, amortised?: BillSource): BillSource =>
    azureBills(
      blobs,
      false,
      async () => ({ ...blobs, key: isHere(blobs.container) ? simulatorAccess.blobs : null }),
      amortised,
    );
  return {
    aws:
      aws &&
      awsBills(aws, false, async () => ({
        ...aws,
        credentials: simulates && isHere(aws.api) ? { ...simulatorAccess.aws } : null,
      })),
    azure: azure && {
      ...ofAzure(azure, azureAmortised ? ofAzure(azureAmortised) : undefined),
      ...(azureRunning && { running: ofAzure(azureRunning) }),
    },
    gcp: gcp && googleBills(gcp, false, async () => gcp.access),
  };
}

/** The doctor does not wait for long. */
const PATIENCE_MS = 10_000;

/** For the command `doctor`: looks for the bill of the month before, but at Google, which charges for each look. */
export const examineBillSources: Examine = async (config) => {
  const what = 'bills';
  const { aws, azure, gcp } = namedSources(config);
  const findings: Finding[] = [];
  for (const source of [aws, azure, azure?.amortised])
    if (source) findings.push({ what, ...(await lookAt(source)) });
  if (azure?.running) findings.push({ what, ...(await lookAt(azure.running, today().slice(0, 7))) });
  const { azureAmortised, azureRunning } = config.billSources;
  if (azureRunning && !azure)
    findings.push({
      state: 'warning',
      what,
      message: `Nothing is read from ${azureRunning.setting}, since no BILL_SOURCE_AZURE names what is billed.`,
    });
  if (azureAmortised && !azure)
    findings.push({
      state: 'warning',
      what,
      message: `Nothing is fetched from ${azureAmortised.setting}, since no BILL_SOURCE_AZURE names what is billed beside it.`,
    });
  if (gcp)
    findings.push({
      state: 'skipped',
      what,
      message: `Whether ${gcp.place} can be read shows when a bill is fetched, since Google charges for each query.`,
    });
  if (findings.length === 0)
    findings.push({
      state: 'skipped',
      what,
      message:
        'No bills are fetched. BILL_SOURCE_AWS, BILL_SOURCE_AZURE and BILL_SOURCE_GCP name from where.',
    });
  return { findings };
};

async function lookAt({ place, find }: BillSource, month = monthToClose()): Promise<Omit<Finding, 'what'>> {
  try {
    const { id } = await find(month, 'doctor', AbortSignal.timeout(PATIENCE_MS));
    return { state: 'ok', message: `Export ${id} of ${monthWords(month)} is in ${place}.` };
  } catch (error) {
    // An export that is not there yet may come.
    const state = error instanceof Refusal && error.status === 404 ? 'warning' : 'failed';
    return { state, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether an address is on this machine, where a simulator takes the place of the cloud and knows its own key. */
const isHere = (address: string | null): boolean => address !== null && isLoopback(new URL(address).hostname);

const FOLDER = 'exports/monthly';
const AMORTISED_FOLDER = 'exports/amortised';
const RUNNING_FOLDER = 'exports/running';
const CONTAINER = 'simulated-bills';

/** A simulator that begins with the first work, and ends with the portal. */
function begun<S extends { close: () => Promise<void> }>(
  start: () => Promise<S>,
  onClose: SourceParts['onClose'],
): () => Promise<S> {
  let started: Promise<S> | null = null;
  onClose(async () => (await started)?.close());
  return () => (started ??= start());
}

/** A source whose simulator has an export of each month that is requested. */
const withExports = (
  source: BillSource,
  fill: (of: { month: string; isNewest: boolean }) => Promise<void>,
): BillSource => ({
  ...source,
  find: async (month, work, signal) => {
    await fill({ month, isNewest: month === monthToClose() });
    return source.find(month, work, signal);
  },
});

/** Up to which day an export of the running month has costs: clouds write those of a day on the next; the first day is there at once. */
function untilOf(isRunning: boolean): { until?: string } {
  if (!isRunning) return {};
  const day = today();
  return { until: day.endsWith('-01') ? day : dayAfter(day, -1) };
}

/** The folder of a month: from its first day to the day `end` of the next month, of which 0 is the last of its own. */
function daysOf(month: string, end: 0 | 1): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, end)).toISOString().slice(0, 10);
  return [`${month}-01`, last].map((day) => day.replaceAll('-', '')).join('-');
}

function simulatedAws({ config, db, onClose }: SourceParts): BillSource {
  const started = begun(async () => (await simulators(config)).s3BillsOf(db, CONTAINER), onClose);
  const exported = (folder: string, isRunning: boolean): BillSource => {
    const bucket = { bucket: CONTAINER, folder };
    const source = awsBills(bucket, true, async () => ({
      ...bucket,
      region: 'us-east-1',
      api: (await started()).url,
      role: null,
      stsApi: null,
      credentials: { ...simulatorAccess.aws },
    }));
    return withExports(source, async (of) =>
      (await started()).fill({ folder, days: daysOf(of.month, 1), ...of, ...untilOf(isRunning) }),
    );
  };
  return { ...exported(FOLDER, false), running: exported(RUNNING_FOLDER, true) };
}

function simulatedAzure({ config, db, onClose }: SourceParts): BillSource {
  const started = begun(async () => (await simulators(config)).blobBillsOf(db, CONTAINER), onClose);
  const setting = 'BILL_SOURCE_AZURE';
  const name = `https://${simulatorAccess.blobs.account}.blob.core.windows.net/${CONTAINER}`;
  const exported = (
    folder: string,
    { amortised = false, isRunning = false },
    beside?: BillSource,
  ): BillSource => {
    const reach = async () => ({
      container: `${(await started()).url}/${simulatorAccess.blobs.account}/${CONTAINER}`,
      folder,
      tenant: null,
      setting,
      key: simulatorAccess.blobs,
    });
    const source = azureBills({ container: name, folder, setting }, true, reach, beside);
    return withExports(source, async (of) => {
      const wanted = { folder, days: daysOf(of.month, 0), amortised, ...of, ...untilOf(isRunning) };
      await (await started()).fill(wanted);
    });
  };
  return {
    ...exported(FOLDER, {}, exported(AMORTISED_FOLDER, { amortised: true })),
    running: exported(RUNNING_FOLDER, { isRunning: true }),
  };
}

function simulatedGoogle({ config, db, onClose }: SourceParts): BillSource {
  const started = begun(async () => (await simulators(config)).tableBillsOf(db), onClose);
  const exported = (name: string, isRunning: boolean): BillSource => {
    const source = googleBills({ table: `simulator.billing.${name}`, mostGb: 1 }, true, async () => ({
      project: 'simulator',
      credentials: null,
      api: (await started()).url,
      simulated: true,
    }));
    return withExports(source, async (of) =>
      (await started()).fill(`billing.${name}`, { ...of, ...untilOf(isRunning) }),
    );
  };
  return {
    ...exported('gcp_billing_export_v1', false),
    running: exported('gcp_billing_export_running', true),
  };
}
