import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import type { DeploymentStep } from '#resources/cloud-deployments.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ComeBack, JobContext } from '#server/platform/jobs/kind.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { pauseAfter, timeInWords, type Pace } from '#server/platform/jobs/pace.ts';
import type { Procedure } from './procedure.ts';
import { noted, type Noted } from './noted.ts';
import {
  changeDeployment,
  holdDeployment,
  idsOf,
  isDone,
  keepSteps,
  stepsOf,
  type DeploymentRow,
} from './rows.ts';
import type { Step, StepAnswer, StepContext } from './step.ts';

interface RunParts {
  db: Database;
  services: EngineServices;
  pace: Pace;
}

/** Somebody cancelled the deployment, or it is over otherwise. */
const OVER = Symbol('over');

/** One run through the steps of a deployment: from where it got to, until it is done or has to wait. */
export class StepRun {
  readonly #parts: RunParts;
  readonly #procedure: Procedure;
  readonly #job: JobContext;
  readonly #who: Who;
  #row: DeploymentRow;
  /** State of the current step between two runs. */
  #noted: Noted;

  constructor(parts: RunParts, procedure: Procedure, row: DeploymentRow, job: JobContext, who: Who) {
    this.#parts = parts;
    this.#procedure = procedure;
    this.#job = job;
    this.#who = who;
    this.#row = row;
    this.#noted = noted(job.reached);
  }

