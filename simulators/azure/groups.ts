import { ArmError, type Call, ok, type Operation, page } from './arm.ts';
import { type Group, type Subscription, TENANT_ID, type Tenant } from './tenant.ts';

/** Where management groups are. */
export const GROUPS = '/providers/Microsoft.Management/managementGroups';
export const GROUP_TYPE = 'Microsoft.Management/managementGroups';
const GROUPS_OF_A_PAGE = 100;

export const groupId = (name: string): string => `${GROUPS}/${name}`;

/** @throws {ArmError} 403: Azure does not say which groups there are to those who may not see them */
export function knownGroup(tenant: Tenant, name = ''): Group {
  const found = tenant.group(name);
  if (!found)
    throw new ArmError(
      403,
      'AuthorizationFailed',
      `The client does not have authorization to perform action 'Microsoft.Management/managementGroups/read' over scope '${groupId(name)}' or the scope is invalid.`,
    );
  return found;
}

/** The groups and subscriptions right below a group, or all of them as a tree. */
const below = (tenant: Tenant, name: string, recurse: boolean): unknown[] => [
  ...tenant.state.groups
    .filter(({ parent }) => parent === name)
    .map((one) => ({
      id: groupId(one.name),
      type: GROUP_TYPE,
      name: one.name,
      displayName: one.displayName,
      ...(recurse && { children: below(tenant, one.name, true) }),
    })),
  ...tenant.state.subscriptions
    .filter(({ group }) => group === name)
    .map(({ id, displayName }) => ({
      id: `/subscriptions/${id}`,
      type: '/subscriptions',
      name: id,
      displayName,
    })),
];

const parentOf = (tenant: Tenant, name: string | null) => {
  const parent = name === null ? undefined : tenant.group(name);
  return parent && { id: groupId(parent.name), name: parent.name, displayName: parent.displayName };
};

const get = (tenant: Tenant, { named: [name], query }: Call) => {
  const group = knownGroup(tenant, name);
  return ok({
    id: groupId(group.name),
    type: GROUP_TYPE,
    name: group.name,
    properties: {
      tenantId: TENANT_ID,
      displayName: group.displayName,
      details: { version: 1, ...(group.parent !== null && { parent: parentOf(tenant, group.parent) }) },
      ...(query.get('$expand') === 'children' && {
        children: below(tenant, group.name, query.get('$recurse') === 'true'),
      }),
    },
  });
};

/** A group as the list of what the caller may see has it. */
const entity = (tenant: Tenant, one: Group) => {
  const above = tenant.above(one.name).toReversed();
  return {
    id: groupId(one.name),
    type: GROUP_TYPE,
    name: one.name,
    properties: {
      tenantId: TENANT_ID,
      displayName: one.displayName,
      parent: one.parent === null ? {} : { id: groupId(one.parent) },
      parentNameChain: above.map(({ name }) => name),
      parentDisplayNameChain: above.map(({ displayName }) => displayName),
      permissions: 'edit',
      inheritedPermissions: 'edit',
    },
  };
};

/** A subscription in the same list. */
const listedSubscription = (tenant: Tenant, one: Subscription) => {
  const parent = tenant.group(one.group);
  const above = [...tenant.above(one.group).toReversed(), ...(parent ? [parent] : [])];
  return {
    id: `/subscriptions/${one.id}`,
    type: '/subscriptions',
    name: one.id,
    properties: {
      tenantId: TENANT_ID,
      displayName: one.displayName,
      parent: { id: groupId(one.group) },
      parentNameChain: above.map(({ name }) => name),
      parentDisplayNameChain: above.map(({ displayName }) => displayName),
      permissions: 'edit',
      inheritedPermissions: 'edit',
    },
  };
};

/** Every group and subscription below a group, each with what it lies in. */
const descendants = (tenant: Tenant, name: string): unknown[] => [
  ...tenant.state.groups
    .filter(({ parent }) => parent === name)
    .flatMap((one) => [
      {
        id: groupId(one.name),
        type: GROUP_TYPE,
        name: one.name,
        properties: { displayName: one.displayName, parent: { id: groupId(name) } },
      },
      ...descendants(tenant, one.name),
    ]),
  ...tenant.state.subscriptions
    .filter(({ group }) => group === name)
    .map(({ id, displayName }) => ({
      id: `/subscriptions/${id}`,
      type: '/subscriptions',
      name: id,
      properties: { displayName, parent: { id: groupId(name) } },
    })),
];

const LIST = new RegExp(`^${GROUPS}$`, 'i');
const GROUP = new RegExp(`^${GROUPS}/([^/]+)$`, 'i');
const DESCENDANTS = new RegExp(`^${GROUPS}/([^/]+)/descendants$`, 'i');
const ENTITIES = '/providers/Microsoft.Management/getEntities';

/** The tree of management groups. `pageSize` is how many a page has at most. */
export function groupOperations(tenant: Tenant, pageSize = GROUPS_OF_A_PAGE): Operation[] {
  const { state } = tenant;
  const entities = (call: Call) => {
    const { query } = call;
    const [, named] = /^name eq '([^']*)'$/.exec(query.get('$filter') ?? '') ?? [];
    const isMeant = ({ name }: { name: string }) =>
      named === undefined || name.toLowerCase() === named.toLowerCase();
    const subscriptions = query.get('$view') === 'GroupsOnly' ? [] : state.subscriptions;
    const listed = [
      ...state.groups.map((one) => entity(tenant, one)),
      ...subscriptions.map((one) => listedSubscription(tenant, one)),
    ];
    return page(listed.filter(isMeant), pageSize, ENTITIES, call);
  };
  return [
    {
      name: 'ManagementGroups_List',
      method: 'GET',
      path: LIST,
      run: (call) => {
        const listed = state.groups.map(({ name, displayName }) => ({
          id: groupId(name),
          type: GROUP_TYPE,
          name,
          properties: { tenantId: TENANT_ID, displayName },
        }));
        return page(listed, pageSize, GROUPS, call);
      },
    },
    { name: 'ManagementGroups_Get', method: 'GET', path: GROUP, run: (call) => get(tenant, call) },
    {
      name: 'ManagementGroups_GetDescendants',
      method: 'GET',
      path: DESCENDANTS,
      run: (call) => {
        const { name } = knownGroup(tenant, call.named[0]);
        return page(descendants(tenant, name), pageSize, `${groupId(name)}/descendants`, call);
      },
    },
    { name: 'Entities_List', method: 'POST', path: new RegExp(`^${ENTITIES}$`, 'i'), run: entities },
    // The next pages are read by address.
    { name: 'Entities_List', method: 'GET', path: new RegExp(`^${ENTITIES}$`, 'i'), run: entities },
  ];
}
