import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import type { Database } from '../database/database.ts';
import { claimJob, endJob, JOB_COLUMNS, type JobRow, releaseJob } from './store.ts';
import type { Log } from '../log/log.ts';
import type { Delivery, Queue } from './queue.ts';

/** What a job has while it runs. */
export interface JobContext {
  id: string;
  input: Record<string, unknown>;
  createdBy: string;
  requestId: string;
  /** What earlier attempts have saved; empty at first. */
  reached: Readonly<Record<string, unknown>>;
  /** Aborted when the portal ends; the job goes on elsewhere or later. */
  signal: AbortSignal;
  /** Keeps what is finished, so that it is not done again. */
  save: (reached: Record<string, unknown>) => Promise<void>;
  /** Tells how far it is; kept about once a second. */
  progress: (done: number, total: number) => void;
}

/** A kind of work that people can follow. */
export interface JobKind {
  /** Names the work in the queue and in the API, such as `inventory_report`. */
  name: string;
  /** How often it is tried before it has failed. */
  attempts: number;
  /**
   * Does the work and answers its last step, which runs in the transaction that ends the job: it happens once,
   * however often the work is begun. What the step answers is the job's result. A Refusal with a status below 500
   * is final; everything else is tried again.
   */
  run: (context: JobContext) => Promise<(tx: PoolClient) => Promise<Record<string, unknown>>>;
}

export interface NewJob {
  kind: string;
  /** What people read, such as 'Inventory report for ada@example.com'. */
  title: string;
  input: Record<string, unknown>;
  createdBy: string;
  requestId: string;
}

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;
const PROGRESS_EVERY_MS = 1000;

/** Another attempt has taken the job over; this one ends without a trace. */
class Superseded extends Error {}

/** The jobs of the portal: asked for in a transaction, done in the background, followed and repeated by people. */
export class Jobs {
  readonly #db: Database;
  readonly #queue: Queue;
  readonly #log: Log;
  readonly #kinds = new Map<string, JobKind>();

  constructor(db: Database, queue: Queue, log: Log) {
    this.#db = db;
    this.#queue = queue;
    this.#log = log;
  }

  /** Says how work of a kind is done. To be called before the queue starts. */
  define(kind: JobKind): void {
    this.#kinds.set(kind.name, kind);
    this.#queue.handle(kind.name, (delivery) => this.#deliver(kind, delivery));
  }

  /** Asks for work in the caller's transaction. Wait for the queue's `ready` before it, and `wake` after it. */
  async ask(tx: PoolClient, job: NewJob): Promise<JobRow> {
    const id = randomUUID();
    const ticket = await this.#queue.send(tx, job.kind, { job: id });
    const { rows } = await tx.query<JobRow>(
      `INSERT INTO jobs (id, kind, title, input, ticket, created_by, request_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${JOB_COLUMNS}`,
      [id, job.kind, job.title, JSON.stringify(job.input), ticket, job.createdBy, job.requestId],
    );
    if (!rows[0]) throw new Error('The job was not kept.');
    return rows[0];
  }

  /**
   * Lets a failed job go on from what it had reached.
   * @throws {Refusal} 409 for a job that has not failed
   */
  async again(tx: PoolClient, id: string): Promise<JobRow> {
    const { rows } = await tx.query<JobRow>(
      `SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1 AND state = 'failed' FOR UPDATE`,
      [id],
    );
    const job = rows[0];
    if (!job) throw new Refusal(409, 'Only a job that has failed can be tried again.');
    if (!this.#kinds.has(job.kind)) throw new Refusal(409, 'This kind of job is not known any more.');
    const ticket = await this.#queue.send(tx, job.kind, { job: id });
    const { rows: changed } = await tx.query<JobRow>(
      `UPDATE jobs SET state = 'queued', attempts = 0, error = NULL, next_try = NULL, finished_at = NULL,
         ticket = $2, claim = NULL WHERE id = $1 RETURNING ${JOB_COLUMNS}`,
      [id, ticket],
    );
    return changed[0] ?? job;
  }

  /** Lets this process look for new work at once; for after the commit. */
  wake(kind: string): void {
    this.#queue.wake(kind);
  }

  async #deliver(kind: JobKind, { ticket, data, signal }: Delivery): Promise<void> {
    const claim = randomUUID();
    const job = await claimJob(this.#db, String(data['job']), ticket, claim);
    // It has ended, or a later delivery has it.
    if (!job) return;
    const log = this.#log.child({ job: job.id, kind: kind.name, requestId: job.request_id });
    if (job.attempts > kind.attempts) {
      const error = `It was interrupted ${kind.attempts} times and is not tried again by itself.`;
      await this.#db.transaction((tx) => endJob(tx, job.id, claim, { error }));
      log.error({ reason: error }, `a job failed: ${job.title}`);
      return;
    }
    try {
      const last = await kind.run(this.#contextOf(job, claim, signal));
      const isOurs = await this.#db.transaction(async (tx) => {
        const held = await tx.query('SELECT 1 FROM jobs WHERE id = $1 AND claim = $2 FOR UPDATE', [
          job.id,
          claim,
        ]);
        return held.rowCount === 1 && endJob(tx, job.id, claim, { result: await last(tx) });
      });
      if (isOurs) log.info(`a job is done: ${job.title}`);
    } catch (error) {
      if (error instanceof Superseded) return;
      await this.#failed(kind, job, claim, error, signal);
      log.warn({ err: error, attempt: job.attempts }, `a job was not done: ${job.title}`);
    }
  }

  #contextOf(job: JobRow, claim: string, signal: AbortSignal): JobContext {
    let told = 0;
    const write = async (column: string, values: unknown[]) => {
      const { rowCount } = await this.#db.query(
        `UPDATE jobs SET ${column} WHERE id = $1 AND claim = $2 AND state = 'running'`,
        [job.id, claim, ...values],
      );
      if (rowCount === 0) throw new Superseded('Another attempt has taken over.');
    };
    return {
      id: job.id,
      input: job.input,
      createdBy: job.created_by,
      requestId: job.request_id,
      reached: job.reached,
      signal,
      save: (reached) => write('reached = $3', [JSON.stringify(reached)]),
      progress: (done, total) => {
        if (Date.now() - told < PROGRESS_EVERY_MS && done < total) return;
        told = Date.now();
        write('done_steps = $3, total_steps = $4', [done, total]).catch(() => undefined);
      },
    };
  }

  /** Tried again later, at once where the portal ends, or not at all. */
  async #failed(
    kind: JobKind,
    job: JobRow,
    claim: string,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const isFinal = error instanceof Refusal && error.status < 500;
    const reason = sentenceOf(error);
    await this.#db.transaction(async (tx) => {
      if (!signal.aborted && (isFinal || job.attempts >= kind.attempts))
        return endJob(tx, job.id, claim, { error: reason });
      const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (job.attempts - 1));
      const seconds = signal.aborted ? 0 : pause;
      const ticket = await this.#queue.send(tx, kind.name, { job: job.id }, seconds);
      const counted = signal.aborted ? job.attempts - 1 : job.attempts;
      return releaseJob(tx, job.id, claim, {
        ticket,
        seconds,
        attempts: counted,
        error: signal.aborted ? null : reason,
      });
    });
  }
}

/** What people read of a failure: a refusal's sentence; of a fault only that there was one. */
function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return 'Something went wrong on our side; the log has the details.';
}
