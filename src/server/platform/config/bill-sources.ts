import { z } from 'zod';
import { isLoopback } from '../base/special-addresses.ts';
import type { BigQueryAccess } from './bigquery.ts';
import {
  isNotLinkLocal,
  NOT_LINK_LOCAL,
  schedule,
  webAddress,
  wholeNumber,
  withoutSlash,
  type SettingsOf,
} from './setting-kinds.ts';

/** A folder of S3 in which AWS puts a Cost and Usage Report or a data export. */
export interface S3Source {
  bucket: string;
  /** Prefix and name of the report, without slashes at its ends. */
  folder: string;
  region: string;
  /** Another server that speaks S3's protocol, without a slash at the end; null: S3 itself. */
  api: string | null;
  /** The role, by its ARN, as which the portal reads it; null: as itself. */
  role: string | null;
  /** Another server that speaks STS's protocol, by which the role is taken on; null: STS itself. */
  stsApi: string | null;
}

/** A folder of a storage container in which Azure puts an export of Cost Management. */
export interface BlobSource {
  /** The address of the container, without a slash at the end. */
  container: string;
  /** Directory and name of the export, without slashes at its ends. */
  folder: string;
  /** Whose application reads it; null: what the environment says to Azure's SDK. */
  tenant: string | null;
  /** The setting that names it. */
  setting: string;
}

/** A table in which Google puts its standard or detailed billing export. */
export interface TableSource {
  access: BigQueryAccess;
  /** `project.dataset.table` */
  table: string;
  /** The most that a query may read, in billions of bytes, which Google charges for. */
  mostGb: number;
}

/** Where bills are fetched from; null where no setting names it. */
export interface BillSourcesConfig {
  aws: S3Source | null;
  azure: BlobSource | null;
  /** The export of amortised costs beside it. */
  azureAmortised: BlobSource | null;
  /** Azure's export of the running month, where it is another one than that of closed months. */
  azureRunning: BlobSource | null;
  gcp: TableSource | null;
  /** Whether the portal's own simulators stand for those that nobody names. */
  simulates: boolean;
  /** Whether a first start fetches the bills of the example from them. */
  fillsExample: boolean;
  /** When bills that were not fetched yet are fetched by themselves, five fields; null: only on request. */
  cron: string | null;
}

const S3_FOLDER = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([^/].*?)\/*$/;

const BLOB_FOLDER = /^(https?:)\/\/([^/?#@\s]+)\/([^?#]+?)\/*$/i;

/** `https://account.blob.core.windows.net/container/folder`; a simulator has its account in the path. */
function blobFolder(value: string): Pick<BlobSource, 'container' | 'folder'> | null {
  const [, protocol = '', host = '', path = ''] = BLOB_FOLDER.exec(value) ?? [];
  if (!URL.canParse(`${protocol}//${host}`)) return null;
  const isSimulator = protocol.toLowerCase() === 'http:';
  if (isSimulator && !isLoopback(new URL(`${protocol}//${host}`).hostname)) return null;
  const names = path.split('/').filter(Boolean);
  const ofContainer = names.splice(0, isSimulator ? 2 : 1);
  return names.length === 0
    ? null
    : { container: [`${protocol}//${host}`, ...ofContainer].join('/'), folder: names.join('/') };
}

