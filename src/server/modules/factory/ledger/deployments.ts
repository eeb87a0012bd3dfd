import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { conflict, Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import {
  cloudDeployments,
  isLeftOut,
  lacksExtra,
  type DeploymentKind,
} from '#resources/cloud-deployments.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { byMachine, byWay, type Who } from '#server/engine/writes/write-statements.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { JOB_COLUMNS, type JobRow } from '#server/platform/jobs/store.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';
import { mayBeMade } from './may-be-made.ts';
import { mailDone, mailFailed } from './mails.ts';
import type { Pace } from '#server/platform/jobs/pace.ts';
import type { Guard, Procedure } from './procedure.ts';
import {
  changeDeployment,
  holdDeployment,
  idsOf,
  isDone,
  keepSteps,
  stepsOf,
  type DeploymentRow,
} from './rows.ts';
import { StepRun } from './run-steps.ts';
import { refuseTwin } from './twins.ts';

/** Names the jobs that make what deployments are about. */
export const DEPLOYMENT = 'cloud_deployment';

/** So often a process may die, or fault, while it works on one between two pauses. */
const ATTEMPTS = 20;
/** How many are worked on at a time, in all processes together; those that wait for a provider do not count. */
const TOGETHER = 8;

interface LedgerParts {
  db: Database;
  services: EngineServices;
  jobs: Jobs;
  outbox: Outbox;
  publicUrl: string;
  pace: Pace;
  /** Who works with the cloud factory. */
  guard: Guard;
}

/** A deployment to begin. */
export interface NewDeployment {
  kind: DeploymentKind;
  provider_type: string;
  name: string;
  cost_center: string | null;
  owner: string | null;
  simulated: boolean;
  request: Values;
  /** The batch that it is one of; absent for a request by itself. */
  batch?: number;
  /** Somebody else has to decide first. */
  waitsForApproval: boolean;
  /** The title of its job; made of its name where this is absent. */
  title?: string;
}

const inputOf = z.object({
  deployment: z.int(),
  /** All but an extra is made: the inventory has it, and the requester was mailed. */
  made: z.boolean().default(false),
});

/** The deployments of the portal: begun in a transaction, made step by step in the background, retried and cancelled. */
export class Deployments {
  readonly #parts: LedgerParts;
  readonly #procedures = new Map<DeploymentKind, Procedure>();

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    parts.jobs.define(this.#jobKind());
  }

  /** Says how deployments of a kind are made. To be called before the queue starts. */
  define(procedure: Procedure): void {
    this.#procedures.set(procedure.kind, procedure);
  }

  /** Begins a deployment in the caller's transaction; answers its id. Call `wake` after the commit. */
  async begin(tx: PoolClient, input: NewDeployment, who: Who): Promise<number> {
    const { waitsForApproval, title, ...fields } = input;
    const { id } = await this.#parts.services.create(
      cloudDeployments.name,
      {
        ...fields,
        identifier: this.#of(input.kind).identifier({}, input.request),
        state: waitsForApproval ? 'waiting_approval' : 'running',
        requested_by: who.actor.email,
      },
      who,
      tx,
    );
    const steps = stepsOf(this.#of(input.kind).steps(input.request));
    await keepSteps(tx, id, steps);
    if (!waitsForApproval) await this.#enqueueWork(tx, { id, name: input.name, title }, who);
    return id;
  }

  /** Lets a deployment go on that was approved: nobody else changes it meanwhile. */
  async release(tx: PoolClient, row: DeploymentRow, change: Values, who: Who): Promise<void> {
    await changeDeployment(tx, this.#parts.services, row, { ...change, state: 'running' }, who);
    await this.#enqueueWork(tx, row, who);
  }

  /** Lets a deployment that has failed go on from where it did. @throws {Refusal} 404, 409 */
  async retry(tx: PoolClient, id: number, who: Who): Promise<void> {
    const { rows } = await tx.query<{ id: string }>(
      `SELECT j.id FROM cloud_deployment_work w JOIN jobs j ON j.id = w.job_id
       WHERE w.deployment_id = $1 AND j.state = 'failed' FOR UPDATE OF j`,
      [id],
    );
    const row = await holdDeployment(tx, id);
    if (lacksExtra(row)) return this.#retryExtra(tx, row, who);
    if (row.state !== 'failed') throw conflict('Only a deployment that has failed can be tried again.');
    await this.#reopen(tx, row, who);
    const [job] = rows;
    if (job) await this.#parts.jobs.again(tx, job.id);
    else await this.#enqueueWork(tx, row, who);
  }

  /** Ends a deployment of which nothing was made yet. @throws {Refusal} 404, 409 after the point of no return */
  async cancel(tx: PoolClient, id: number, who: Who, change: Values = {}): Promise<void> {
    const row = await holdDeployment(tx, id);
    if (row.state === 'done' || row.state === 'cancelled')
      throw conflict(`'${row.name}' is ${row.state} and cannot be cancelled.`);
    const { steps, words } = this.#of(row.kind);
    if (await mayBeMade(tx, steps(row.request), row))
      throw conflict(
        `'${row.name}' can no longer be cancelled: the provider has been requested to do it. ` +
          (words?.late ?? 'Let it end, then close the account.'),
      );
    await changeDeployment(tx, this.#parts.services, row, { ...change, state: 'cancelled' }, who);
  }

  /** Lets go on what a clock that was set back keeps waiting: nothing waits longer than the longest pause by itself. */
  async unstick(): Promise<void> {
    const { jobs, pace } = this.#parts;
    await jobs.hasten(DEPLOYMENT, 2 * pace.longestSeconds);
  }

  /** The job that works on a deployment; null where nothing does yet. */
  async jobOf(tx: PoolClient, id: number): Promise<JobRow | null> {
    const { rows } = await tx.query<JobRow>(
      `SELECT ${JOB_COLUMNS} FROM jobs WHERE id = (SELECT job_id FROM cloud_deployment_work WHERE deployment_id = $1)`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Has a deployment that waits look now at what it waits for, once the caller's transaction is committed. */
  async lookNow(tx: PoolClient, id: number): Promise<void> {
    const job = await this.jobOf(tx, id);
    if (job) await this.#parts.jobs.lookNow(tx, job.id);
  }

  /** Lets this process begin at once; for after the commit. */
  wake(): void {
    this.#parts.jobs.wake(DEPLOYMENT);
  }

  /** Takes up the extra steps of a deployment that is done: nothing else of it is made, stored or mailed again. */
  async #retryExtra(tx: PoolClient, row: DeploymentRow, who: Who): Promise<void> {
    const steps = row.steps.map((step) =>
      isLeftOut(step) ? { ...step, state: 'waiting' as const, note: null, finished_at: null } : step,
    );
    await keepSteps(tx, row.id, steps);
    await changeDeployment(tx, this.#parts.services, row, { state: 'running' }, who);
    await this.#enqueueWork(tx, { id: row.id, name: row.name, made: true }, who);
  }

  /** @throws {Refusal} 409 where another deployment makes the same, or has made it since this one was requested */
  async #reopen(tx: PoolClient, row: DeploymentRow, who: Who): Promise<void> {
    const { services } = this.#parts;
    const request = cloudRequests.find(({ name }) => name === row.kind);
    // What is made already is there beside the other one, whatever the rest of the steps do.
    if (request && !(await mayBeMade(tx, this.#of(row.kind).steps(row.request), row)))
      await refuseTwin(tx, request, row.request, row.id);
    await this.#of(row.kind).mayGoOn?.(tx, row, who);
    const steps = row.steps.map((step) =>
      step.state === 'failed' ? { ...step, state: 'running' as const, finished_at: null } : step,
    );
    await keepSteps(tx, row.id, steps);
    await changeDeployment(tx, services, row, { state: 'running', error: null }, who);
  }

  async #enqueueWork(
    tx: PoolClient,
    {
      id,
      name,
      title = `Deploy ${name}`,
      made = false,
    }: { id: number; name: string; title?: string | undefined; made?: boolean },
    who: Who,
  ): Promise<void> {
    const job = randomUUID();
    const { email } = who.actor;
    await this.#parts.jobs.enqueue(
      tx,
      {
        kind: DEPLOYMENT,
        title,
        input: { deployment: id, ...(made && { made }) },
        createdBy: email,
        requestId: who.requestId,
      },
      job,
    );
    await tx.query(
      `INSERT INTO cloud_deployment_work (deployment_id, job_id) VALUES ($1, $2)
       ON CONFLICT (deployment_id) DO UPDATE SET job_id = excluded.job_id`,
      [id, job],
    );
  }

  #of(kind: DeploymentKind): Procedure {
    const procedure = this.#procedures.get(kind);
    if (!procedure)
      throw new Refusal(409, `This portal cannot make deployments of the kind ${kind} at the moment.`);
    return procedure;
  }

  /** Who tries the job of a deployment of this kind again. @throws {Refusal} 401, 403 */
  #requesterOf(request: FastifyRequest, kind: DeploymentKind): Who {
    return (this.#procedures.get(kind)?.guard ?? this.#parts.guard)(request);
  }

  #jobKind(): JobKind {
    const { db, services, pace } = this.#parts;
    return {
      name: DEPLOYMENT,
      attempts: ATTEMPTS,
      concurrency: TOGETHER,
      // Its patience is counted by its pauses, and not by a clock that may jump.
      patienceHours: Number.POSITIVE_INFINITY,
      guard: async (request, input) => {
        const { deployment: id } = inputOf.parse(input);
        const { rows } = await db.query<Pick<DeploymentRow, 'kind'>>(
          'SELECT kind FROM cloud_deployments WHERE id = $1',
          [id],
        );
        if (rows[0]) this.#requesterOf(request, rows[0].kind);
      },
      again: async (tx, { input }, request) => {
        const row = await holdDeployment(tx, inputOf.parse(input).deployment);
        if (row.state === 'failed') await this.#reopen(tx, row, this.#requesterOf(request, row.kind));
      },
      run: async (context) => {
        const { deployment: id, made } = inputOf.parse(context.input);
        const who = whoOf(context);
        const row = await db.transaction(async (tx) => {
          await context.save({ ...context.reached }, tx);
          const held = await holdDeployment(tx, id);
          // Another version of the portal had the job tried again.
          if (held.state === 'failed') await this.#reopen(tx, held, who);
          return holdDeployment(tx, id);
        });
        if (row.state !== 'running' && row.state !== 'waiting_provider')
          return async () => ({ deployment: id, state: row.state });
        const procedure = this.#of(row.kind);
        const steps = stepsOf(procedure.steps(row.request), row.steps);
        const back = await new StepRun(
          { db, services, pace },
          procedure,
          { ...row, steps },
          context,
          who,
        ).run();
        if (back === 'over') return async () => ({ deployment: id });
        return (
          back ?? ((tx) => (made ? this.#finishExtra(tx, id, who) : this.#finish(tx, id, procedure, who)))
        );
      },
      failed: (tx, job, reason) => this.#fail(tx, job, reason),
    };
  }

  async #finish(
    tx: PoolClient,
    id: number,
    procedure: Procedure,
    who: Who,
  ): Promise<Record<string, unknown>> {
    const row = await holdDeployment(tx, id);
    const { name, request, cost_center: costCenter, owner } = row;
    const ids = idsOf(row.steps);
    await procedure.finish(tx, { id, name, request, ids, costCenter, owner }, who);
    const identifier = procedure.identifier(ids, request);
    const change = { state: 'done' as const, identifier, error: null };
    await changeDeployment(tx, this.#parts.services, row, change, who);
    if (!procedure.quietInBatch || row.batch === null)
      await mailDone(tx, this.#parts, { ...row, identifier, words: procedure.words }, who);
    return { deployment: id, identifier };
  }

  async #finishExtra(tx: PoolClient, id: number, who: Who): Promise<Record<string, unknown>> {
    const row = await holdDeployment(tx, id);
    await changeDeployment(tx, this.#parts.services, row, { state: 'done', error: null }, who);
    return { deployment: id, identifier: row.identifier };
  }

  async #fail(tx: PoolClient, job: Pick<JobContext, 'input' | 'createdBy' | 'requestId'>, reason: string) {
    const row = await holdDeployment(tx, inputOf.parse(job.input).deployment);
    if (row.state !== 'running' && row.state !== 'waiting_provider') return;
    const at = row.steps.findIndex((step) => !isDone(step));
    const steps = row.steps.map((step, place) =>
      place === at
        ? { ...step, state: 'failed' as const, finished_at: new Date().toISOString(), note: reason }
        : step,
    );
    await keepSteps(tx, row.id, steps);
    const who = whoOf(job);
    await changeDeployment(tx, this.#parts.services, row, { state: 'failed', error: reason }, who);
    const words = this.#procedures.get(row.kind)?.words;
    await mailFailed(tx, this.#parts, { ...row, words }, reason, who);
  }
}

/** The work is done in the name of its requester. */
const whoOf = ({ createdBy, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>): Who =>
  byMachine(byWay({ actor: { email: createdBy, name: null }, requestId }, 'job', DEPLOYMENT));