  /** Answers when to come back; `null` where every step is done, `over` where nothing is to be done any more. */
  async run(): Promise<ComeBack | 'over' | null> {
    for (const step of this.#procedure.steps(this.#row.request)) {
      if (isDone(this.#known(step))) continue;
      const isNew = this.#noted.step !== step.name;
      this.#noted = isNew ? { ...noted({}), step: step.name } : { ...this.#noted, refused: false };
      const back = await this.#advance(step);
      if (back) return back;
    }
    return null;
  }

  async #advance(step: Step): Promise<ComeBack | 'over' | null> {
    try {
      const answer = await this.#findOrCall(step);
      return answer === OVER ? 'over' : await this.#keep(step, answer);
    } catch (error) {
      // The portal ends: whoever goes on looks for what this attempt may have made.
      if (!(error instanceof ProviderFailure) || this.#job.signal.aborted) throw error;
      return this.#failed(step, error);
    }
  }

  /** Looks for the result of an earlier attempt, and calls the provider where there is none. */
  async #findOrCall(step: Step): Promise<StepAnswer | typeof OVER> {
    const context = this.#context();
    const known = this.#known(step);
    const input = known.input ?? (await step.input(context));
    if (known.attempts > 0) {
      const looks = this.#noted.waits ? step.look : undefined;
      const found = await (looks ?? step.find)?.(context, input);
      if (found) return found;
      // Nothing is waited for any more: after a call of which nobody hears it is looked for anew.
      this.#noted = { ...this.#noted, waits: false };
    }
    if (!(await this.#begin(step, input))) return OVER;
    return step.call(context, input);
  }

  /** Keeps that a call is about to be made; not where the deployment is over, or another attempt has taken over. */
  async #begin(step: Step, input: Record<string, unknown>): Promise<boolean> {
    return this.#change(async (tx) => {
      const known = this.#known(step);
      await this.#write(tx, step, {
        state: 'running',
        attempts: known.attempts + 1,
        input,
        started_at: known.started_at ?? now(),
        finished_at: null,
      });
      if (this.#row.state === 'waiting_provider') await this.#update(tx, { state: 'running' });
    });
  }

  /** Keeps what came of a call, and answers when to look again where the provider goes on by itself. */
  async #keep(step: Step, answer: StepAnswer): Promise<ComeBack | 'over' | null> {
    if (answer.state === 'later') return this.#postpone(step, answer.note, answer.lookAgain);
    const waits = answer.state === 'waiting';
    if (waits) this.#noted = { ...this.#noted, waits, failures: 0 };
    const isUnder = await this.#change(async (tx) => {
      const known = this.#known(step);
      const written = answer.state === 'waiting' ? undefined : await answer.write?.(tx, this.#who);
      await this.#write(tx, step, {
        state: waits ? 'running' : answer.state,
        attempts: Math.max(known.attempts, 1),
        ids: { ...known.ids, ...answer.ids, ...written },
        note: answer.note ?? known.note,
        started_at: known.started_at ?? now(),
        finished_at: waits ? null : now(),
      });
      const identifier = this.#procedure.identifier(idsOf(this.#row.steps), this.#row.request);
      const state = waits ? ('waiting_provider' as const) : ('running' as const);
      if (this.#row.state !== state || this.#row.identifier !== identifier)
        await this.#update(tx, { state, identifier });
    });
    if (!isUnder) return 'over';
    return waits ? this.#pause(step, answer.lookAgain, answer.note ?? null) : null;
  }

  /** Keeps that a call did nothing, so that it counts as not made and the deployment can be cancelled, and comes back. */
  async #postpone(step: Step, note: string, seconds: number): Promise<ComeBack | 'over' | null> {
    this.#noted = { ...this.#noted, waits: false, failures: 0 };
    const isUnder = await this.#change(async (tx) => {
      await this.#write(tx, step, { state: 'waiting', attempts: 0, note });
      if (this.#row.state !== 'waiting_provider') await this.#update(tx, { state: 'waiting_provider' });
    });
    return isUnder ? this.#pause(step, seconds, note) : 'over';
  }

  /** Pauses or gives up after the provider has failed. @throws {Refusal} where it has failed */
  async #failed(step: Step, failure: ProviderFailure): Promise<ComeBack | 'over' | null> {
    const { pace } = this.#parts;
    const { kind, message, retryAfterSeconds } = failure;
    // The provider has ended its work: Retry looks for the result, and calls again where there is none.
    if (kind === 'refused') return this.#giveUp(step, message, { waits: false, refused: true });
    if (kind === 'busy') {
      const busy = this.#noted.busy + 1;
      this.#noted = { ...this.#noted, busy };
      return this.#pause(step, retryAfterSeconds ?? pauseAfter(pace, busy), message);
    }
    const failures = this.#noted.failures + 1;
    if (failures >= pace.tries)
      return this.#giveUp(step, `${sentence(message)} It was tried ${failures} times. ${goesOn(step)}`);
    this.#noted = { ...this.#noted, failures };
    return this.#pause(step, retryAfterSeconds ?? pauseAfter(pace, failures), message);
  }

  /** Comes back later, as long as there is patience. @throws {Refusal} where there is none left */
  async #pause(step: Step, seconds: number, why: string | null): Promise<ComeBack | 'over' | null> {
    const { leastSeconds, longestSeconds, patienceSeconds: usual } = this.#parts.pace;
    const patienceSeconds = Math.max(usual, step.patienceSeconds ?? 0);
    const pause = Math.max(leastSeconds, Math.min(longestSeconds, seconds));
    const waited = this.#noted.waited + pause;
    if (waited > patienceSeconds)
      return this.#giveUp(
        step,
        `'${step.label}' did not end within ${timeInWords(patienceSeconds)}.${why === null ? '' : ` ${sentence(why)}`} ` +
          `Look in the cloud's own console how it is; ${inSentence(goesOn(step))}`,
      );
    this.#noted = { ...this.#noted, waited };
    return this.#job.comeBack(pause, { ...this.#noted });
  }

  /** Goes on without what is extra. Fails with a sentence otherwise; who tries it again has the whole patience again. @throws {Refusal} */
  async #giveUp(
    step: Step,
    reason: string,
    how: Partial<Noted> = { waits: this.#noted.waits },
  ): Promise<ComeBack | 'over' | null> {
    if (step.isExtra) return this.#keep(step, { state: 'skipped', note: reason });
    await this.#job.save({ ...noted({}), step: this.#noted.step, ...how });
    throw new Refusal(422, reason);
  }

  /** Changes the deployment as long as this attempt holds the job and nobody ended it; answers whether it did. */
  async #change(work: (tx: PoolClient) => Promise<void>): Promise<boolean> {
    return this.#parts.db.transaction(async (tx) => {
      await this.#job.save({ ...this.#noted }, tx);
      const row = await holdDeployment(tx, this.#row.id);
      this.#row = { ...row, steps: stepsOf(this.#procedure.steps(row.request), row.steps) };
      if (row.state !== 'running' && row.state !== 'waiting_provider') return false;
      await work(tx);
      return true;
    });
  }

  async #write(tx: PoolClient, step: Step, change: Partial<DeploymentStep>): Promise<void> {
    const steps = this.#row.steps.map((one) => (one.name === step.name ? { ...one, ...change } : one));
    await keepSteps(tx, this.#row.id, steps);
    this.#row = { ...this.#row, steps };
  }

  async #update(tx: PoolClient, change: Parameters<typeof changeDeployment>[3]): Promise<void> {
    await changeDeployment(tx, this.#parts.services, this.#row, change, this.#who);
    this.#row = { ...this.#row, ...change };
  }

  #known({ name }: Step): DeploymentStep {
    const known = this.#row.steps.find((step) => step.name === name);
    if (!known) throw new Error(`The deployment has no step ${name}.`);
    return known;
  }

  #context(): StepContext {
    const { id, request, steps, requested_by: requestedBy } = this.#row;
    const doneAt = Object.fromEntries(
      steps.flatMap(({ name, finished_at: at }) => (at === null ? [] : [[name, at]])),
    );
    return { deployment: id, request, ids: idsOf(steps), doneAt, requestedBy, signal: this.#job.signal };
  }
}

const now = () => new Date().toISOString();
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
const goesOn = ({ label }: Step) => `Retry goes on from '${label}'.`;
const inSentence = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
