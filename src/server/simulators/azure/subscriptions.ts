import { randomUUID } from 'node:crypto';
import { type Answer, ArmError, type Call, objectOf, ok, type Operation, page, textsOf } from './arm.ts';
import type { Alias, Subscription, Tenant } from './tenant.ts';

/** The one place that subscriptions of the tenant can be charged to. */
export const BILLING_SCOPE =
  '/providers/Microsoft.Billing/billingAccounts/7654321/enrollmentAccounts/1234567';

const LONGEST_NAME = 63;
const LONGEST_TAG_NAME = 512;
const LONGEST_TAG_VALUE = 256;
const MOST_TAGS = 50;
const SUBSCRIPTIONS_OF_A_PAGE = 100;
const SCOPE = '/subscriptions/([^/]+)';

/** The subscription that is requested with an alias. */
interface Wanted {
  displayName: string;
  workload: string;
  billingScope: string;
  group: string;
  tags: Record<string, string>;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** @throws {ArmError} 400 where tags are none that Azure takes. */
export function checkTags(tags: Record<string, string>): void {
  const refuse = (code: string, message: string) => new ArmError(400, code, message);
  if (Object.keys(tags).length > MOST_TAGS)
    throw refuse('TooManyTags', `The maximum number of tags allowed is '${MOST_TAGS}'.`);
  for (const [name, value] of Object.entries(tags)) {
    if (name === '' || name.length > LONGEST_TAG_NAME || /[<>%&\\?/]/.test(name))
      throw refuse(
        'InvalidTagNameCharacters',
        `The tag name '${name}' has reserved characters or is too long.`,
      );
    if (value.length > LONGEST_TAG_VALUE)
      throw refuse(
        'InvalidTagValueLength',
        `The value of the tag '${name}' exceeds ${LONGEST_TAG_VALUE} characters.`,
      );
  }
}

/** @throws {ArmError} 400, 403 or 404: what Azure takes no subscription with. */
function checkWanted({ displayName, workload, billingScope, group, tags }: Wanted, tenant: Tenant): void {
  if (displayName === '' || displayName.length > LONGEST_NAME)
    throw new ArmError(400, 'BadRequest', 'The display name must have 1 to 63 characters.');
  if (workload !== 'Production' && workload !== 'DevTest')
    throw new ArmError(400, 'BadRequest', `The workload '${workload}' is not supported.`);
  if (!/^\/providers\/Microsoft\.Billing\/billingAccounts\//i.test(billingScope))
    throw new ArmError(400, 'BadRequest', `The billing scope '${billingScope}' is invalid.`);
  if (billingScope !== BILLING_SCOPE)
    throw new ArmError(
      403,
      'UserNotAuthorized',
      `User is not authorized to create subscriptions on this enrollment account ${billingScope}.`,
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

/** Subscriptions and the aliases that make them. Milliseconds until one is there, and until its tags are seen. */
export function subscriptionOperations(
  tenant: Tenant,
  delays: { untilReady: number; untilTagged: number; retryAfter: number },
): Operation[] {
  const { state } = tenant;
  const ALIAS = /^\/providers\/Microsoft\.Subscription\/aliases\/([^/]+)$/i;
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

  const subscription = (one: Subscription) => ({
    id: `/subscriptions/${one.id}`,
    subscriptionId: one.id,
    tenantId: tenant.root,
    displayName: one.displayName,
    state: one.state,
    tags: seenTags(one),
  });

  const tagsOf = (one: Subscription, tags: Record<string, string>) =>
    ok({
      id: `/subscriptions/${one.id}/providers/Microsoft.Resources/tags/default`,
      name: 'default',
      type: 'Microsoft.Resources/tags',
      properties: { tags },
    });
  const seenTags = ({ tags, tagsSeenAt }: Subscription) =>
    tagsSeenAt + delays.untilTagged <= Date.now() ? tags : {};

  const tag = ({ named: [id = ''], body }: Call): Answer => {
    const one = tenant.subscription(id);
    const given = textsOf(objectOf(body['properties'])['tags']);
    const operation = text(body['operation']) || 'Merge';
    const rest = Object.entries(one.tags).filter(([name]) => !(name in given));
    const tags =
      operation === 'Replace'
        ? given
        : operation === 'Delete'
          ? Object.fromEntries(rest)
          : { ...one.tags, ...given };
    checkTags(tags);
    one.tags = tags;
    return tagsOf(one, tags);
  };

  const TAGS = new RegExp(`^${SCOPE}/providers/Microsoft\\.Resources/tags/default$`, 'i');
  return [
    { name: 'Alias_Create', method: 'PUT', path: ALIAS, run: create, conflict: busy },
    { name: 'Alias_Get', method: 'GET', path: ALIAS, run: look },
    { name: 'Alias_Delete', method: 'DELETE', path: ALIAS, run: forget },
    {
      name: 'Subscriptions_List',
      method: 'GET',
      path: /^\/subscriptions$/i,
      run: (call) =>
        page(state.subscriptions.map(subscription), SUBSCRIPTIONS_OF_A_PAGE, '/subscriptions', call),
    },
    {
      name: 'Subscriptions_Get',
      method: 'GET',
      path: new RegExp(`^${SCOPE}$`, 'i'),
      run: ({ named: [id = ''] }) => ok(subscription(tenant.subscription(id))),
    },
    {
      name: 'Tags_GetAtScope',
      method: 'GET',
      path: TAGS,
      run: ({ named: [id = ''] }) => {
        const one = tenant.subscription(id);
        return tagsOf(one, seenTags(one));
      },
    },
    { name: 'Tags_UpdateAtScope', method: 'PATCH', path: TAGS, run: tag, conflict: busy },
    {
      name: 'BillingScope_Get',
      method: 'GET',
      path: /^(\/providers\/Microsoft\.Billing\/billingAccounts\/[^/]+\/(?:(?!billingPermissions).)+)$/,
      run: ({ named: [scope = ''] }) => {
        if (scope !== BILLING_SCOPE) throw unknownScope(scope);
        return ok({ id: scope, name: scope.split('/').at(-1), type: 'Microsoft.Billing/billingAccounts' });
      },
    },
    {
      name: 'BillingPermissions_List',
      method: 'GET',
      path: /^(\/providers\/Microsoft\.Billing\/billingAccounts\/.+)\/billingPermissions$/,
      run: ({ named: [scope = ''] }) => {
        if (scope !== BILLING_SCOPE) throw unknownScope(scope);
        return ok({ value: [{ actions: state.billingActions, notActions: [] }] });
      },
    },
  ];
}

const unknownScope = (scope: string) =>
  new ArmError(404, 'NotFound', `The billing scope '${scope}' was not found.`);

/** The error of ARM for two changes at once. */
export const busy = {
  code: 'Conflict',
  message: 'Another operation is in progress on the resource. Please retry later.',
};
