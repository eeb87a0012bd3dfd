import type { BigQuery, Job } from '@google-cloud/bigquery';
import { Refusal } from '#kernel/errors.ts';
import type { TableSource } from '#server/platform/config/bill-sources.ts';
import { csvLines } from '#server/platform/files/csv.ts';
import { bigQueryFailure, openBigQuery, reasonOf } from './big-query-client.ts';
import { monthWords } from '../../runs/months.ts';
import { attended, type BillSource, type SourceFile } from './source.ts';

/** The columns of the file by their names in the intake, and the expressions that query them. */
const COLUMNS = {
  billing_account_id: 'billing_account_id',
  invoice_month: 'invoice.month',
  project_id: 'project.id',
  service_description: 'service.description',
  sku_description: 'sku.description',
  cost_type: 'cost_type',
  usage_start_time: "FORMAT_TIMESTAMP('%F', usage_start_time)",
  // Google keeps floats, which it sums as NUMERIC itself.
  cost: 'CAST(CAST(cost AS NUMERIC) AS STRING)',
  currency: 'currency',
  credits:
    'TO_JSON_STRING(ARRAY(SELECT AS STRUCT name, CAST(CAST(amount AS NUMERIC) AS STRING) AS amount FROM UNNEST(credits)))',
  labels: 'TO_JSON_STRING(labels)',
  project_labels: 'TO_JSON_STRING(project.labels)',
} as const;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Ordered by all columns, so that the same lines are the same file. */
const statementOf = (table: string) => `
SELECT ${NAMES.map((name) => `${COLUMNS[name]} AS ${name}`).join(',\n  ')}
FROM \`${table}\`
WHERE invoice.month = @month
ORDER BY ${NAMES.map((_name, at) => at + 1).join(', ')}`;

const ROWS_A_PAGE = 10_000;
/** A job that failed keeps its id, so the next one has another; after so many a person has to look. */
const MOST_TRIES = 20;
const BYTES_OF_GB = 1_000_000_000n;

/** One page of what a query answers. */
interface Page {
  rows: Partial<Record<(typeof NAMES)[number], string | null>>[];
  /** Of the page after it; undefined where it is the last one. */
  next: string | undefined;
  /** How many rows there are in all; null while the query runs. */
  total: number | null;
}

/**
 * Google: the lines that its billing export has for the invoice of a month, as a CSV file. One job queries them however often
 * the work is tried, and what it answers lies at BigQuery for a day.
 * @param reach is called with the first work, and may start what is called
 */
export function googleBills(
  { table, mostGb }: Pick<TableSource, 'table' | 'mostGb'>,
  simulated: boolean,
  reach: () => Promise<TableSource['access']>,
): BillSource {
  const refused = (error: unknown) => refusalOf(error, table, mostGb);
  const opened = async () => open(await reach(), table);
  return {
    provider: 'gcp',
    place: table,
    simulated,
    find: (month, work, signal) =>
      attended('BigQuery', signal, async (abortSignal, alive) => {
        try {
          const open = await opened();
          const job = await jobOf(open, `skyledger_bill_${month.replace('-', '')}_${work}`, {
            query: statementOf(table),
            params: { month: month.replace('-', '') },
            maximumBytesBilled: String(BigInt(mostGb) * BYTES_OF_GB),
          });
          const rows = await rowsOf(job, abortSignal, alive);
          if (rows === 0)
            throw new Refusal(
              404,
              `There is no export of ${monthWords(month)} yet: no line of ${table} has its invoice.month.`,
            );
          const path = job.id ?? '';
          const name = `${table.split('.').at(-1)}-${month}.csv`;
          return { id: path, files: [{ path, name, size: null, tag: null }] };
        } catch (error) {
          abortSignal.throwIfAborted();
          throw refused(error);
        }
      }),
    async *read({ path }: SourceFile, signal: AbortSignal) {
      try {
        const { client, location } = await opened();
        const job = client.job(path, { location });
        yield Buffer.from(csvLines([NAMES]));
        let pageToken: string | undefined;
        do {
          const { rows, next } = await pageOf(job, ROWS_A_PAGE, pageToken);
          signal.throwIfAborted();
          if (rows.length > 0)
            yield Buffer.from(csvLines(rows.map((row) => NAMES.map((name) => row[name] ?? ''))));
          pageToken = next;
        } while (pageToken !== undefined);
      } catch (error) {
        signal.throwIfAborted();
        throw refused(error);
      }
    },
  };
}

/** BigQuery, and where the dataset of a table is: jobs are found there alone. */
interface Opened {
  client: BigQuery;
  location: string | undefined;
}

async function open(access: TableSource['access'], table: string): Promise<Opened> {
  const client = await openBigQuery(access);
  const [, projectId, dataset = ''] = /^(.+)\.([^.]+)\.[^.]+$/.exec(table) ?? [];
  const [{ location }] = (await client.dataset(dataset, { projectId }).getMetadata()) as [
    { location?: string },
    unknown,
  ];
  return { client, location };
}

/** The job of this name, which is made unless it is there; those of the name that failed are passed by. */
async function jobOf(
  { client, location }: Opened,
  name: string,
  query: { query: string; params: Record<string, string>; maximumBytesBilled: string },
): Promise<Job> {
  for (let tried = 1; tried <= MOST_TRIES; tried += 1) {
    const jobId = `${name}_${tried}`;
    const known = client.job(jobId, { location });
    const [isThere] = await known.exists();
    if (!isThere) return (await client.createQueryJob({ ...query, jobId, location }))[0];
    const [metadata] = (await known.getMetadata()) as [{ status?: { errorResult?: unknown } }, unknown];
    if (!metadata.status?.errorResult) return known;
  }
  throw new Refusal(422, `BigQuery has failed ${MOST_TRIES} times. Ask for the bill anew.`);
}

/** Waits for a query. @returns how many rows it has */
async function rowsOf(job: Job, signal: AbortSignal, alive: () => void): Promise<number> {
  for (;;) {
    const { total } = await pageOf(job, 0);
    signal.throwIfAborted();
    alive();
    if (total !== null) return total;
  }
}

/** BigQuery holds the answer back for some seconds while the query runs. */
async function pageOf(job: Job, maxResults: number, pageToken?: string): Promise<Page> {
  const options = { autoPaginate: false, maxResults, ...(pageToken !== undefined && { pageToken }) };
  const [rows, , answer] = (await job.getQueryResults(options)) as unknown as [
    Page['rows'],
    unknown,
    { jobComplete?: boolean; pageToken?: string; totalRows?: string },
  ];
  const { jobComplete = true, pageToken: next, totalRows = '0' } = answer;
  return { rows, next, total: jobComplete ? Number(totalRows) : null };
}

/** A failure of BigQuery as people read it. */
function refusalOf(error: unknown, table: string, mostGb: number): Refusal {
  if (error instanceof Refusal) return error;
  const reason = reasonOf(error);
  const message = bigQueryFailure('', error).message.replace(/^: /, '');
  if (reason === 'accessDenied')
    return new Refusal(
      422,
      `Google does not let the portal read ${table}: it needs the role BigQuery Data Viewer on the dataset and BigQuery Job User on the project. Google says: ${message}`,
    );
  if (reason === 'bytesBilledLimitExceeded')
    return new Refusal(
      422,
      `The query would read more than the ${mostGb} GB that BILL_SOURCE_GCP_GB allows, which Google would charge for; nothing was read. Google says: ${message}`,
    );
  return bigQueryFailure(`BigQuery did not return the lines of ${table}`, error);
}
