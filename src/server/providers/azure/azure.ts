import type {
  AliasState,
  RoleRequest,
  SubscriptionRequest,
  Azure,
  AzureAccess,
  ManagementGroup,
} from './interface.ts';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import { ProviderFailure } from '../common/interface.ts';
import { within } from '../common/within.ts';
import { type Clients, openClients } from './clients.ts';
import type { CallEffect } from '../common/failure.ts';
import { azureFailure } from './failure.ts';
import { foundMachines, foundSubscriptions, subscriptionsNamed } from './graph.ts';
import { foundRoleAssignments, foundRoles } from './graph-roles.ts';

const SUBSCRIPTIONS_VERSION = '2022-12-01';
const BILLING_VERSION = '2024-04-01';
const DEFAULT_CALL_SECONDS = 30;
const CREATE = /\/(createSubscription|subscriptions)\/(action|write)$|\/\*$|^\*$/i;

const scopeOf = (subscriptionId: string) => `subscriptions/${subscriptionId}`;
const isUnknown = (failure: ProviderFailure) =>
  ['SubscriptionNotFound', 'SubscriptionAliasNotFound', 'NotFound', 'ResourceNotFound'].includes(
    failure.code ?? '',
  );

/**
 * Azure through its official SDK, which is loaded with the first call.
 * @param callSeconds how long one call may take
 */
export function openAzure(access: AzureAccess, callSeconds = DEFAULT_CALL_SECONDS): Azure {
  let opened: Promise<Clients> | null = null;
  const clients = async () => {
    opened ??= openClients(access);
    return opened.catch((error: unknown) => {
      opened = null;
      throw error;
    });
  };

  /** One call, within its time. */
  const call = async <T>(
    what: string,
    effect: CallEffect,
    signal: AbortSignal | undefined,
    make: (clients: Clients, options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> => {
    refuseInTransaction('Azure');
    try {
      const opened = await clients();
      return await within(callSeconds, signal, (abortSignal) => make(opened, { abortSignal }));
    } catch (error) {
      throw azureFailure(error, what, effect);
    }
  };
  /** The answer of a call, or this where Azure does not know what is requested. */
  const unless404 = async <T, U>(otherwise: U, answer: Promise<T>): Promise<T | U> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ProviderFailure && isUnknown(error)) return otherwise;
      throw error;
    }
  };

  const place =
    access.kind === 'simulator'
      ? { simulated: true, place: 'Simulator' }
      : { simulated: false, place: `Tenant ${access.tenantId}` };

  return {
    reached: place,
    billingScope: access.billingScope,

    groups: (signal) =>
      call('list its management groups', 'reads', signal, async ({ groups }, options) => {
        const found: ManagementGroup[] = [];
        for await (const { name, displayName, parentDisplayNameChain = [] } of groups.entities.list({
          ...options,
          view: 'GroupsOnly',
        }))
          if (name !== undefined)
            found.push({ id: name, name: displayName ?? name, above: parentDisplayNameChain });
        return found;
      }),

    create: (alias, wanted, signal) =>
      call('create the subscription', 'writes', signal, (opened, options) =>
        create(opened, alias, { ...wanted, billingScope: access.billingScope }, options),
      ),

    alias: (alias, signal) =>
      unless404(
        null,
        call('tell how far the subscription is', 'reads', signal, async ({ subscriptions }, options) =>
          stateOf(await subscriptions.alias.get(alias, options)),
        ),
      ),

    forgetAlias: (alias, signal) =>
      call('forget the alias of a subscription that failed', 'writes', signal, ({ subscriptions }, options) =>
        subscriptions.alias.delete(alias, options),
      ),

    isThere: (id, signal) =>
      unless404(
        false,
        call('tell whether the subscription is there', 'reads', signal, async ({ resources }, options) => {
          await resources.resources.getById(scopeOf(id), SUBSCRIPTIONS_VERSION, options);
          return true;
        }),
      ),

    named: (name, signal) =>
      call('look for a subscription by its name', 'reads', signal, ({ graph }, options) =>
        subscriptionsNamed(graph, name, options),
      ),

    isIn: (id, groupId, signal) =>
      unless404(
        false,
        call(
          'tell where the subscription lies',
          'reads',
          signal,
          async ({ groups: { managementGroupSubscriptions: placed } }, options) => {
            await placed.getSubscription(groupId, id, options);
            return true;
          },
        ),
      ),

    place: (id, groupId, signal) =>
      call(
        'move the subscription into its management group',
        'writes',
        signal,
        async ({ groups: { managementGroupSubscriptions: placed } }, options) => {
          await placed.create(groupId, id, options);
        },
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

    role: (id, roleName, signal) =>
      call('look for the role', 'reads', signal, async ({ authorization }, options) => {
        const filter = `roleName eq '${roleName.replaceAll("'", "''")}'`;
        for await (const role of authorization.roleDefinitions.list(scopeOf(id), { ...options, filter }))
          if (role.id !== undefined) return role.id;
        return null;
      }),

    assign: (id, { name, roleId, principalId }, signal) =>
      call('give the group its role', 'writes', signal, ({ authorization }, options) =>
        assign(authorization, id, { name, roleId, principalId }, options),
      ),

    billing: (signal) =>
      call('read the billing scope', 'reads', signal, ({ resources }, options) =>
        billing(resources, access.billingScope, options),
      ),

    subscriptions: (signal) => reading('list its subscriptions', signal, foundSubscriptions),
    machines: (signal) => reading('list its virtual machines', signal, foundMachines),
    roles: (signal) => reading('list its roles', signal, foundRoles),
    roleAssignments: (signal) => reading('list who has which role', signal, foundRoleAssignments),
  };

  /** Rows of many pages; each page has its own time. */
  async function* reading<T>(
    what: string,
    signal: AbortSignal | undefined,
    pages: (graph: Clients['patientGraph'], signal: AbortSignal | undefined) => AsyncIterable<T>,
  ): AsyncIterable<T> {
    try {
      const { patientGraph } = await clients();
      yield* pages(patientGraph, signal);
    } catch (error) {
      throw azureFailure(error, what, 'reads');
    }
  }
}

