import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { AccessSource, FoundAssignment, Principal } from './source.ts';

const KINDS: Readonly<Record<string, Principal['kind']>> = { group: 'group', user: 'person' };

/** Who is meant, by their address; null for whoever is no group and no person, and for those who were deleted. */
function principalOf(member: string): Principal | null {
  const [, word = '', address = ''] = /^(\w+):(.+)$/.exec(member) ?? [];
  const kind = KINDS[word];
  return kind ? { kind, externalId: null, name: address } : null;
}

/** Asset Inventory returns who has which role on each project. Roles of folders and of the organization are left out. */
export const gcpAccess = (gcp: Pick<GcpProvider, 'bindings'>): AccessSource => ({
  provider_type: 'GcpCloudParent',
  name: 'GCP',
  async *permissionSets() {
    const known = new Set<string>();
    for await (const page of gcp.bindings()) {
      const roles = page
        .filter(({ role, members }) => !known.has(role) && members.some((member) => principalOf(member)))
        .map(({ role }) => role);
      const facts = {
        description: null,
        duration: null,
        relay: null,
        managedPolicies: [],
        inlinePolicy: null,
      };
      yield [...new Set(roles)].map((role) => ({ arn: role, name: role, ...facts }));
      for (const role of roles) known.add(role);
    }
  },
  async *assignments() {
    for await (const page of gcp.bindings())
      yield page.flatMap(({ project, role, members }) =>
        members.flatMap((member): FoundAssignment[] => {
          const principal = principalOf(member);
          return principal ? [{ permissionSet: role, principal, accounts: [project] }] : [];
        }),
      );
  },
});
