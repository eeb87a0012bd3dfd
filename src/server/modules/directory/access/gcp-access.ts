import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { AccessSource, FoundAssignment, Principal } from './source.ts';

type AccessReader = Pick<GcpProvider, 'bindings' | 'projects'>;

const KINDS: Readonly<Record<string, Principal['kind']>> = { group: 'group', user: 'person' };

/** Who is meant, by their address; null for whoever is no group and no person, and for those who were deleted. */
function principalOf(member: string): Principal | null {
  const [, word = '', address = ''] = /^(\w+):(.+)$/.exec(member) ?? [];
  const kind = KINDS[word];
  return kind ? { kind, externalId: null, name: address } : null;
}

/**
 * Asset Inventory returns who has which role on the organization, on folders and on projects. Roles on a folder hold for all
 * projects that lie in it, at any depth, and those on the organization for all of them.
 */
export const gcpAccess = (gcp: AccessReader): AccessSource => ({
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
    const below = await projectsBelow(gcp);
    for await (const page of gcp.bindings())
      yield page.flatMap(({ scope, role, members }) => {
        const accounts = reachedBy(scope, below);
        if (accounts.length === 0) return [];
        return members.flatMap((member): FoundAssignment[] => {
          const principal = principalOf(member);
          return principal ? [{ permissionSet: role, principal, accounts }] : [];
        });
      });
  },
});

/** The ids of projects: all of them, those in each `folders/…`, and that of each number. */
interface Below {
  all: string[];
  folders: Map<string, string[]>;
  numbers: Map<string, string>;
}

async function projectsBelow(gcp: AccessReader): Promise<Below> {
  const below: Below = { all: [], folders: new Map(), numbers: new Map() };
  for await (const page of gcp.projects())
    for (const { id, number, folders } of page) {
      below.all.push(id);
      below.numbers.set(number, id);
      for (const folder of folders) {
        const known = below.folders.get(folder);
        if (known) known.push(id);
        else below.folders.set(folder, [id]);
      }
    }
  return below;
}

/** @param scope `projects/…` by id or number, `folders/…` or `organizations/…` */
function reachedBy(scope: string, { all, folders, numbers }: Below): string[] {
  const [kind, name = ''] = scope.split('/');
  if (kind === 'organizations') return all;
  return kind === 'folders' ? (folders.get(scope) ?? []) : [numbers.get(name) ?? name];
}
