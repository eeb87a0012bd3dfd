import type { AuthorizationManagementClient } from '@azure/arm-authorization';
import type { ConsumptionManagementClient } from '@azure/arm-consumption';
import type { ManagementGroupsAPI } from '@azure/arm-managementgroups';
import type { PolicyClient } from '@azure/arm-policy';
import type { ResourceGraphClient } from '@azure/arm-resourcegraph';
import type { ResourceManagementClient } from '@azure/arm-resources';
import type { SubscriptionClient } from '@azure/arm-subscriptions';
import type { AccessToken, TokenCredential } from '@azure/identity';
import { SimulatorTokens } from '../common/simulator-tokens.ts';
import type { AzureAccess } from './interface.ts';

/** The official clients that the portal uses. Each call is made once. */
export interface Clients {
  subscriptions: SubscriptionClient;
  groups: ManagementGroupsAPI;
  resources: ResourceManagementClient;
  /** The same for what its package asks of one subscription. */
  resourcesOf: (subscriptionId: string) => ResourceManagementClient;
  graph: ResourceGraphClient;
  /** Repeats what is throttled, for reading many pages. */
  patientGraph: ResourceGraphClient;
  /** Its subscription is named by the scope of each call. */
  authorization: AuthorizationManagementClient;
  /** Likewise. */
  consumption: ConsumptionManagementClient;
  /** Likewise. */
  policies: PolicyClient;
}

type Pipeline = ResourceManagementClient['pipeline'];
type Policy = Parameters<Pipeline['addPolicy']>[0];

const BEARER_POLICY = 'bearerTokenAuthenticationPolicy';

/** The policy that signs the requests to a simulator in place of the SDK's policy, which refuses http. */
function simulatorPolicy(tokens: SimulatorTokens): Policy {
  return {
    name: BEARER_POLICY,
    sendRequest: async (request, next) => {
      request.allowInsecureConnection = true;
      request.headers.set('authorization', `Bearer ${await tokens.get()}`);
      const answer = await next(request);
      if (answer.status === 401) tokens.forget();
      return answer;
    },
  };
}

/**
 * The packages share some that are ES modules, which one of them imports and another requires: loaded at the same time,
 * Node refuses the second. So they are loaded one after the other, and once in the process.
 */
const loadSdk = async () => ({
  subscriptions: await import('@azure/arm-subscriptions'),
  groups: await import('@azure/arm-managementgroups'),
  resources: await import('@azure/arm-resources'),
  graph: await import('@azure/arm-resourcegraph'),
  authorization: await import('@azure/arm-authorization'),
  consumption: await import('@azure/arm-consumption'),
  policies: await import('@azure/arm-policy'),
  identity: await import('@azure/identity'),
});
let loading: ReturnType<typeof loadSdk> | null = null;

/** Loads the SDK, which takes a while, and makes its clients. */
export async function openClients(access: AzureAccess): Promise<Clients> {
  const { subscriptions, groups, resources, graph, authorization, consumption, policies, identity } =
    await (loading ??= loadSdk());
  // The credentials for a tenant: those of the environment or the machine, as Azure's SDK looks for it.
  const credential: TokenCredential =
    access.kind === 'simulator'
      ? { getToken: () => Promise.resolve<AccessToken | null>(null) }
      : new identity.DefaultAzureCredential({ tenantId: access.tenantId });
  const endpoint = access.kind === 'simulator' ? access.url : access.api;
  const patient = endpoint === undefined ? {} : { endpoint, $host: endpoint };
  const scopes = endpoint === undefined ? {} : { credentials: { scopes: [`${endpoint}/.default`] } };
  const once = { ...patient, retryOptions: { maxRetries: 0 } };
  const clients = {
    subscriptions: new subscriptions.SubscriptionClient(credential, once),
    groups: new groups.ManagementGroupsAPI(credential, once),
    resources: new resources.ResourceManagementClient(credential, { ...once, ...scopes }),
    graph: new graph.ResourceGraphClient(credential, { ...once, ...scopes }),
    patientGraph: new graph.ResourceGraphClient(credential, { ...patient, ...scopes }),
    authorization: new authorization.AuthorizationManagementClient(credential, '', once),
    consumption: new consumption.ConsumptionManagementClient(credential, '', once),
    policies: new policies.PolicyClient(credential, { ...once, ...scopes }),
  };
  const tokens = access.kind === 'simulator' ? new SimulatorTokens(access, 'Azure') : null;
  const policy = tokens && simulatorPolicy(tokens);
  const signed = <T extends { pipeline: Pipeline }>(client: T): T => {
    if (policy === null) return client;
    client.pipeline.removePolicy({ name: BEARER_POLICY });
    client.pipeline.addPolicy(policy, { afterPhase: 'Retry' });
    return client;
  };
  for (const client of Object.values(clients)) signed<{ pipeline: Pipeline }>(client);
  return {
    ...clients,
    resourcesOf: (id) =>
      signed(new resources.ResourceManagementClient(credential, id, { ...once, ...scopes })),
  };
}
