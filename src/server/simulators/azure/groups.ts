import { ArmError, type Call, ok, type Operation, page } from './arm.ts';
import { busy } from './subscriptions.ts';
import { type Group, TENANT_ID, type Tenant } from './tenant.ts';

const PREFIX = '/providers/Microsoft.Management/managementGroups';
const GROUPS_OF_A_PAGE = 100;
const GROUP_TYPE = 'Microsoft.Management/managementGroups';

const idOf = (name: string) => `${PREFIX}/${name}`;

/** The tree of management groups, and where subscriptions lie in it. `pageSize` is how many a page has at most. */
export function groupOperations(tenant: Tenant, pageSize = GROUPS_OF_A_PAGE): Operation[] {
  const { state } = tenant;

  const known = (name = ''): Group => {
    const found = tenant.group(name);
    // Azure does not say which groups there are to those who may not see them.
    if (!found)
      throw new ArmError(
        403,
        'AuthorizationFailed',
        `The client does not have authorization to perform action 'Microsoft.Management/managementGroups/read' over scope '${idOf(name)}' or the scope is invalid.`,
      );
    return found;
  };

  const below = (name: string, recurse: boolean): unknown[] => [
    ...state.groups
      .filter(({ parent }) => parent === name)
      .map((one) => ({
        id: idOf(one.name),
        type: GROUP_TYPE,
        name: one.name,
        displayName: one.displayName,
        ...(recurse && { children: below(one.name, true) }),
      })),
    ...state.subscriptions
      .filter(({ group }) => group === name)
      .map(({ id, displayName }) => ({
        id: `/subscriptions/${id}`,
        type: '/subscriptions',
        name: id,
        displayName,
      })),
  ];

  const parentOf = (name: string | null) => {
    const parent = name === null ? undefined : tenant.group(name);
    return parent && { id: idOf(parent.name), name: parent.name, displayName: parent.displayName };
  };

  const get = ({ named: [name], query }: Call) => {
    const group = known(name);
    return ok({
      id: idOf(group.name),
      type: GROUP_TYPE,
      name: group.name,
      properties: {
        tenantId: TENANT_ID,
        displayName: group.displayName,
        details: { version: 1, ...(group.parent !== null && { parent: parentOf(group.parent) }) },
        ...(query.get('$expand') === 'children' && {
          children: below(group.name, query.get('$recurse') === 'true'),
        }),
      },
    });
  };

  const entity = (one: Group) => {
    const above = tenant.above(one.name).toReversed();
    return {
      id: idOf(one.name),
      type: GROUP_TYPE,
      name: one.name,
      properties: {
        tenantId: TENANT_ID,
        displayName: one.displayName,
        parent: { id: one.parent === null ? null : idOf(one.parent) },
        parentNameChain: above.map(({ name }) => name),
        parentDisplayNameChain: above.map(({ displayName }) => displayName),
        permissions: 'edit',
        inheritedPermissions: 'edit',
      },
    };
  };

  /** Every group and subscription below a group, each with what it lies in. */
  const descendants = (name: string): unknown[] => [
    ...state.groups
      .filter(({ parent }) => parent === name)
      .flatMap((one) => [
        {
          id: idOf(one.name),
          type: GROUP_TYPE,
          name: one.name,
          properties: { displayName: one.displayName, parent: { id: idOf(name) } },
        },
        ...descendants(one.name),
      ]),
    ...state.subscriptions
      .filter(({ group }) => group === name)
      .map(({ id, displayName }) => ({
        id: `/subscriptions/${id}`,
        type: '/subscriptions',
        name: id,
        properties: { displayName, parent: { id: idOf(name) } },
      })),
  ];

  const placed = (group: Group, subscriptionId: string) => {
    const { id, displayName, state: is } = tenant.subscription(subscriptionId);
    return ok({
      id: `${idOf(group.name)}/subscriptions/${id}`,
      type: `${GROUP_TYPE}/subscriptions`,
      name: id,
      properties: { displayName, parent: { id: idOf(group.name) }, state: is, tenant: TENANT_ID },
    });
  };

  const lies = ({ named: [name, subscriptionId = ''] }: Call) => {
    const group = known(name);
    if (tenant.subscription(subscriptionId).group !== group.name)
      throw new ArmError(404, 'NotFound', `'${subscriptionId}' was not found in the management group.`);
    return placed(group, subscriptionId);
  };

  const place = ({ named: [name, subscriptionId = ''] }: Call) => {
    const group = known(name);
    tenant.subscription(subscriptionId).group = group.name;
    return placed(group, subscriptionId);
  };

  const LIST = new RegExp(`^${PREFIX}$`, 'i');
  const GROUP = new RegExp(`^${PREFIX}/([^/]+)$`, 'i');
  const DESCENDANTS = new RegExp(`^${PREFIX}/([^/]+)/descendants$`, 'i');
  const PLACE = new RegExp(`^${PREFIX}/([^/]+)/subscriptions/([^/]+)$`, 'i');
  const ENTITIES = '/providers/Microsoft.Management/getEntities';
  const entities = (call: Call) => page(state.groups.map(entity), pageSize, ENTITIES, call);
  return [
    {
      name: 'ManagementGroups_List',
      method: 'GET',
      path: LIST,
      run: (call) => {
        const listed = state.groups.map(({ name, displayName }) => ({
          id: idOf(name),
          type: GROUP_TYPE,
          name,
          properties: { tenantId: TENANT_ID, displayName },
        }));
        return page(listed, pageSize, PREFIX, call);
      },
    },
    { name: 'ManagementGroups_Get', method: 'GET', path: GROUP, run: get },
    {
      name: 'ManagementGroups_GetDescendants',
      method: 'GET',
      path: DESCENDANTS,
      run: (call) => {
        const { name } = known(call.named[0]);
        return page(descendants(name), pageSize, `${idOf(name)}/descendants`, call);
      },
    },
    { name: 'Entities_List', method: 'POST', path: new RegExp(`^${ENTITIES}$`, 'i'), run: entities },
    // The next pages are read by address.
    { name: 'Entities_List', method: 'GET', path: new RegExp(`^${ENTITIES}$`, 'i'), run: entities },
    { name: 'ManagementGroupSubscriptions_GetSubscription', method: 'GET', path: PLACE, run: lies },
    { name: 'ManagementGroupSubscriptions_Create', method: 'PUT', path: PLACE, run: place, conflict: busy },
  ];
}
