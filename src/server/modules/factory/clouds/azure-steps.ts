import { createHash, randomUUID } from 'node:crypto';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { AliasState, Azure, Workload } from '#server/providers/azure/interface.ts';
import type { Step, StepAnswer, StepContext } from '../ledger/step.ts';

/** The input of a subscription, as it is known before the first call. */
export interface SubscriptionInput {
  displayName: string;
  workload: Workload;
  groupId: string;
  /** The group's name for people. */
  groupName: string;
  /** The names on the way to the group and its own, without that of the root group. */
  groupPath: string;
  tags: Record<string, string>;
}

/** Seconds until a provider that goes on by itself is looked at again. */
export interface Looks {
  created: number;
  settled: number;
}

/** The step that makes the subscription. */
export const CREATE = 'create_subscription';

type Input = Readonly<Record<string, unknown>>;

const textOf = (input: Input, name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};
const tagsOf = (input: Input) => input['tags'] as Record<string, string>;
export const idOf = ({ ids }: Pick<StepContext, 'ids'>) => ids['subscription_id'] ?? '';

/**
 * Makes the subscription by an alias, which Azure never makes two subscriptions for. It bears a part that is random, so
 * that the deployments of another portal, or of a restored one, never find each other's subscriptions.
 */
export function createStep(
  azure: Azure,
  looks: Looks,
  inputFor: (context: StepContext) => Promise<SubscriptionInput>,
): Step {
  const answerOf = (input: Input, { state, subscriptionId }: AliasState): StepAnswer => {
    const ids = {
      alias: textOf(input, 'alias'),
      management_group_id: textOf(input, 'groupId'),
      management_group: textOf(input, 'groupName'),
      management_group_path: textOf(input, 'groupPath'),
      ...(subscriptionId !== null && { subscription_id: subscriptionId }),
    };
    if (state === 'made') return { state: 'done', ids, note: 'Azure has made it.' };
    if (state === 'begun')
      return { state: 'waiting', ids, note: 'Azure says that it is being made.', lookAgain: looks.created };
    throw new ProviderFailure(
      'refused',
      'Azure began the subscription and gave up. Retry asks for it anew; where that fails as well, ask who keeps the billing account.',
      { code: 'Failed' },
    );
  };
  const aliasOf = (input: Input) => textOf(input, 'alias');
  return {
    name: CREATE,
    label: 'Create the subscription',
    isPointOfNoReturn: true,
    input: async (context) => ({
      alias: `skyledger-${context.deployment}-${randomUUID().slice(0, 8)}`,
      billing_scope: azure.billingScope,
      ...(await inputFor(context)),
    }),
    find: async ({ signal }, input) => {
      const alias = aliasOf(input);
      const found = await azure.alias(alias, signal);
      if (found?.state !== 'failed') return found && answerOf(input, found);
      const { subscriptionId: id } = found;
      if (id !== null && (await azure.isThere(id, signal)))
        return answerOf(input, { ...found, state: 'made' });
      // Azure would answer it as failed however often it is requested.
      await azure.forgetAlias(alias, signal);
      return null;
    },
    call: async ({ signal }, input) => {
      const alias = aliasOf(input);
      const { displayName, workload, groupId, tags } = input as unknown as SubscriptionInput;
      return answerOf(input, await azure.create(alias, { displayName, workload, groupId, tags }, signal));
    },
    look: async ({ signal }, input) => {
      const found = await azure.alias(aliasOf(input), signal);
      // An alias may be seen only some moments after it was made; nothing else is requested meanwhile.
      return found ? answerOf(input, found) : { state: 'waiting', lookAgain: looks.created };
    },
  };
}

/** The rights on a new subscription are there some minutes after it; later than this, one that is missing is missing. */
const RIGHTS_ARE_THERE_AFTER_MS = 15 * 60_000;

/** Whether a subscription was made so lately that parts of Azure may not know it. @param madeAt ISO 8601 */
export const isYoung = (madeAt = ''): boolean => Date.now() - Date.parse(madeAt) < RIGHTS_ARE_THERE_AFTER_MS;

/** That something else is not there is answered as if the subscription were not. */
const OTHERS = ['InvalidResourceNamespace', 'PolicyDefinitionNotFound', 'PolicySetDefinitionNotFound'];

/** The reason why a call about a new subscription has to be made again; null where waiting would not help. */
function notYet(error: unknown, { doneAt }: StepContext): string | null {
  if (!(error instanceof ProviderFailure)) return null;
  if (error.status === 404 && !OTHERS.includes(error.code ?? ''))
    return 'Azure does not know the new subscription everywhere yet.';
  return error.code === 'AuthorizationFailed' && isYoung(doneAt[CREATE])
    ? 'Azure has not given the portal its rights on the new subscription yet.'
    : null;
}

