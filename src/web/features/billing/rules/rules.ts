import type { UseQueryOptions } from '@tanstack/react-query';
import {
  COMMITTING_CLOUDS,
  type BillProvider,
  type CommittingCloud,
  type RunState,
} from '#kernel/billing/runs.ts';
import { api, ApiError, newIntent } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import type { ListAnswer, RecordAnswer } from '#web/data/queries.ts';
import { JOBS } from '#web/data/work.ts';
import type { Intents } from '#web/generic/editing/intents.ts';
import type { Begun } from '../billing.ts';

export const RULES_PAGE = '/auth/billing-automation/rules';

/** How what belongs to no account is charged: in proportion to the others, or to a cost center. */
export type Shared = { split: 'proportional' } | { cost_center_id: number };

/** Who bears the commitments of a cloud: the buyer, or who used them and, of what nobody used, a cost center or the buyer. */
export type CommitmentsCharged =
  | { charge: 'buyer' }
  | { charge: 'effective_cost'; unused_cost_center_id: number | null };

/** A version as it is asked for. */
export interface AskedRules {
  shared: Shared;
  commitments: Record<CommittingCloud, CommitmentsCharged>;
}

/** A place that purchases and usage without an account stand under; `cost_center` is null where it is not there any more. */
export interface KeptPlace {
  place: string;
  cost_center_id: number;
  cost_center: string | null;
}

/** A version of the rules. */
export interface RulesVersion {
  version: number;
  /** `cost_center` is null where it is not there any more. */
  shared: { split: 'proportional' } | { cost_center_id: number; cost_center: string | null };
  /** Who is charged for purchases and usage without an account. */
  places: KeptPlace[];
  /** `unused_cost_center` is null where none is named, or where it is not there any more. */
  commitments: Record<
    CommittingCloud,
    | { charge: 'buyer' }
    | { charge: 'effective_cost'; unused_cost_center_id: number | null; unused_cost_center: string | null }
  >;
  /** Whether runs that begin now use it. */
  current: boolean;
  open_runs: number;
  runs: number;
  created_by: string;
  /** null before the first run. */
  created_at: string | null;
}

/** Where an amount is charged; null for what nobody is charged for. */
export type MovePlace = {
  company_code: string;
  gl_account: string;
  cost_center: string | null;
  wbs_element: string | null;
} | null;

/** What a version would move in an open run. */
export interface MovedRun {
  id: number;
  provider: BillProvider;
  month: string;
  state: RunState;
  rules_version: number;
  /** The largest first. */
  moves: { reference: string; currency: string; amount: string; from: MovePlace; to: MovePlace }[];
  moves_total: number;
}

/** The versions of the rules, the newest first. A run that is allocated by another one changes how many have which. */
export const rulesQuery: UseQueryOptions<RulesVersion[]> = {
  queryKey: [JOBS, 'billing_rules'],
  queryFn: async ({ signal }) => (await api.get<ListAnswer<RulesVersion>>('/billing_rules', { signal })).data,
};

/** The version as the API takes it. */
export const askedOf = ({ shared, commitments }: RulesVersion): AskedRules => ({
  shared: 'cost_center_id' in shared ? { cost_center_id: shared.cost_center_id } : { split: 'proportional' },
  commitments: {
    aws: chargedOf(commitments.aws),
    azure: chargedOf(commitments.azure),
    gcp: chargedOf(commitments.gcp),
  },
});

const chargedOf = (one: CommitmentsCharged): CommitmentsCharged =>
  one.charge === 'buyer'
    ? { charge: 'buyer' }
    : { charge: 'effective_cost', unused_cost_center_id: one.unused_cost_center_id };

/** What a form calls the cost center that pays for what nobody used of a cloud's commitments. */
export const unusedField = (cloud: CommittingCloud): string => `unused_${cloud}`;

/** What the form calls the input that a refusal is about: the API knows it as `shared`, or by its cloud. */
const inputOf = (field: string): string => {
  const cloud = COMMITTING_CLOUDS.find((one) => field === `commitments.${one}.unused_cost_center_id`);
  return cloud ? unusedField(cloud) : COST_CENTER;
};

/** A refusal with its sentences at the inputs of the form. */
function atTheInput(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, message, told, details, requestId } = error;
  const errors = error.errors.map(({ field, message: sentence }) => ({
    field: inputOf(field),
    message: sentence,
  }));
  // That the rules are there already is no fault of one input.
  return new ApiError(status, message, { told, details, requestId, errors: status === 409 ? [] : errors });
}

/** What a form calls the cost center of a version. */
export const COST_CENTER = 'cost_center_id';

/** What rules would move in the open runs; nothing of it is kept. @throws {ApiError} */
export async function previewRules(asked: AskedRules): Promise<MovedRun[]> {
  try {
    const body = { ...asked, preview: true };
    return (
      await api.post<RecordAnswer<{ runs: MovedRun[] }>>('/billing_rules', body, { intent: newIntent() })
    ).data.runs;
  } catch (error) {
    throw atTheInput(error);
  }
}

/** Adds a version of the rules. @throws {ApiError} 409 where the newest one has the same */
export async function addRules(asked: AskedRules, intent: string): Promise<RulesVersion> {
  try {
    return (await api.post<RecordAnswer<RulesVersion>>('/billing_rules', asked, { intent })).data;
  } catch (error) {
    throw atTheInput(error);
  }
}

/** Adds a version of the rules that keeps a place no more. @throws {ApiError} 409 where none keeps it */
export async function removePlace(place: string, intent: string): Promise<RulesVersion> {
  // What somebody else kept since the page was read stays.
  const { data } = await api.get<ListAnswer<RulesVersion>>('/billing_rules');
  const current = data.find((one) => one.current);
  const places = current?.places
    .filter((one) => one.place !== place)
    .map(({ place: kept, cost_center_id }) => ({ place: kept, cost_center_id }));
  const body = { ...(current && askedOf(current)), places };
  return (await api.post<RecordAnswer<RulesVersion>>('/billing_rules', body, { intent })).data;
}

/** Has an open run allocated anew by a version of the rules, once, and shows how far that is. @throws {ApiError} */
export async function allocateRun(run: number, version: number, once: Intents['once']): Promise<void> {
  const path = `/billing_runs/${run}/allocate`;
  const { job } = await once(
    [run, version],
    async (intent) =>
      (await api.post<RecordAnswer<Begun>>(path, { rules_version: version }, { intent })).data,
  );
  if (job) followJob(job.id);
}
