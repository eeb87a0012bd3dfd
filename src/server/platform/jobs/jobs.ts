import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { holdLock } from '../database/hold-lock.ts';
import { attemptJob } from './attempt.ts';
import type { JobKind, NewJob, Schedule } from './kind.ts';
import type { Delivery, Queue } from './queue.ts';
import { stepsOf } from './steps.ts';
import { JOB_COLUMNS, type JobRow } from './store.ts';

/** The creator of jobs that a schedule enqueues. */
const SCHEDULE = 'schedule';

/** The jobs of the portal: enqueued in a transaction, done in the background, followed and repeated by people. */
export class Jobs {
  readonly #db: Database;
  readonly #queue: Queue;
  readonly #log: Log;
  readonly #kinds = new Map<string, JobKind>();
  /** Kinds that were enqueued since a job ended last. */
  readonly #enqueued = new Set<string>();

  constructor(db: Database, queue: Queue, log: Log) {
    this.#db = db;
    this.#queue = queue;
    this.#log = log;
  }

  /** Says how work of a kind is done. To be called before the queue starts. */
  define(kind: JobKind): void {
    this.#kinds.set(kind.name, kind);
    const parts = { db: this.#db, queue: this.#queue, log: this.#log };
    const attempt = async (delivery: Delivery) => {
      await attemptJob(parts, kind, delivery);
      this.#wakeEnqueued();
    };
    this.#queue.handle(kind.name, attempt, { together: kind.concurrency ?? 1 });
    const { schedule } = kind;
    if (schedule)
      this.#queue.schedule(`${kind.name}.due`, schedule, ({ ticket }) =>
        this.#enqueueBySchedule(kind, schedule, ticket),
      );
  }

  /** Enqueues a job in the caller's transaction. Wait for the queue's `ready` before it, and `wake` after it. */
  async enqueue(tx: PoolClient, job: NewJob, id: string = randomUUID()): Promise<JobRow> {
    const steps = stepsOf(this.#kinds.get(job.kind)?.steps ?? []);
    const ticket = await this.#queue.send(tx, job.kind, { job: id });
    const { rows } = await tx.query<JobRow>(
      `INSERT INTO jobs (id, kind, title, input, ticket, created_by, request_id, run_key, steps)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${JOB_COLUMNS}`,
      [
        id,
        job.kind,
        job.title,
        JSON.stringify(job.input),
        ticket,
        job.createdBy,
        job.requestId,
        job.runKey ?? null,
        JSON.stringify(steps),
      ],
    );
    if (!rows[0]) throw new Error('The job was not kept.');
    this.#enqueued.add(job.kind);
    return rows[0];
  }

  /** Whether a job of this kind that was enqueued with this `runKey` waits or runs. */
  async isUnderWay(tx: PoolClient, kind: string, runKey: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      `SELECT 1 FROM jobs WHERE kind = $1 AND run_key = $2 AND state IN ('queued', 'running') LIMIT 1`,
      [kind, runKey],
    );
    return rowCount === 1;
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
      `UPDATE jobs SET state = 'queued', attempts = 0, error = NULL, next_try = NULL, next_look = NULL,
         started_at = NULL, finished_at = NULL, ticket = $2, claim = NULL WHERE id = $1 RETURNING ${JOB_COLUMNS}`,
      [id, ticket],
    );
    return changed[0] ?? job;
  }

  /** Refuses who may not have this work done, where its kind says so itself. @throws {Refusal} 403 */
  async guard(request: FastifyRequest, { kind, input }: Pick<JobRow, 'kind' | 'input'>): Promise<void> {
    await this.#kinds.get(kind)?.guard?.(request, input);
  }

  /** The refusal of `guard`; null where the person may have the work done. */
  async refusal(request: FastifyRequest, job: Pick<JobRow, 'kind' | 'input'>): Promise<Refusal | null> {
    try {
      await this.guard(request, job);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  /** Whether a job has failed, and the person may have it tried again. */
  async mayTryAgain(request: FastifyRequest, job: JobRow): Promise<boolean> {
    return job.state === 'failed' && this.#kinds.has(job.kind) && !(await this.refusal(request, job));
  }

  /**
   * Lets a failed job go on as `again`, for the person of a request: with what its kind does then.
   * @throws {Refusal} 409 for a job that has not failed, and where its kind refuses
   */
  async tryAgain(tx: PoolClient, id: string, request: FastifyRequest): Promise<JobRow> {
    const job = await this.again(tx, id);
    await this.#kinds.get(job.kind)?.again?.(tx, job, request);
    return job;
  }

  /** Lets this process look for new work at once; for after the commit. */
  wake(kind: string): void {
    this.#queue.wake(kind);
  }

  /**
   * Lets jobs of a kind go on that a clock which was ahead, and was set back, keeps waiting: they would begin later than
   * `mostSeconds` from now, or should have begun so long ago. Answers how many.
   */
  async hasten(kind: string, mostSeconds: number): Promise<number> {
    await this.#queue.ready();
    const count = await this.#db.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        `SELECT id FROM jobs WHERE kind = $1 AND claim IS NULL AND state IN ('queued', 'running')
           AND abs(extract(epoch FROM coalesce(next_look, next_try) - now())) > $2
         ORDER BY created_at FOR UPDATE SKIP LOCKED`,
        [kind, mostSeconds],
      );
      for (const { id } of rows) await this.#send(tx, kind, id);
      return rows.length;
    });
    if (count > 0) this.wake(kind);
    return count;
  }

  /** Lets a job that waits go on now; nothing happens with one that is worked on. Wait for the queue's `ready` before, and `wake` after. */
  async lookNow(tx: PoolClient, id: string): Promise<void> {
    const { rows } = await tx.query<{ kind: string }>(
      `SELECT kind FROM jobs WHERE id = $1 AND claim IS NULL AND state IN ('queued', 'running') FOR UPDATE SKIP LOCKED`,
      [id],
    );
    if (rows[0]) await this.#send(tx, rows[0].kind, id);
  }

  /** Has the next attempt at an open job made now, by a new delivery. */
  async #send(tx: PoolClient, kind: string, id: string): Promise<void> {
    const ticket = await this.#queue.send(tx, kind, { job: id });
    await tx.query('UPDATE jobs SET ticket = $2, next_look = NULL, next_try = NULL WHERE id = $1', [
      id,
      ticket,
    ]);
  }

  /** Jobs that a job has enqueued in its last step begin as it ends, not with the next look at the queue. */
  #wakeEnqueued(): void {
    for (const kind of this.#enqueued) this.wake(kind);
    this.#enqueued.clear();
  }

  /** The ticket is the job's id: a delivery that comes twice enqueues once. */
  async #enqueueBySchedule(kind: JobKind, { title, input = {} }: Schedule, ticket: string): Promise<void> {
    const isEnqueued = await this.#db.transaction(async (tx) => {
      await holdLock(tx, 'schedule of a kind', kind.name);
      const known = await tx.query('SELECT 1 FROM jobs WHERE id = $1', [ticket]);
      // A job of the time before that is still under way would only be begun a second time.
      if (known.rowCount === 1 || (await this.isUnderWay(tx, kind.name, SCHEDULE))) return false;
      const job = { kind: kind.name, title, input, createdBy: SCHEDULE, requestId: ticket, runKey: SCHEDULE };
      await this.enqueue(tx, job, ticket);
      return true;
    });
    if (isEnqueued) this.wake(kind.name);
    else this.#log.info({ kind: kind.name }, 'a scheduled job was not enqueued: one is under way');
  }
}
