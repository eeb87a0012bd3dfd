import type { SimulatedDirectory } from './directory.ts';
import { objectId, type SimulatedGrant } from './objects.ts';
import { ROLES } from '#simulators/azure/roles.ts';
import { TENANT_ID, type InitialTenant } from '#simulators/azure/tenant.ts';
import type { SimulatedPolicy } from '#simulators/gcp/state.ts';

const ROOT = `/providers/Microsoft.Management/managementGroups/${TENANT_ID}`;

function grouped<Key>(grants: readonly SimulatedGrant[], keyOf: (grant: SimulatedGrant) => Key) {
  const found = new Map<Key, SimulatedGrant[]>();
  for (const grant of grants) found.set(keyOf(grant), [...(found.get(keyOf(grant)) ?? []), grant]);
  return found;
}

/** Who has which role on subscriptions; who has one on all of them has it at the root group. */
export function simulatedRoles({ grants }: SimulatedDirectory): NonNullable<InitialTenant['assignments']> {
  const given = grants.filter(({ cloud, permissionSet }) => cloud === 'azure' && ROLES[permissionSet]);
  const all = new Set(given.map(({ account }) => account)).size;
  const ofWhom = grouped(given, ({ groupId, permissionSet }) => `${permissionSet} ${groupId}`);
  return [...ofWhom].flatMap(([key, some]) => {
    const scopes =
      all > 1 && some.length === all
        ? [ROOT]
        : some.map(({ account }) => `/subscriptions/${account.toLowerCase()}`);
    return scopes.map((scope) => ({
      scope,
      name: objectId(`${key} ${scope}`),
      roleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${ROLES[some[0]?.permissionSet ?? ''] ?? ''}`,
      principalId: some[0]?.groupId ?? '',
      principalType: 'Group',
    }));
  });
}

/** Who has which role on projects, by the addresses of the groups. */
export function simulatedPolicies({ grants }: SimulatedDirectory): SimulatedPolicy[] {
  const given = grants.filter(({ cloud, groupEmail }) => cloud === 'gcp' && groupEmail !== null);
  return [...grouped(given, ({ account }) => account)].map(([projectId, some]) => ({
    resource: `projects/${projectId}`,
    bindings: [...grouped(some, ({ permissionSet }) => permissionSet)].map(([role, those]) => ({
      role,
      members: those.map(({ groupEmail }) => `group:${groupEmail ?? ''}`),
    })),
  }));
}
