import { randomUUID } from 'node:crypto';
import { type Answer, ArmError, busy, type Call, objectOf, ok, type Operation, textsOf } from './arm.ts';
import { BILLING_SCOPE } from './billing.ts';
import { checkTags } from './tags.ts';
import type { Alias, Tenant } from './tenant.ts';

const LONGEST_NAME = 63;
const ALIAS = /^\/providers\/Microsoft\.Subscription\/aliases\/([^/]+)$/i;

/** The subscription that is requested with an alias. */
interface Wanted {
  displayName: string;
  workload: string;
  billingScope: string;
  group: string;
  tags: Record<string, string>;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** @throws {ArmError} 400, 401 or 404: what Azure takes no subscription with. */
function checkWanted({ displayName, workload, billingScope, group, tags }: Wanted, tenant: Tenant): void {
  if (displayName === '' || displayName.length > LONGEST_NAME)
    throw new ArmError(400, 'BadRequest', 'The display name must have 1 to 63 characters.');
  if (workload !== 'Production' && workload !== 'DevTest')
    throw new ArmError(400, 'BadRequest', `The workload '${workload}' is not supported.`);
  if (!/^\/providers\/Microsoft\.Billing\/billingAccounts\//i.test(billingScope))
    throw new ArmError(400, 'BadRequest', `The billing scope '${billingScope}' is invalid.`);
  if (billingScope !== BILLING_SCOPE || tenant.state.billingActions.length === 0)
    throw new ArmError(
      401,
      'UserNotAuthorized',
      'User is not authorized to create subscriptions on this enrollment account',
    );
  if (!tenant.group(group))
    throw new ArmError(404, 'ManagementGroupNotFound', `The management group '${group}' cannot be found.`);
  checkTags(tags);
}

/** The state of an alias as ARM answers it. */
function aliasJson(alias: Alias) {
  const isReady = alias.readyAt !== null && alias.readyAt <= Date.now();
  const { name, subscriptionId, displayName, workload, billingScope, group, tags, createdAt } = alias;
  return {
    id: `/providers/Microsoft.Subscription/aliases/${name}`,
    name,
    type: 'Microsoft.Subscription/aliases',
    properties: {
      provisioningState: alias.isFailed ? 'Failed' : isReady ? 'Succeeded' : 'Accepted',
      ...(!alias.isFailed && { subscriptionId }),
      displayName,
      workload,
      billingScope,
      managementGroupId: group,
      tags,
      createdTime: createdAt,
    },
  };
}

/** The aliases that make subscriptions. Milliseconds until one is there; seconds until it is to be looked at again. */
export function aliasOperations(
  tenant: Tenant,
  delays: { untilReady: number; retryAfter: number },
): Operation[] {
  const { state } = tenant;
  const aliasOf = (name = '') => state.aliases.find((one) => one.name === name);

  const create = ({ named: [name = ''], body, base, stuck }: Call): Answer => {
    const known = aliasOf(name);
    if (known) return ok(aliasJson(known));
    const properties = objectOf(body['properties']);
    const additional = objectOf(properties['additionalProperties']);
    const wanted: Wanted = {
      displayName: text(properties['displayName']),
      workload: text(properties['workload']),
      billingScope: text(properties['billingScope']),
      group: (text(additional['managementGroupId']) || tenant.root).split('/').at(-1) ?? '',
      tags: textsOf(additional['tags']),
    };
    checkWanted(wanted, tenant);
    const alias: Alias = {
      ...wanted,
      name,
      subscriptionId: randomUUID(),
      createdAt: new Date().toISOString(),
      readyAt: stuck ? null : Date.now() + delays.untilReady,
      isThere: false,
      isFailed: false,
    };
    state.aliases.push(alias);
    const location = `${base}/providers/Microsoft.Subscription/aliases/${name}?api-version=2021-10-01`;
    const headers = { location, 'retry-after': String(delays.retryAfter) };
    return { status: 201, body: aliasJson(alias), headers };
  };

  const look = ({ named: [name = ''] }: Call): Answer => {
    const alias = aliasOf(name);
    if (!alias)
      throw new ArmError(404, 'SubscriptionAliasNotFound', `The subscription alias '${name}' was not found.`);
    return ok(aliasJson(alias));
  };

  const forget = ({ named: [name = ''] }: Call): Answer => {
    const at = state.aliases.findIndex((one) => one.name === name);
    if (at === -1) return { status: 204 };
    state.aliases.splice(at, 1);
    return { status: 200 };
  };

  return [
    { name: 'Alias_Create', method: 'PUT', path: ALIAS, run: create, conflict: busy },
    { name: 'Alias_Get', method: 'GET', path: ALIAS, run: look },
    { name: 'Alias_Delete', method: 'DELETE', path: ALIAS, run: forget },
  ];
}