/** A new subscription is neither seen everywhere at once nor may be changed at once: until then the call is made again. */
export async function onceSeen(
  context: StepContext,
  looks: Looks,
  call: () => Promise<StepAnswer>,
): Promise<StepAnswer> {
  try {
    return await call();
  } catch (error) {
    const note = notYet(error, context);
    if (note === null) throw error;
    return { state: 'waiting', note, lookAgain: looks.settled };
  }
}

/** Checks that the subscription is in the requested group, and moves it there where it is not. */
export function placeStep(azure: Azure, looks: Looks): Step {
  const place: Step['call'] = (context, input) =>
    onceSeen(context, looks, async () => {
      const { signal } = context;
      const group = textOf(input, 'group_id');
      const id = idOf(context);
      const note = `It lies in ${textOf(input, 'group')}.`;
      if (await azure.isIn(id, group, signal)) return { state: 'done', note };
      await azure.place(id, group, signal);
      return { state: 'done', note: `It was moved to ${textOf(input, 'group')}.` };
    });
  return {
    name: 'place_subscription',
    label: 'Check its management group',
    input: async ({ ids }) => ({
      group_id: ids['management_group_id'] ?? '',
      group: ids['management_group'] ?? '',
    }),
    // To move it twice is to move it once, so there is nothing to find.
    call: place,
    look: place,
  };
}

/** Sees that the subscription has its tags, and writes those that it lacks until they are read. */
export function tagStep(
  azure: Azure,
  looks: Looks,
  tagsFor: (context: StepContext) => Record<string, string>,
): Step {
  const tag: Step['call'] = (context, input) =>
    onceSeen(context, looks, async () => {
      const { signal } = context;
      const id = idOf(context);
      const there = await azure.tags(id, signal);
      const missing = Object.entries(tagsOf(input)).filter(([name, value]) => tagIn(there, name) !== value);
      if (missing.length === 0) return { state: 'done', note: 'It has its tags.' };
      await azure.addTags(id, Object.fromEntries(missing), signal);
      const names = missing.map(([name]) => name).join(', ');
      return { state: 'waiting', note: `Written: ${names}.`, lookAgain: looks.settled };
    });
  return {
    name: 'check_tags',
    label: 'Check its tags',
    input: async (context) => ({ tags: tagsFor(context) }),
    // Tags that are there already are merged with themselves.
    call: tag,
    look: tag,
  };
}

/** The names of tags are the same in capitals and small letters. */
const tagIn = (tags: Readonly<Record<string, string>>, name: string) =>
  Object.entries(tags).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];

/** Who owns each subscription: a group by its object id and the role that it is given. */
export interface OwnerRole {
  role: string;
  group: string;
}

/** Gives the group its role, where one is set. */
export function roleStep(azure: Azure, looks: Looks, owner: OwnerRole | null): Step {
  const named = { name: 'assign_role', label: 'Give the owners their role' };
  const skip: Step['call'] = async () => ({ state: 'skipped', note: 'AZURE_OWNER_GROUP is not set.' });
  if (!owner) return { ...named, input: async () => ({}), call: skip, look: skip };
  return groupRoleStep(azure, looks, {
    ...named,
    ...owner,
    missing: `Azure has no role '${owner.role}'. Set AZURE_OWNER_ROLE to the name of one, and retry.`,
  });
}

/** Gives a group a role on the subscription. @param wanted.missing said where there is no such role */
export function groupRoleStep(
  azure: Azure,
  looks: Looks,
  wanted: OwnerRole & Pick<Step, 'name' | 'label'> & { missing: string },
): Step {
  const assign: Step['call'] = (context, input) =>
    onceSeen(context, looks, async () => {
      const { signal } = context;
      const id = idOf(context);
      const role = textOf(input, 'role');
      const principalId = textOf(input, 'group');
      const roleId = await azure.role(id, role, signal);
      if (roleId === null) throw new ProviderFailure('refused', wanted.missing);
      await azure.assign(id, { name: guidOf([id, roleId, principalId]), roleId, principalId }, signal);
      return { state: 'done', note: `${role} for the group ${principalId}.` };
    });
  return {
    name: wanted.name,
    label: wanted.label,
    input: async () => ({ role: wanted.role, group: wanted.group }),
    // The name of the assignment follows from what it says: the second one is the first.
    call: assign,
    look: assign,
  };
}

/** The same GUID for the same texts. */
export function guidOf(texts: readonly string[]): string {
  const hex = createHash('sha256').update(texts.join('\n').toLowerCase()).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
