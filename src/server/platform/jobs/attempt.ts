import { randomUUID } from 'node:crypto';
import { Refusal } from '#kernel/errors.ts';
import type { Database, Runner } from '../database/database.ts';
import { databaseRefusal } from '../database/errors.ts';
import type { Log } from '../log/log.ts';
import { ComeBack, type JobContext, type JobKind, type LastStep } from './kind.ts';
import type { Delivery, Queue } from './queue.ts';
import { allDone, beginStep, runningFailed, stepsOf } from './steps.ts';
import { claimJob, endJob, isHeld, type JobRow, releaseJob } from './store.ts';

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;
const PROGRESS_EVERY_MS = 1000;
const PATIENCE_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Another attempt has taken the job over; this one ends without a trace. */
class Superseded extends Error {}

interface AttemptParts {
  db: Database;
  queue: Queue;
  log: Log;
}

/** Makes one attempt at the job that was delivered; nothing where it has ended or a later delivery has it. */
export async function attemptJob(parts: AttemptParts, kind: JobKind, delivery: Delivery): Promise<void> {
  const claim = randomUUID();
  const job = await claimJob(parts.db, String(delivery.data['job']), delivery.ticket, claim);
  if (!job) return;
  job.steps = stepsOf(kind.steps ?? [], job.steps);
  const log = parts.log.child({ job: job.id, kind: kind.name, requestId: job.request_id });
  await new Attempt({ ...parts, log }, kind, job, claim, delivery).make();
}

/** One attempt at a job: it holds the job as long as its claim is in the job's row. */
class Attempt {
  readonly #parts: AttemptParts;
  readonly #kind: JobKind;
  readonly #job: JobRow;
  readonly #claim: string;
  readonly #signal: AbortSignal;
  readonly #ending: AbortSignal;
  #reportedAt = 0;

  constructor(
    parts: AttemptParts,
    kind: JobKind,
    job: JobRow,
    claim: string,
    { signal, ending }: Pick<Delivery, 'signal' | 'ending'>,
  ) {
    this.#parts = parts;
    this.#kind = kind;
    this.#job = job;
    this.#claim = claim;
    this.#signal = signal;
    this.#ending = ending;
  }

