import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Faults } from '../faults/faults.ts';
import { type Dialect, GARBAGE, withFault } from '../faults/with-fault.ts';
import { serve } from '../serve/serve.ts';
import { type Answer, ArmError, isObject, type Operation } from './arm.ts';
import { aliasOperations } from './aliases.ts';
import { BILLING_SCOPE, billingOperations } from './billing.ts';
import { cancellingOperations } from './cancelling.ts';
import { budgetOperations } from './budgets.ts';
import { graphOperations } from './graph.ts';
import { groupOperations } from './groups.ts';
import { placementOperations } from './placements.ts';
import { policyOperations } from './policies.ts';
import { registrationOperations } from './registrations.ts';
import { roleOperations } from './roles.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { tagOperations } from './tags.ts';
import { type AzureState, type InitialTenant, Tenant, TENANT_ID } from './tenant.ts';
import { application, expired, openIdConfiguration, Tokens } from './tokens.ts';

export interface AzureOptions {
  /** Keeps what the tenant has, over restarts; without one it ends with the simulator. */
  stateFile?: string;
  /** The content of the tenant at its first start; a function is called with the first request. */
  initial?: InitialTenant | (() => Promise<InitialTenant>);
  /** How long a subscription takes until it is there. Default: 3. */
  delaySeconds?: number;
  /** How long after that its tags are seen. Default: 1. */
  tagDelaySeconds?: number;
  /** How long after that the application has its rights on it. Default: 0. */
  rightsDelaySeconds?: number;
  /** How long a subscription that was cancelled is kept before it is gone. Default: 90 days. */
  keptSeconds?: number;
  /** How long a token counts. Default: an hour. */
  tokenSeconds?: number;
  /** How many management groups a page has at most. Default: 100. */
  groupsOfPage?: number;
}

export interface AzureSimulator {
  /** Without a slash at the end; it takes the place of management.azure.com and of login.microsoftonline.com. */
  url: string;
  faults: Faults;
  /** Where its subscriptions are charged to. */
  billingScope: string;
  /** Whom it gives tokens to. */
  application: typeof application;
  /** The current content; to be read, and to be changed as people change things in Azure's own portal. */
  state: AzureState;
  close: () => Promise<void>;
}

/** Where simulators are, for whoever reaches one that runs elsewhere. */
export const simulated = { ...application, billingScope: BILLING_SCOPE };

const THROTTLED_SECONDS = 1;
const KEPT_SECONDS = 90 * 24 * 3600;

/**
 * The parts of Azure Resource Manager, of its Resource Graph and of the token endpoint that the portal needs, on a free port of
 * this machine: tokens expire and are checked, lists come in pages, and subscriptions take some time.
 * Its operations have the names of ARM's descriptions, such as `Alias_Create`; the token endpoint's is `Token`.
 */
export async function startAzure({
  stateFile,
  initial = {},
  delaySeconds = 3,
  tagDelaySeconds = 1,
  rightsDelaySeconds = 0,
  keptSeconds = KEPT_SECONDS,
  tokenSeconds = 3600,
  groupsOfPage,
}: AzureOptions = {}): Promise<AzureSimulator> {
  const tenant = new Tenant(stateFile ?? null, rightsDelaySeconds * 1000, keptSeconds * 1000);
  let begun: Promise<void> | null = null;
  if (tenant.isKept) begun = Promise.resolve();
  else if (typeof initial !== 'function') begun = Promise.resolve(tenant.begin(initial));
  const tokens = new Tokens(tokenSeconds);
  const faults = new Faults();
  const operations = operationsOf(tenant, { delaySeconds, tagDelaySeconds, groupsOfPage });

  /** The answer to a call: null where the connection ends in place of an answer. */
  const answer = async (request: IncomingMessage): Promise<Answer | string | null> => {
    const base = `http://${request.headers.host ?? ''}`;
    const { pathname, searchParams: query } = new URL(request.url ?? '/', base);
    const sent = await text(request);
    if (pathname.endsWith('/.well-known/openid-configuration')) return openIdConfiguration(base);
    if (pathname.toLowerCase() === `/${TENANT_ID}/oauth2/v2.0/token`)
      return withFault(faults, 'Token', dialect, () => tokens.give(new URLSearchParams(sent)));
    tokens.check(request.headers.authorization);
    checkVersion(query);
    if (typeof initial === 'function') await (begun ??= initial().then((has) => tenant.begin(has)));
    const operation = operations.find(({ method, path }) => method === request.method && path.test(pathname));
    if (!operation)
      throw new ArmError(
        404,
        'InvalidResourceType',
        `The resource type of '${pathname}' could not be found.`,
      );
    const named = (operation.path.exec(pathname) ?? []).slice(1).map((part) => decodeURIComponent(part));
    const body = bodyOf(sent);
    return withFault(faults, operation.name, dialect, (fault) => {
      tenant.settle();
      const answered = operation.run({ named, query, body, base, stuck: fault === 'stuck' });
      // A POST only reads, unless it says otherwise.
      if (operation.changes || (request.method !== 'GET' && request.method !== 'POST')) tenant.save();
      if (fault !== 'conflict' || !operation.conflict) return answered;
      return new ArmError(409, operation.conflict.code, operation.conflict.message).answer;
    });
  };

  const server = await serve((request, response) => {
    void answer(request)
      .catch(failed)
      .then((answered) => send(response, answered));
  });
  return {
    url: server.url,
    faults,
    billingScope: BILLING_SCOPE,
    application,
    state: tenant.state,
    close: async () => {
      faults.clear();
      await server.close();
    },
  };
}

