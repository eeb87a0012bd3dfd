import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Json = Record<string, unknown>;

/** A load job as BigQuery tells it. */
interface LoadJob {
  jobReference: { projectId: string; jobId: string; location: string };
  configuration: { load: { destinationTable: { datasetId: string; tableId: string } } };
  status: { state: 'RUNNING' | 'DONE'; errorResult?: { reason: string; message: string } };
}

export interface BigQuerySimulator {
  /** Without a slash at the end. */
  url: string;
  /** The rows of a table by `dataset.table`, in the order in which they were loaded. */
  tables: ReadonlyMap<string, readonly Json[]>;
  /** The ids of the jobs that were made. */
  jobs: () => string[];
  /** Has the next load job fail with this message. */
  failNext: (message: string) => void;
  close: () => Promise<void>;
}

const UPLOAD = /^\/upload\/bigquery\/v2\/projects\/([^/]+)\/jobs$/;
const JOB = /^\/bigquery\/v2\/projects\/([^/]+)\/jobs\/([^/]+)$/;

const DATASET = /^\/bigquery\/v2\/projects\/[^/]+\/datasets\/\w+$/;
const LOCATION = 'europe-west3';

/** The parts of a multipart/related body: what is to be done, and the rows. */
function partsOf(type: string, body: string): [metadata: string, rows: string] {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1] ?? '';
  const [, first = '', second = ''] = body.split(`--${boundary}`);
  const content = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '');
  return [content(first), content(second)];
}

/**
 * What of BigQuery's REST protocol a load job needs, on a free port of this machine: a job's id is taken once, a job is
 * running before it is done, and one that failed leaves no row.
 */
export async function startBigQuery(): Promise<BigQuerySimulator> {
  const tables = new Map<string, Json[]>();
  const jobs = new Map<string, LoadJob>();
  let failure: string | null = null;

  const load = async (request: IncomingMessage, projectId: string): Promise<[number, unknown]> => {
    const [metadata, rows] = partsOf(request.headers['content-type'] ?? '', await text(request));
    const { jobReference, configuration } = JSON.parse(metadata) as LoadJob;
    const { jobId } = jobReference;
    if (jobs.has(jobId)) return [409, refusal(409, 'duplicate', `Already Exists: Job ${projectId}:${jobId}`)];
    const job: LoadJob = {
      jobReference: { projectId, jobId, location: LOCATION },
      configuration,
      status: { state: 'RUNNING' },
    };
    jobs.set(jobId, job);
    if (failure !== null) job.status.errorResult = { reason: 'invalid', message: failure };
    else {
      const { datasetId, tableId } = configuration.load.destinationTable;
      const name = `${datasetId}.${tableId}`;
      const loaded = rows.split('\n').flatMap((row) => (row.trim() === '' ? [] : [JSON.parse(row) as Json]));
      tables.set(name, [...(tables.get(name) ?? []), ...loaded]);
    }
    failure = null;
    return [200, job];
  };

  const tell = (jobId: string): [number, unknown] => {
    const job = jobs.get(decodeURIComponent(jobId));
    if (!job) return [404, refusal(404, 'notFound', `Not found: Job ${jobId}`)];
    job.status.state = 'DONE';
    return [200, job];
  };

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const { pathname } = new URL(request.url ?? '/', 'http://simulator');
    const upload = UPLOAD.exec(pathname);
    if (upload && request.method === 'POST') return load(request, upload[1] ?? '');
    const asked = JOB.exec(pathname);
    if (asked && request.method === 'GET') return tell(asked[2] ?? '');
    if (DATASET.test(pathname) && request.method === 'GET') return [200, { location: LOCATION }];
    return [404, refusal(404, 'notFound', 'Not found.')];
  };

  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown): [number, unknown] => [400, refusal(400, 'invalid', String(error))])
      .then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tables,
    jobs: () => [...jobs.keys()],
    failNext: (message) => (failure = message),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const refusal = (code: number, reason: string, message: string) => ({
  error: { code, message, errors: [{ domain: 'global', reason, message }] },
});
