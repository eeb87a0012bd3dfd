import { answerQuery, type Query } from './query-export.ts';

export type Json = Record<string, unknown>;
/** A status, and what is written as JSON. */
export type Answer = [status: number, body: unknown];

/** A job as BigQuery answers it: it loads rows or queries some. */
export interface Job {
  jobReference: { projectId: string; jobId: string; location: string };
  configuration: {
    load?: { destinationTable: { datasetId: string; tableId: string } };
    query?: Query;
  };
  status: { state: 'RUNNING' | 'DONE'; errorResult?: Failure };
}

/** BigQuery's word for a failure, and its message. */
interface Failure {
  reason: string;
  message: string;
}

export const LOCATION = 'europe-west3';

/** The jobs of a project, each with an id that is taken once. */
export class Jobs {
  readonly #tables: Map<string, Json[]>;
  readonly #rowsOfPage: number;
  readonly #jobs = new Map<string, Job>();
  #failure: Failure | null = null;

  /** @param tables rows by `dataset.table`, which jobs load into and query */
  constructor(tables: Map<string, Json[]>, rowsOfPage: number) {
    this.#tables = tables;
    this.#rowsOfPage = rowsOfPage;
  }

  ids(): string[] {
    return [...this.#jobs.keys()];
  }

  failNext(failure: Failure): void {
    this.#failure = failure;
  }

  /** Begins a job that loads rows, a line of JSON each; one that fails leaves no row. */
  load(projectId: string, wanted: Job, rows: string): Answer {
    const job = this.#begin(projectId, wanted);
    if (!job) return taken(projectId, wanted);
    const to = job.configuration.load?.destinationTable;
    if (to && !job.status.errorResult) {
      const name = `${to.datasetId}.${to.tableId}`;
      const loaded = rows.split('\n').flatMap((row) => (row.trim() === '' ? [] : [JSON.parse(row) as Json]));
      this.#tables.set(name, [...(this.#tables.get(name) ?? []), ...loaded]);
    }
    return [200, job];
  }

  /** Begins a job that queries rows. */
  start(projectId: string, wanted: Job): Answer {
    const job = this.#begin(projectId, wanted);
    return job ? [200, job] : taken(projectId, wanted);
  }

  /** A page of the answer of a query; at the first request the query is still running. */
  results(jobId: string, query: URLSearchParams): Answer {
    const job = this.#jobs.get(decodeURIComponent(jobId));
    if (!job?.configuration.query) return [404, refusal(404, 'notFound', `Not found: Job ${jobId}`)];
    const { jobReference, status } = job;
    if (status.state === 'RUNNING') {
      status.state = 'DONE';
      return [200, { jobReference, jobComplete: false }];
    }
    if (status.errorResult) return failed(status.errorResult);
    const answered = answerQuery(this.#tables, job.configuration.query);
    if (typeof answered === 'string') return [404, refusal(404, 'notFound', answered)];
    const { columns, rows } = answered;
    const from = Number(query.get('pageToken') ?? 0);
    const most = this.#rowsOfPage;
    const to = from + Math.min(Number(query.get('maxResults') ?? most), most);
    const page = {
      jobReference,
      jobComplete: true,
      schema: { fields: columns.map((name) => ({ name, type: 'STRING', mode: 'NULLABLE' })) },
      totalRows: String(rows.length),
      rows: rows.slice(from, to).map((cells) => ({ f: cells.map((v) => ({ v })) })),
      ...(to < rows.length && { pageToken: String(to) }),
    };
    return [200, page];
  }

  /** A job, which is done by the time that anybody looks. */
  state(jobId: string): Answer {
    const job = this.#jobs.get(decodeURIComponent(jobId));
    if (!job) return [404, refusal(404, 'notFound', `Not found: Job ${jobId}`)];
    job.status.state = 'DONE';
    return [200, job];
  }

  /** Keeps a job, unless there is one of its id. */
  #begin(projectId: string, { jobReference: { jobId }, configuration }: Job): Job | null {
    if (this.#jobs.has(jobId)) return null;
    const job: Job = {
      jobReference: { projectId, jobId, location: LOCATION },
      configuration,
      status: { state: 'RUNNING', ...(this.#failure && { errorResult: this.#failure }) },
    };
    this.#failure = null;
    this.#jobs.set(jobId, job);
    return job;
  }
}

const taken = (projectId: string, { jobReference: { jobId } }: Job): Answer => [
  409,
  refusal(409, 'duplicate', `Already Exists: Job ${projectId}:${jobId}`),
];

/** Reasons that BigQuery answers with 403. */
const DENIED = new Set(['accessDenied', 'accessNotConfigured', 'quotaExceeded', 'rateLimitExceeded']);

/** A query that failed, as the request for its results says. */
function failed({ reason, message }: Failure): Answer {
  const code = DENIED.has(reason) ? 403 : 400;
  return [code, refusal(code, reason === 'invalid' ? 'invalidQuery' : reason, message)];
}

export const refusal = (code: number, reason: string, message: string) => ({
  error: { code, message, errors: [{ domain: 'global', reason, message }] },
});
