import type { IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { serve } from '../serve/serve.ts';
import { answerQuery, type Query } from './query-export.ts';

type Json = Record<string, unknown>;

/** A job as BigQuery answers it: it loads rows or queries some. */
interface Job {
  jobReference: { projectId: string; jobId: string; location: string };
  configuration: {
    load?: { destinationTable: { datasetId: string; tableId: string } };
    query?: Query;
  };
  status: { state: 'RUNNING' | 'DONE'; errorResult?: { reason: string; message: string } };
}

export interface BigQuerySimulator {
  /** Without a slash at the end. */
  url: string;
  /** The rows of a table by `dataset.table`, in the order in which they were loaded. */
  tables: ReadonlyMap<string, readonly Json[]>;
  /** Puts rows in the place of those of a table, as exports of Google do beside the jobs. */
  put: (table: string, rows: readonly object[]) => void;
  /** The ids of the jobs that were made. */
  jobs: () => string[];
  /** Has the next job fail with this message; `reason` is BigQuery's word for it. */
  failNext: (message: string, reason?: string) => void;
  close: () => Promise<void>;
}

const UPLOAD = /^\/upload\/bigquery\/v2\/projects\/([^/]+)\/jobs$/;
const JOBS = /^\/bigquery\/v2\/projects\/([^/]+)\/jobs$/;
const RESULTS = /^\/bigquery\/v2\/projects\/[^/]+\/queries\/([^/]+)$/;
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
 * The part of BigQuery's REST protocol that load jobs and queries need, on a free port of this machine: a job's id is taken once, a
 * job is running before it is done, one that failed leaves no row, and results come in pages.
 * @param rowsOfPage how many rows of results a page has at most
 */
export async function startBigQuery(rowsOfPage = 1000): Promise<BigQuerySimulator> {
  const tables = new Map<string, Json[]>();
  const jobs = new Map<string, Job>();
  let failure: { reason: string; message: string } | null = null;

  /** Keeps a job, unless there is one of its id. */
  const begin = ({ jobReference, configuration }: Job, projectId: string): Job | null => {
    const { jobId } = jobReference;
    if (jobs.has(jobId)) return null;
    const job: Job = {
      jobReference: { projectId, jobId, location: LOCATION },
      configuration,
      status: { state: 'RUNNING' },
    };
    if (failure !== null) job.status.errorResult = failure;
    failure = null;
    jobs.set(jobId, job);
    return job;
  };
  const taken = (projectId: string, { jobReference: { jobId } }: Job): [number, unknown] => [
    409,
    refusal(409, 'duplicate', `Already Exists: Job ${projectId}:${jobId}`),
  ];

  const load = async (request: IncomingMessage, projectId: string): Promise<[number, unknown]> => {
    const [metadata, rows] = partsOf(request.headers['content-type'] ?? '', await text(request));
    const wanted = JSON.parse(metadata) as Job;
    const job = begin(wanted, projectId);
    if (!job) return taken(projectId, wanted);
    const to = job.configuration.load?.destinationTable;
    if (to && !job.status.errorResult) {
      const name = `${to.datasetId}.${to.tableId}`;
      const loaded = rows.split('\n').flatMap((row) => (row.trim() === '' ? [] : [JSON.parse(row) as Json]));
      tables.set(name, [...(tables.get(name) ?? []), ...loaded]);
    }
    return [200, job];
  };

  const startJob = async (request: IncomingMessage, projectId: string): Promise<[number, unknown]> => {
    const wanted = (await json(request)) as Job;
    const job = begin(wanted, projectId);
    return job ? [200, job] : taken(projectId, wanted);
  };

  /** A page of the answer of a query; at the first request the query is still running. */
  const results = (jobId: string, query: URLSearchParams): [number, unknown] => {
    const job = jobs.get(decodeURIComponent(jobId));
    if (!job?.configuration.query) return [404, refusal(404, 'notFound', `Not found: Job ${jobId}`)];
    const { jobReference, status } = job;
    if (status.state === 'RUNNING') {
      status.state = 'DONE';
      return [200, { jobReference, jobComplete: false }];
    }
    if (status.errorResult) return failed(status.errorResult);
    const answered = answerQuery(tables, job.configuration.query);
    if (typeof answered === 'string') return [404, refusal(404, 'notFound', answered)];
    const { columns, rows } = answered;
    const from = Number(query.get('pageToken') ?? 0);
    const to = from + Math.min(Number(query.get('maxResults') ?? rowsOfPage), rowsOfPage);
    const page = {
      jobReference,
      jobComplete: true,
      schema: { fields: columns.map((name) => ({ name, type: 'STRING', mode: 'NULLABLE' })) },
      totalRows: String(rows.length),
      rows: rows.slice(from, to).map((cells) => ({ f: cells.map((v) => ({ v })) })),
      ...(to < rows.length && { pageToken: String(to) }),
    };
    return [200, page];
  };

  const jobState = (jobId: string): [number, unknown] => {
    const job = jobs.get(decodeURIComponent(jobId));
    if (!job) return [404, refusal(404, 'notFound', `Not found: Job ${jobId}`)];
    job.status.state = 'DONE';
    return [200, job];
  };

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
    const upload = UPLOAD.exec(pathname);
    if (upload && request.method === 'POST') return load(request, upload[1] ?? '');
    const begun = JOBS.exec(pathname);
    if (begun && request.method === 'POST') return startJob(request, begun[1] ?? '');
    const paged = RESULTS.exec(pathname);
    if (paged && request.method === 'GET') return results(paged[1] ?? '', searchParams);
    const named = JOB.exec(pathname);
    if (named && request.method === 'GET') return jobState(named[2] ?? '');
    if (DATASET.test(pathname) && request.method === 'GET') return [200, { location: LOCATION }];
    return [404, refusal(404, 'notFound', 'Not found.')];
  };

  const server = await serve((request, response) => {
    void answer(request)
      .catch((error: unknown): [number, unknown] => [400, refusal(400, 'invalid', String(error))])
      .then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  return {
    url: server.url,
    tables,
    put: (table, rows) =>
      void tables.set(
        table,
        rows.map((row) => ({ ...row })),
      ),
    jobs: () => [...jobs.keys()],
    failNext: (message, reason = 'invalid') => (failure = { reason, message }),
    close: server.close,
  };
}

/** A query that failed, as the request for its results says. */
function failed({ reason, message }: { reason: string; message: string }): [number, unknown] {
  const code = reason === 'accessDenied' ? 403 : 400;
  return [code, refusal(code, reason === 'invalid' ? 'invalidQuery' : reason, message)];
}

const refusal = (code: number, reason: string, message: string) => ({
  error: { code, message, errors: [{ domain: 'global', reason, message }] },
});