type Options = { abortSignal: AbortSignal };
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
  options: Options,
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

async function assign(
  authorization: Clients['authorization'],
  id: string,
  { name, roleId, principalId }: RoleRequest,
  options: Options,
): Promise<void> {
  // With the type of a group, Azure does not wait until it has heard of it everywhere.
  const body = { roleDefinitionId: roleId, principalId, principalType: 'Group' };
  try {
    await authorization.roleAssignments.create(scopeOf(id), name, body, options);
  } catch (error) {
    const failure = azureFailure(error, 'give the group its role', 'writes');
    if (failure.code !== 'RoleAssignmentExists') throw failure;
  }
}

/** The scope must be there; its permissions say more where Azure lets them be read. */
async function billing(resources: Clients['resources'], scope: string, options: Options) {
  const path = scope.replace(/^\//, '');
  await resources.resources.getById(path, BILLING_VERSION, options);
  let permissions: unknown;
  const onResponse = ({ parsedBody, bodyAsText }: { parsedBody?: unknown; bodyAsText?: string | null }) => {
    permissions = parsedBody ?? JSON.parse(bodyAsText ?? '{}');
  };
  try {
    await resources.resources.getById(`${path}/billingPermissions`, BILLING_VERSION, {
      ...options,
      onResponse,
    });
  } catch (error) {
    const failure = azureFailure(error, 'read the rights on the billing scope', 'reads');
    if (failure.kind === 'refused') return { mayCreate: null };
    throw failure;
  }
  const { value = [] } = permissions as { value?: { actions?: string[] }[] };
  return { mayCreate: value.some(({ actions = [] }) => actions.some((action) => CREATE.test(action))) };
}