const operationsOf = (
  tenant: Tenant,
  {
    delaySeconds,
    tagDelaySeconds,
    groupsOfPage,
  }: { delaySeconds: number; tagDelaySeconds: number; groupsOfPage: number | undefined },
): Operation[] => [
  ...aliasOperations(tenant, {
    untilReady: delaySeconds * 1000,
    retryAfter: Math.max(1, Math.ceil(delaySeconds)),
  }),
  ...subscriptionOperations(tenant, tagDelaySeconds * 1000),
  ...cancellingOperations(tenant, delaySeconds * 1000),
  ...tagOperations(tenant, tagDelaySeconds * 1000),
  ...billingOperations(tenant),
  ...budgetOperations(tenant),
  ...groupOperations(tenant, groupsOfPage),
  ...placementOperations(tenant),
  ...roleOperations(tenant),
  ...registrationOperations(tenant, delaySeconds * 1000),
  ...policyOperations(tenant),
  ...graphOperations(tenant),
];

/** The rights that operations need, as Azure names them. */
const DENIED: Readonly<Record<string, string>> = {
  Resources: 'Microsoft.ResourceGraph/resources/read',
  Subscription_Cancel: 'Microsoft.Subscription/cancel/action',
  Subscription_Enable: 'Microsoft.Subscription/enable/action',
  Providers_Get: 'Microsoft.Resources/subscriptions/providers/read',
  Providers_Register: 'Microsoft.Network/register/action',
  RoleAssignments_Create: 'Microsoft.Authorization/roleAssignments/write',
  PolicyAssignments_Get: 'Microsoft.Authorization/policyAssignments/read',
  PolicyAssignments_Create: 'Microsoft.Authorization/policyAssignments/write',
  Budgets_Get: 'Microsoft.Consumption/budgets/read',
  Budgets_CreateOrUpdate: 'Microsoft.Consumption/budgets/write',
};

const dialect: Dialect<Answer | string> = {
  throttled: () => {
    const headers = { 'retry-after': String(THROTTLED_SECONDS) };
    throw new ArmError(429, 'TooManyRequests', 'The request is being throttled.', headers);
  },
  failing: () => {
    throw new ArmError(500, 'InternalServerError', 'Encountered an internal server error.');
  },
  expired: () => {
    throw expired();
  },
  denied: (operation) => {
    const action = DENIED[operation] ?? operation;
    throw new ArmError(
      403,
      'AuthorizationFailed',
      `The client '${application.clientId}' does not have authorization to perform action '${action}' over scope '/'.`,
    );
  },
  garbage: () => GARBAGE,
};

function checkVersion(query: URLSearchParams): void {
  const version = query.get('api-version');
  if (version === null)
    throw new ArmError(
      400,
      'MissingApiVersionParameter',
      'The api-version query parameter (?api-version=) is required for all requests.',
    );
  if (!/^\d{4}-\d{2}-\d{2}(-preview)?$/.test(version))
    throw new ArmError(400, 'InvalidApiVersionParameter', `The api-version '${version}' is invalid.`);
}

function bodyOf(sent: string): Record<string, unknown> {
  if (sent.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(sent);
    if (isObject(body)) return body;
  } catch {
    // As much as one that is no object.
  }
  throw new ArmError(
    400,
    'InvalidRequestContent',
    'The request content was invalid and could not be deserialized.',
  );
}

const failed = (error: unknown): Answer =>
  (error instanceof ArmError ? error : new ArmError(500, 'InternalServerError', String(error))).answer;

function send(response: ServerResponse, answered: Answer | string | null): void {
  if (answered === null) return void response.destroy();
  const { status, body, headers } =
    typeof answered === 'string' ? { status: 200, body: answered, headers: {} } : answered;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}