  async make(): Promise<void> {
    const { log } = this.#parts;
    const { attempts, title } = this.#job;
    if (attempts > this.#kind.attempts) {
      const reason = `It was interrupted ${this.#kind.attempts} times and is not tried again by itself.`;
      await this.#fail(reason);
      log.error({ reason }, `a job failed: ${title}`);
      return;
    }
    try {
      const answer = await this.#run();
      if (answer instanceof ComeBack) await this.#later(answer);
      else if (await this.#end(answer)) log.info(`a job is done: ${title}`);
    } catch (error) {
      if (error instanceof Superseded) return;
      await this.#failed(error);
      log.warn({ err: error, attempt: attempts }, `a job was not done: ${title}`);
    }
  }

  /**
   * The answer of the run. One that takes too long is not waited for, since it may not listen to its signal: the job is
   * given back at once, and whatever that run writes afterwards is refused as that of an attempt which was superseded.
   */
  async #run(): Promise<LastStep | ComeBack> {
    const late = Promise.withResolvers<never>();
    const giveUp = () => {
      const reason: unknown = this.#signal.reason;
      if (reason instanceof Refusal) late.reject(reason);
    };
    this.#signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([this.#kind.run(this.#context()), late.promise]);
    } finally {
      this.#signal.removeEventListener('abort', giveUp);
    }
  }

  #context(): JobContext {
    const job = this.#job;
    const write = async (columns: string, values: unknown[], runner: Runner = this.#parts.db) => {
      const { rowCount } = await runner.query({
        text: `UPDATE jobs SET ${columns} WHERE id = $1 AND claim = $2 AND state = 'running'`,
        values: [job.id, this.#claim, ...values],
      });
      if (rowCount === 0) throw new Superseded('Another attempt has taken over.');
    };
    return {
      id: job.id,
      input: job.input,
      createdBy: job.created_by,
      requestId: job.request_id,
      reached: job.reached,
      startedAt: job.started_at ?? job.created_at,
      signal: this.#signal,
      comeBack: (seconds, reached) => new ComeBack(seconds, reached),
      save: (reached, tx) => write('reached = $3', [JSON.stringify(reached)], tx),
      step: async (name) => {
        job.steps = beginStep(job.steps, name, now());
        // How far the step before was says nothing about this one.
        await write('steps = $3, done_steps = NULL, total_steps = NULL', [JSON.stringify(job.steps)]);
      },
      progress: (done, total) => {
        if (Date.now() - this.#reportedAt < PROGRESS_EVERY_MS && done < total) return;
        this.#reportedAt = Date.now();
        write('done_steps = $3, total_steps = $4', [done, total]).catch(() => undefined);
      },
    };
  }

  /** The last step and the end of the job, in one transaction; answers whether the job was still held. */
  #end(last: LastStep): Promise<boolean> {
    const { id, steps } = this.#job;
    return this.#parts.db.transaction(
      async (tx) =>
        (await isHeld(tx, id, this.#claim)) &&
        endJob(tx, id, this.#claim, { result: await last(tx), steps: allDone(steps, now()) }),
    );
  }

  async #later({ seconds, reached }: ComeBack): Promise<void> {
    const { id, created_at: created, started_at: started } = this.#job;
    const hours = this.#kind.patienceHours ?? PATIENCE_HOURS;
    if (Date.now() - Date.parse(started ?? created) > hours * HOUR_MS)
      throw new Refusal(422, `It was not done within ${hours} ${hours === 1 ? 'hour' : 'hours'}.`);
    await this.#parts.db.transaction(async (tx) => {
      const ticket = await this.#parts.queue.send(tx, this.#kind.name, { job: id }, seconds);
      await releaseJob(tx, id, this.#claim, { ticket, seconds, lookedAt: reached });
    });
  }

  #fail(error: string, result: Record<string, unknown> | null = null): Promise<boolean> {
    const { id, steps, input, created_by: createdBy, request_id: requestId } = this.#job;
    return this.#parts.db.transaction(async (tx) => {
      const outcome = { error, result, steps: runningFailed(steps, now()) };
      const isEnded = await endJob(tx, id, this.#claim, outcome);
      if (isEnded) await this.#kind.failed?.(tx, { id, input, createdBy, requestId }, error);
      return isEnded;
    });
  }

  /**
   * Tried again later, at once where the portal ends, or not at all. Only the end of the portal makes an attempt none: one
   * that took too long would take so long for ever.
   */
  async #failed(error: unknown): Promise<void> {
    const { id, attempts } = this.#job;
    const ends = this.#ending.aborted;
    const isFinal = error instanceof Refusal && error.status < 500;
    const reason = sentenceOf(error);
    if (!ends && (isFinal || attempts >= this.#kind.attempts)) {
      await this.#fail(reason, detailsOf(error));
      return;
    }
    const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
    const seconds = ends ? 0 : pause;
    await this.#parts.db.transaction(async (tx) => {
      const ticket = await this.#parts.queue.send(tx, this.#kind.name, { job: id }, seconds);
      const attempt = ends ? { attempts: attempts - 1, error: null } : { attempts, error: reason };
      await releaseJob(tx, id, this.#claim, { ticket, seconds, ...attempt });
    });
  }
}

const now = () => new Date().toISOString();

/** The details of a refusal beside its sentence, such as every row of a file that is wrong. */
function detailsOf(error: unknown): Record<string, unknown> | null {
  if (!(error instanceof Refusal)) return null;
  const details = { ...(error.errors.length > 0 && { errors: error.errors }), ...error.details };
  return Object.keys(details).length > 0 ? details : null;
}

/** The sentence about a failure for people: a refusal's, also of a database or a disk; of a fault only that there was one. */
function sentenceOf(error: unknown): string {
  const refusal = databaseRefusal(error);
  if (refusal instanceof Refusal) return refusal.message;
  return 'Something went wrong on our side; the log has the details.';
}
