import type { IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { serve } from '../serve/serve.ts';
import { LOCATION, Jobs, refusal, type Answer, type Job, type Json } from './jobs.ts';

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
  const jobs = new Jobs(tables, rowsOfPage);

  const server = await serve((request, response) => {
    void answer(jobs, request)
      .catch((error: unknown): Answer => [400, refusal(400, 'invalid', String(error))])
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
    jobs: () => jobs.ids(),
    failNext: (message, reason = 'invalid') => jobs.failNext({ reason, message }),
    close: server.close,
  };
}

async function answer(jobs: Jobs, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
  const upload = UPLOAD.exec(pathname);
  if (upload && request.method === 'POST') {
    const [metadata, rows] = partsOf(request.headers['content-type'] ?? '', await text(request));
    return jobs.load(upload[1] ?? '', JSON.parse(metadata) as Job, rows);
  }
  const begun = JOBS.exec(pathname);
  if (begun && request.method === 'POST') return jobs.start(begun[1] ?? '', (await json(request)) as Job);
  const paged = RESULTS.exec(pathname);
  if (paged && request.method === 'GET') return jobs.results(paged[1] ?? '', searchParams);
  const named = JOB.exec(pathname);
  if (named && request.method === 'GET') return jobs.state(named[2] ?? '');
  if (DATASET.test(pathname) && request.method === 'GET') return [200, { location: LOCATION }];
  return [404, refusal(404, 'notFound', 'Not found.')];
}
