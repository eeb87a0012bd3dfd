import type { Plan } from '#calls/factory.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';

/** What providers called what was made, by names such as `account_id`: of all steps of a deployment together. */
export type Ids = Readonly<Record<string, string>>;

/** What a step has while it runs. */
export interface StepContext {
  /** The deployment's id: what is named after it is found again by it. */
  deployment: number;
  /** What was asked for, as it was checked. */
  request: Values;
  ids: Ids;
  requestedBy: string;
  /** Aborted when the portal ends; the deployment goes on elsewhere or later. */
  signal: AbortSignal;
}

/** What came of a step, or how far it is. `ids` are added to those of the deployment; `note` is read by people. */
export type StepAnswer =
  | { state: 'done' | 'skipped'; ids?: Ids; note?: string }
  /** The provider goes on by itself: `look` is asked again after so many seconds. */
  | { state: 'waiting'; ids?: Ids; note?: string; lookAgain: number };

/**
 * One step of a deployment. What is called, and what came of it, is kept before and after each call, so that whoever
 * goes on after a crash knows that a call may have been made. Steps throw ProviderFailure.
 */
export interface Step {
  /** Names it in the ledger, such as `create_account`; never changed once it was used. */
  name: string;
  /** What people read, such as 'Create the account'. */
  label: string;
  /** What the call is given: worked out once, before the first call, and the same for each attempt. */
  input: (context: StepContext) => Promise<Record<string, unknown>>;
  /**
   * Looks for what an earlier attempt made; null where there is nothing. It is asked before every call but the first,
   * and after a failure that is ambiguous. Absent where the same call may be made twice without making anything twice.
   */
  find?: (context: StepContext, input: Record<string, unknown>) => Promise<StepAnswer | null>;
  call: (context: StepContext, input: Record<string, unknown>) => Promise<StepAnswer>;
  /**
   * How far what a call began is; for steps that answer `waiting`. Null where what was waited for turns out to be somebody
   * else's and nothing of ours is there: then the call is made.
   */
  look?: (context: StepContext, input: Record<string, unknown>) => Promise<StepAnswer | null>;
  /** From the moment of its first call a deployment can no longer be cancelled. */
  isPointOfNoReturn?: true;
}

/** How a kind of account is made: one file per cloud. */
export interface Recipe {
  request: CloudRequest;
  steps: readonly Step[];
  /** What is wrong with the request beyond its values, such as an address that another account has. Looks at the cloud. */
  check: (values: Values) => Promise<FieldError[]>;
  /** What follows from the values, such as a type from a place: it is kept with what was asked for. */
  follows?: (values: Values) => Promise<Values>;
  plan: (values: Values) => Promise<Plan>;
  /** The identifier that the inventory knows the account by, once it is there. */
  identifier: (ids: Ids) => string;
  /** What the inventory says of the account beside owner, cost center and contacts: fields of a cloud parent. */
  inventory: (context: Pick<StepContext, 'request' | 'ids'>) => Record<string, unknown>;
}
