import { type CallOptions, type MakeCall, unlessGone } from './calls.ts';
import type { Clients } from './clients.ts';
import { subscriptionsNamed } from './graph.ts';
import type { AliasState, Azure, SubscriptionRequest } from './interface.ts';

type SubscriptionCalls = Pick<
  Azure,
  'create' | 'alias' | 'forgetAlias' | 'isThere' | 'named' | 'tags' | 'addTags'
>;

export const SUBSCRIPTIONS_VERSION = '2022-12-01';

export const scopeOf = (subscriptionId: string) => `subscriptions/${subscriptionId}`;

/** The calls about subscriptions, the aliases that make them, and their tags. */
export const subscriptionCalls = (call: MakeCall, billingScope: string): SubscriptionCalls => ({
  create: (alias, wanted, signal) =>
    call('create the subscription', 'writes', signal, (clients, options) =>
      create(clients, alias, { ...wanted, billingScope }, options),
    ),

  alias: (alias, signal) =>
    unlessGone(
      null,
      call('read how far the subscription is', 'reads', signal, async ({ subscriptions }, options) =>
        stateOf(await subscriptions.alias.get(alias, options)),
      ),
    ),

  forgetAlias: (alias, signal) =>
    call('forget the alias of a subscription that failed', 'writes', signal, ({ subscriptions }, options) =>
      subscriptions.alias.delete(alias, options),
    ),

  isThere: (id, signal) =>
    unlessGone(
      false,
      call('read whether the subscription is there', 'reads', signal, async ({ resources }, options) => {
        await resources.resources.getById(scopeOf(id), SUBSCRIPTIONS_VERSION, options);
        return true;
      }),
    ),

  named: (name, signal) =>
    call('look for a subscription by its name', 'reads', signal, ({ graph }, options) =>
      subscriptionsNamed((request) => graph.resources(request, options), name),
    ),

  tags: (id, signal) =>
    call('read the tags of the subscription', 'reads', signal, async ({ resources }, options) => {
      const { properties } = await resources.tagsOperations.getAtScope(scopeOf(id), options);
      return properties.tags ?? {};
    }),

  addTags: (id, tags, signal) =>
    call('tag the subscription', 'writes', signal, async ({ resources }, options) => {
      // Begun and no more: what came of it is read.
      const body = { operation: 'Merge', properties: { tags: { ...tags } } };
      await resources.tagsOperations.updateAtScope(scopeOf(id), body, options).submitted();
    }),
});

type AliasAnswer = Awaited<ReturnType<Clients['subscriptions']['alias']['get']>>;

function stateOf({ properties }: Pick<AliasAnswer, 'properties'>): AliasState {
  const subscriptionId = properties?.subscriptionId ?? null;
  const { provisioningState } = properties ?? {};
  if (provisioningState === 'Succeeded' && subscriptionId !== null) return { state: 'made', subscriptionId };
  return { state: provisioningState === 'Failed' ? 'failed' : 'begun', subscriptionId };
}

/** Calls once: what the SDK's poller does afterwards is ours, so that no process has to live until it is done. */
async function create(
  { subscriptions }: Clients,
  alias: string,
  wanted: SubscriptionRequest & { billingScope: string },
  options: CallOptions,
): Promise<AliasState> {
  const { displayName, workload, billingScope, groupId, tags } = wanted;
  const body = {
    properties: {
      displayName,
      workload,
      billingScope,
      additionalProperties: {
        managementGroupId: `/providers/Microsoft.Management/managementGroups/${groupId}`,
        tags: { ...tags },
      },
    },
  };
  let first: AliasState | null = null;
  // It is called for errors, too.
  const onResponse = ({ status }: { status: number }, answer: unknown) => {
    const { properties } = (answer ?? {}) as Partial<AliasAnswer>;
    if (status < 300 && properties !== undefined) first ??= stateOf({ properties });
  };
  try {
    await subscriptions.alias.beginCreate(alias, body, { ...options, onResponse });
  } catch (error) {
    if (first === null) throw error;
  }
  if (first === null) throw new Error('The answer has no alias.');
  return first;
}
