import { z } from 'zod';
import { webAddress, withoutSlash, type SettingsOf } from './setting-kinds.ts';

/** How BigQuery is reached. */
export interface BigQueryAccess {
  /** Whose jobs do the work. */
  project: string;
  /** A file with a service account's key; null: what the machine is signed in as. */
  credentials: string | null;
  /** Without a slash at the end; null: Google's own. */
  api: string | null;
  /** Whether it is the portal's own simulator. */
  simulated: boolean;
}

export interface BigQueryConfig extends BigQueryAccess {
  dataset: string;
}

export interface BillingExportConfig extends BigQueryAccess {
  /** `project.dataset.table`; a star at the end means several tables. */
  table: string;
}

export interface Bills {
  /** Where the bills of finalized runs are loaded; null: nowhere. */
  bigQuery: BigQueryConfig | null;
  /** Where Google writes what the running month costs so far; null: nowhere. */
  billingExport: BillingExportConfig | null;
}

/** Where bills are loaded, and where the costs of the running month are read. */
export const bigQuerySettings = {
  BIGQUERY_PROJECT: z
    .string()
    .regex(/^[a-z0-9.:-]{1,100}$/, 'must be the id of a project of Google Cloud')
    .optional()
    .describe('Project of Google Cloud with the dataset of bills, whose jobs load and read.'),
  BIGQUERY_DATASET: z
    .string()
    .regex(/^\w{1,1024}$/, 'must be the name of a dataset, of letters, digits and underscores')
    .optional()
    .describe(
      'Dataset into which the bills of finalized runs are loaded; without it that option is disabled. Without BIGQUERY_PROJECT a simulator stands for BigQuery, never under NODE_ENV=production.',
    ),
  BIGQUERY_CREDENTIALS: z
    .string()
    .optional()
    .describe(
      'File with the key of a service account that may load and read. Default: what the machine is signed in as.',
    ),
  BIGQUERY_BILLING_EXPORT: z
    .string()
    .regex(
      /^(?:[a-z0-9.:-]{1,100}\.)?\w{1,1024}\.[\w-]{1,1024}\*?$/,
      'must be dataset.table or project.dataset.table, such as billing.gcp_billing_export_v1_*',
    )
    .optional()
    .describe(
      "Table, tables or view with Google's standard billing export, such as billing.gcp_billing_export_v1_*; without it the GCP Trigger reads no costs of the running month. Without BIGQUERY_PROJECT a simulator stands for BigQuery, never under NODE_ENV=production.",
    ),
  BIGQUERY_API: webAddress
    .optional()
    .describe("Address of another server that speaks BigQuery's REST protocol, such as a simulator."),
};

/** Without a project a simulator takes the place of BigQuery, but in production one must be named. */
export function bigQueryOf(settings: SettingsOf<typeof bigQuerySettings>, production: boolean): Bills {
  const { BIGQUERY_PROJECT: named, BIGQUERY_DATASET: dataset, BIGQUERY_BILLING_EXPORT: table } = settings;
  if (!named && production) return { bigQuery: null, billingExport: null };
  const project = named ?? 'simulator';
  const access: BigQueryAccess = {
    project,
    credentials: settings.BIGQUERY_CREDENTIALS ?? null,
    api: withoutSlash(settings.BIGQUERY_API),
    simulated: !named,
  };
  const isWhole = table !== undefined && table.split('.').length > 2;
  return {
    bigQuery: dataset ? { ...access, dataset } : null,
    billingExport: table ? { ...access, table: isWhole ? table : `${project}.${table}` } : null,
  };
}
