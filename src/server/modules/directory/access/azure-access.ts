import type { Azure, FoundRoleAssignment } from '#server/providers/azure/interface.ts';
import type { AccessSource, FoundAssignment } from './source.ts';

type AccessReader = Pick<Azure, 'subscriptions' | 'roles' | 'roleAssignments'>;

const PAGE = 500;
const SUBSCRIPTION = /^\/subscriptions\/([^/]+)$/i;
const GROUP = /^\/providers\/Microsoft\.Management\/managementGroups\/([^/]+)$/i;
const KINDS: Readonly<Record<string, FoundAssignment['principal']['kind']>> = {
  Group: 'group',
  User: 'person',
};

/** A role is the same at every scope; its id without one is its ARN. */
const arnOf = (roleId: string) => `/providers/Microsoft.Authorization/roleDefinitions/${roleId}`;

/**
 * Resource Graph returns who has which role. Roles at a management group hold for all subscriptions that lie in it,
 * at any depth. Roles on a part of a subscription are left out, as are those that nobody has.
 */
export const azureAccess = (azure: AccessReader): AccessSource => ({
  provider_type: 'AzureCloudParent',
  name: 'Azure',
  async *permissionSets(signal) {
    const used = new Set<string>();
    for await (const { roleId, scope } of azure.roleAssignments(signal)) if (isWhole(scope)) used.add(roleId);
    for await (const { id, name, description } of azure.roles(signal)) {
      if (!used.delete(id)) continue;
      const facts = { duration: null, relay: null, managedPolicies: [], inlinePolicy: null };
      yield [{ arn: arnOf(id), name, description: description || null, ...facts }];
    }
  },
  async *assignments(signal) {
    const below = await subscriptionsBelow(azure, signal);
    let page: FoundAssignment[] = [];
    for await (const assignment of azure.roleAssignments(signal)) {
      const kind = KINDS[assignment.principalType];
      const accounts = reachedBy(assignment, below);
      if (!kind || accounts.length === 0) continue;
      const principal = { kind, externalId: assignment.principalId, name: null };
      page.push({ permissionSet: arnOf(assignment.roleId), principal, accounts });
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    yield page;
  },
});

const isWhole = (scope: string) => scope === '/' || SUBSCRIPTION.test(scope) || GROUP.test(scope);

interface Below {
  all: string[];
  /** By the id of a management group, in small letters. */
  groups: Map<string, string[]>;
}

/** The subscriptions that lie in each management group. */
async function subscriptionsBelow(azure: AccessReader, signal: AbortSignal | undefined): Promise<Below> {
  const below: Below = { all: [], groups: new Map() };
  for await (const { id, groupIds } of azure.subscriptions(signal)) {
    below.all.push(id);
    for (const group of groupIds.map((one) => one.toLowerCase())) {
      const known = below.groups.get(group);
      if (known) known.push(id);
      else below.groups.set(group, [id]);
    }
  }
  return below;
}

function reachedBy({ scope }: FoundRoleAssignment, { all, groups }: Below): string[] {
  if (scope === '/') return all;
  const subscription = SUBSCRIPTION.exec(scope)?.[1];
  if (subscription !== undefined) return [subscription.toLowerCase()];
  return groups.get((GROUP.exec(scope)?.[1] ?? '').toLowerCase()) ?? [];
}
