import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';

/** The context of a job while it runs. */
export interface JobContext {
  id: string;
  input: Record<string, unknown>;
  createdBy: string;
  requestId: string;
  /** The state that earlier attempts have saved; empty at first. */
  reached: Readonly<Record<string, unknown>>;
  /** When it began for the first time, ISO 8601. */
  startedAt: string;
  /** Aborted when the portal ends; the job goes on elsewhere or later. */
  signal: AbortSignal;
  /**
   * Keeps what is finished and is not done again. With the transaction that finished it, either both are kept or
   * nothing, also where another attempt has taken over meanwhile.
   */
  save: (reached: Record<string, unknown>, tx?: PoolClient) => Promise<void>;
  /** Begins the step of this name; what ran before is done. A step that is begun again goes on. */
  step: (name: string) => Promise<void>;
  /** Reports how far it is; kept about once a second. */
  progress: (done: number, total: number) => void;
  /**
   * To be answered by a run that waits for something that takes its time, such as an operation of a provider: it is
   * run again after `seconds` with `reached`, in any process, and holds no place in the queue meanwhile.
   */
  comeBack: (seconds: number, reached: Record<string, unknown>) => ComeBack;
}

/** Runs in the transaction that ends the job, once; what it answers is the job's result. */
export type LastStep = (tx: PoolClient) => Promise<Record<string, unknown>>;

/** The job is not done yet, and is to be run again after some time. Made by the context's `comeBack`. */
export class ComeBack {
  readonly seconds: number;
  readonly reached: Record<string, unknown>;

  constructor(seconds: number, reached: Record<string, unknown>) {
    this.seconds = seconds;
    this.reached = reached;
  }
}

/** When work of a kind is enqueued by itself: once, however many processes share the database. */
export interface Schedule {
  /** Five fields, such as `0 6 * * 1`. */
  cron: string;
  /** Such as `Europe/Berlin`. */
  timeZone: string;
  title: string;
  input?: Record<string, unknown>;
}

/** A kind of work that people can follow. */
export interface JobKind {
  /** Names the work in the queue and in the API, such as `inventory_report`. */
  name: string;
  /** How often it is tried before it has failed. Coming back begins to count anew. */
  attempts: number;
  /** How many may run at a time, in all processes together; the others wait in their order. 1 by default. */
  concurrency?: number;
  /** The names of its steps, in their order. */
  steps?: readonly string[];
  /** The longest time in which it may come back, in hours from its begin; then it has failed. 24 by default. */
  patienceHours?: number;
  /** An occurrence that came due while no process ran is made up for once, at the next start. */
  schedule?: Schedule;
  /**
   * Refuses who may not have it done, in the words of the route that enqueues it: whoever tries it again may have lost the
   * right since. Absent where everybody may have it done. @throws {Refusal} 403
   */
  guard?: (request: FastifyRequest, input: JobContext['input']) => unknown;
  /**
   * Called as a person has it tried again, in the transaction that does so: what failed with it goes on, in the name
   * of that person. A Refusal leaves it failed.
   */
  again?: (tx: PoolClient, job: Pick<JobContext, 'id' | 'input'>, request: FastifyRequest) => Promise<void>;
  /**
   * Does the work and answers its last step, or when to come back. It may be begun several times, since processes die;
   * its last step happens once. A Refusal with a status below 500 is final; everything else is tried again.
   */
  run: (context: JobContext) => Promise<LastStep | ComeBack>;
  /** Called where it has failed for good, in the transaction that says so. */
  failed?: (
    tx: PoolClient,
    job: Pick<JobContext, 'id' | 'input' | 'createdBy' | 'requestId'>,
    reason: string,
  ) => Promise<void>;
}

export interface NewJob {
  kind: string;
  /** The title for people, such as 'Inventory report for ada@example.com'. */
  title: string;
  input: Record<string, unknown>;
  createdBy: string;
  requestId: string;
  /** Names what should not be under way twice; see `Jobs.isUnderWay`. */
  runKey?: string;
}