/** From where the bills of closed months are fetched. */
export const billSourceSettings = {
  BILL_SOURCE_AWS: z
    .string()
    .regex(
      S3_FOLDER,
      'must be the bucket, prefix and name of a report or data export, such as s3://bucket/prefix/report-name',
    )
    .optional()
    .describe(
      'Folder of S3 in which AWS puts the Cost and Usage Report, or a data export of it or of FOCUS, such as s3://bucket/prefix/report-name. Without it a simulator stands for it, never under NODE_ENV=production.',
    ),
  BILL_SOURCE_AWS_ROLE: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,576}$/,
      'must be the ARN of a role, such as arn:aws:iam::123456789012:role/read-bills',
    )
    .optional()
    .describe(
      'Role that the portal takes on to read BILL_SOURCE_AWS, such as arn:aws:iam::123456789012:role/read-bills, where the bucket is of another account. Without it the portal reads as itself.',
    ),
  BILL_SOURCE_AWS_API: webAddress
    .optional()
    .describe("Address of another server that speaks S3's protocol, such as a simulator."),
  BILL_SOURCE_AZURE: z
    .string()
    .refine(
      (value) => blobFolder(value) !== null,
      'must be the https:// address of a folder in a container, such as https://account.blob.core.windows.net/container/directory/export-name',
    )
    .refine(isNotLinkLocal, NOT_LINK_LOCAL)
    .optional()
    .describe(
      'Folder in which Azure puts an export of Cost Management, such as https://account.blob.core.windows.net/container/directory/export-name. Without it a simulator stands for it, never under NODE_ENV=production.',
    ),
  BILL_SOURCE_AZURE_AMORTISED: z
    .string()
    .refine(
      (value) => blobFolder(value) !== null,
      'must be the https:// address of a folder in a container, such as https://account.blob.core.windows.net/container/directory/amortised-cost',
    )
    .refine(isNotLinkLocal, NOT_LINK_LOCAL)
    .optional()
    .describe(
      'Folder in which Azure puts an export of amortised costs, such as https://account.blob.core.windows.net/container/directory/amortised-cost, by which reservations and savings plans of BILL_SOURCE_AZURE are split. Without it none is fetched.',
    ),
  BILL_SOURCE_AZURE_RUNNING: z
    .string()
    .refine(
      (value) => blobFolder(value) !== null,
      'must be the https:// address of a folder in a container, such as https://account.blob.core.windows.net/container/directory/month-to-date',
    )
    .refine(isNotLinkLocal, NOT_LINK_LOCAL)
    .optional()
    .describe(
      'Folder in which Azure puts a daily export of month-to-date costs, such as https://account.blob.core.windows.net/container/directory/month-to-date, from which the running month is read. Without it BILL_SOURCE_AZURE is read.',
    ),
  BILL_SOURCE_GCP: z
    .string()
    .regex(
      /^[a-z0-9.:-]{1,100}\.\w{1,1024}\.[\w-]{1,1024}$/,
      'must be project.dataset.table, such as finops-1.billing.gcp_billing_export_v1_0123AB_4567CD_89EF01',
    )
    .optional()
    .describe(
      "Table or view with Google's standard or detailed billing export, as project.dataset.table. Without it a simulator stands for it, never under NODE_ENV=production.",
    ),
  BILL_SOURCE_GCP_GB: wholeNumber(1, 100_000)
    .prefault('100')
    .describe(
      'Gigabytes that the query for a month of Google may read at most, which Google charges for; one that would read more is refused and costs nothing.',
    ),
  BILL_FETCH: schedule('0 6 8-31 * *')
    .prefault('0 6 8-31 * *')
    .describe(
      'When the bill of the month before is fetched from each configured source until it is there, as five fields in UTC, or off. Clouds go on to change a month for some days, so the default begins on the eighth. An example gets its bills at once, unless off.',
    ),
};

type Settings = SettingsOf<typeof billSourceSettings> & {
  AWS_REGION: string;
  AWS_API?: string | undefined;
  AZURE_TENANT_ID?: string | undefined;
  BIGQUERY_PROJECT?: string | undefined;
  BIGQUERY_CREDENTIALS?: string | undefined;
  BIGQUERY_API?: string | undefined;
};

/** Those that settings name. */
export function billSourcesOf(settings: Settings, production: boolean): BillSourcesConfig {
  const { BILL_SOURCE_AWS: aws, BILL_SOURCE_AZURE: azure, BILL_SOURCE_GCP: table } = settings;
  const [, bucket = '', folder = ''] = S3_FOLDER.exec(aws ?? '') ?? [];
  const tenant = settings.AZURE_TENANT_ID ?? null;
  const blobs = blobFolder(azure ?? '');
  const amortised = blobFolder(settings.BILL_SOURCE_AZURE_AMORTISED ?? '');
  const running = blobFolder(settings.BILL_SOURCE_AZURE_RUNNING ?? '');
  return {
    aws: aws
      ? {
          bucket,
          folder,
          region: settings.AWS_REGION,
          api: withoutSlash(settings.BILL_SOURCE_AWS_API),
          role: settings.BILL_SOURCE_AWS_ROLE ?? null,
          stsApi: withoutSlash(settings.AWS_API),
        }
      : null,
    azure: blobs && { ...blobs, tenant, setting: 'BILL_SOURCE_AZURE' },
    azureAmortised: amortised && { ...amortised, tenant, setting: 'BILL_SOURCE_AZURE_AMORTISED' },
    azureRunning: running && { ...running, tenant, setting: 'BILL_SOURCE_AZURE_RUNNING' },
    gcp: table
      ? {
          access: {
            project: settings.BIGQUERY_PROJECT ?? table.split('.').slice(0, -2).join('.'),
            credentials: settings.BIGQUERY_CREDENTIALS ?? null,
            api: withoutSlash(settings.BIGQUERY_API),
            simulated: false,
          },
          table,
          mostGb: settings.BILL_SOURCE_GCP_GB,
        }
      : null,
    simulates: !production,
    fillsExample: !production && settings.BILL_FETCH !== 'off' && !aws && !azure && !table,
    cron: settings.BILL_FETCH === 'off' ? null : settings.BILL_FETCH,
  };
}
