import type { PoolClient } from 'pg';
import type { Plan } from '#calls/factory.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Baseline } from '#resources/baseline.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';

/** Ids that providers gave to what was made, by names such as `account_id`: of all steps of a deployment together. */
export type Ids = Readonly<Record<string, string>>;

/** The context of a step while it runs. */
export interface StepContext {
  /** The deployment's id: things that are named after it are found again by it. */
  deployment: number;
  /** The request, as it was checked. */
  request: Values;
  ids: Ids;
  /** When each step that is done was done, by its name: ISO 8601. */
  doneAt: Readonly<Record<string, string>>;
  requestedBy: string;
  /** Aborted when the portal ends; the deployment goes on elsewhere or later. */
  signal: AbortSignal;
}

/** The result of a step, or how far it is. `ids` are added to those of the deployment; `note` is read by people. */
export type StepAnswer =
  | {
      state: 'done' | 'skipped';
      ids?: Ids;
      note?: string;
      /** Writes into the database in the transaction that keeps the step as done, so that it is written once. Answers further ids. */
      write?: (tx: PoolClient, who: Who) => Promise<Ids>;
    }
  /** The provider goes on by itself: `look` is called again after so many seconds. */
  | { state: 'waiting'; ids?: Ids; note?: string; lookAgain: number }
  /** The provider did nothing and takes the call later, such as where a quota is used up: as if it had not been made. */
  | { state: 'later'; ids?: never; note: string; lookAgain: number };

/**
 * One step of a deployment. What is called, and what came of it, is kept before and after each call, so that whoever
 * goes on after a crash knows that a call may have been made. Steps throw ProviderFailure.
 */
export interface Step {
  /** Names it in the ledger, such as `create_account`; never changed once it was used. */
  name: string;
  /** Its name for people, such as 'Create the account'. */
  label: string;
  /** The input of the call: worked out once, before the first call, and the same for each attempt. */
  input: (context: StepContext) => Promise<Record<string, unknown>>;
  /**
   * Looks for what an earlier attempt made; null where there is nothing. It is called before every call but the first,
   * and after a failure that is ambiguous. Absent where the same call may be made twice without making anything twice.
   */
  find?: (context: StepContext, input: Record<string, unknown>) => Promise<StepAnswer | null>;
  call: (context: StepContext, input: Record<string, unknown>) => Promise<StepAnswer>;
  /**
   * How far what a call began is; for steps that answer `waiting`. Null where what was waited for turns out to be somebody
   * else's and nothing of ours is there: then the call is made.
   */
  look?: (context: StepContext, input: Record<string, unknown>) => Promise<StepAnswer | null>;
  /**
   * The account is there without it. Where the provider refuses it, or does not come to an end, the step is skipped with
   * the reason, and Retry takes it again.
   */
  isExtra?: true;
  /** From the moment of its first call a deployment can no longer be cancelled. */
  isPointOfNoReturn?: true;
  /** So long it waits for the provider in all, in seconds, where that is longer than others wait. */
  patienceSeconds?: number;
}

/** How a kind of account is made: one file per cloud. */
export interface Recipe {
  request: CloudRequest;
  steps: readonly Step[];
  /** The cloud's own budget, where one is requested: taken once the portal has the budget of the account. */
  cloudBudget: Step;
  /** What the cloud does of a baseline, each step with a name of its own that begins as those of baselines do. */
  baseline: (baseline: Baseline) => readonly Step[];
  /** Errors of the request beyond its values, such as an address that another account has. Reads from the cloud. */
  check: (values: Values) => Promise<FieldError[]>;
  /** Values that follow from the others, such as a type from a place: they are stored with the request. */
  follows?: (values: Values) => Promise<Values>;
  plan: (values: Values) => Promise<Plan>;
  /** The identifier that the inventory knows the account by, once it is there. */
  identifier: (ids: Ids) => string;
  /** Values of the account in the inventory beside owner, cost center and contacts: fields of a cloud parent. */
  inventory: (context: Pick<StepContext, 'request' | 'ids'>) => Record<string, unknown>;
}
