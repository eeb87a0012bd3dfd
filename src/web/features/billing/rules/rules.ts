import {
  addRules as addRulesCall,
  allocateRun as allocateRunCall,
  listRules,
  type MovedRun,
  type RulesVersion,
} from '#calls/rules.ts';
import type { Run } from '#calls/runs.ts';
import { countTags } from '#calls/untagged.ts';
import { COMMITTING_CLOUDS, type CommittingCloud } from '#kernel/billing/runs.ts';
import { change, fetchData, previewOf, queryOf } from '#web/data/call.ts';
import { ApiError } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { poolInputOf, poolInputs, type PoolInput } from './pools.ts';
import type { Intents } from '#web/generic/editing/intents.ts';

export const RULES_PAGE = '/auth/billing-automation/rules';

/** How what belongs to no account is charged: in proportion to the others, or to a cost center. */
export type Shared = { split: 'proportional' } | { cost_center_id: number };

/** Who bears the commitments of a cloud: the buyer, or who used them and, of what nobody used, a cost center or the buyer. */
type CommitmentsCharged =
  | { charge: 'buyer' }
  | { charge: 'effective_cost'; unused_cost_center_id: number | null };

/** A version as it is requested. */
export interface RulesInput {
  shared: Shared;
  commitments: Record<CommittingCloud, CommitmentsCharged>;
  pools: PoolInput[];
}

/** A place of purchases and usage without an account; `cost_center` is null where it is not there any more. */
export type KeptPlace = RulesVersion['places'][number];

/** The versions of the rules, the newest first. A run that is allocated by another one changes how many have which. */
export const rulesQuery = queryOf(listRules, {});

/** The version as the API takes it. */
export const rulesInputOf = ({ shared, commitments, pools }: RulesVersion): RulesInput => ({
  shared: 'cost_center_id' in shared ? { cost_center_id: shared.cost_center_id } : { split: 'proportional' },
  commitments: {
    aws: chargedOf(commitments.aws),
    azure: chargedOf(commitments.azure),
    gcp: chargedOf(commitments.gcp),
  },
  pools: poolInputs(pools),
});

const chargedOf = (one: CommitmentsCharged): CommitmentsCharged =>
  one.charge === 'buyer'
    ? { charge: 'buyer' }
    : { charge: 'effective_cost', unused_cost_center_id: one.unused_cost_center_id };

/** The name of the field for the cost center that pays for unused commitments of a cloud. */
export const unusedField = (cloud: CommittingCloud): string => `unused_${cloud}`;

/** The name of the input that a refusal is about: the API knows it as `shared`, or by its cloud. */
const inputOf = (field: string): string => {
  const cloud = COMMITTING_CLOUDS.find((one) => field === `commitments.${one}.unused_cost_center_id`);
  return cloud ? unusedField(cloud) : (poolInputOf(field) ?? COST_CENTER);
};

/** The result of `send`. @throws {ApiError} with its sentences at the inputs of the form */
async function atTheInput<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw refusedInput(error);
  }
}

function refusedInput(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, message, serverText, details, requestId } = error;
  const errors = error.errors.map(({ field, message: sentence }) => ({
    field: inputOf(field),
    message: sentence,
  }));
  // That the rules are there already is no fault of one input.
  return new ApiError(status, message, {
    serverText,
    details,
    requestId,
    errors: status === 409 ? [] : errors,
  });
}

/** The name of the field for the cost center of a version. */
export const COST_CENTER = 'cost_center_id';

/** The changes that rules would make in the open runs; nothing of it is kept. @throws {ApiError} */
export async function previewRules(input: RulesInput): Promise<MovedRun[]> {
  const { data } = await atTheInput(() => previewOf(addRulesCall, input));
  return data.runs;
}

/** Adds a version of the rules. @throws {ApiError} 409 where the newest one has the same */
export const addRules = (input: RulesInput, intent: string): Promise<RulesVersion> =>
  atTheInput(() => change(addRulesCall, input, intent));

/** Adds a version of the rules that keeps a place no more. @throws {ApiError} 409 where none keeps it */
export async function removePlace(place: string, intent: string): Promise<RulesVersion> {
  // Places that somebody else kept since the page was read stay.
  const versions = await fetchData(listRules, {});
  const current = versions.find((one) => one.current);
  if (!current) throw new TypeError('No version of the rules is in force.');
  const places = current.places
    .filter((one) => one.place !== place)
    .map(({ place: kept, cost_center_id }) => ({ place: kept, cost_center_id }));
  return change(addRulesCall, { ...rulesInputOf(current), places }, intent);
}

/** Has an open run allocated anew by a version of the rules, once, and shows how far that is. @throws {ApiError} */
export async function allocateRun(run: number, version: number, once: Intents['once']): Promise<void> {
  const { job } = await once([run, version], (intent) =>
    change(allocateRunCall, { id: run, rules_version: version }, intent),
  );
  followJob(job.id);
}

/** Has the files of a month read again for tags that pools take lines by, and shows how far that is. @throws {ApiError} */
export async function readTagsAgain(month: string): Promise<void> {
  const { job } = await change(countTags, { month }, crypto.randomUUID());
  followJob(job.id);
}

/** Has an open run allocated anew by its own version and the reference data as they are now. @throws {ApiError} */
export async function allocateAnew({ id, rules_version }: Pick<Run, 'id' | 'rules_version'>): Promise<void> {
  const { job } = await change(allocateRunCall, { id, rules_version }, crypto.randomUUID());
  followJob(job.id);
}
