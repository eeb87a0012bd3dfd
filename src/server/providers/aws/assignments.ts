import type { AccountAssignment } from '@aws-sdk/client-sso-admin';
import { orNull, PAGE, severalAtOnce, type Instance } from './identity-instances.ts';
import { principalsOf, type Principals } from './identity-principals.ts';
import type { AssignedSet, StoredPrincipal } from './interface.ts';
import { paged, whole } from './paged.ts';
import { setsOf } from './permission-sets.ts';

const load = async () => import('@aws-sdk/client-sso-admin');

/** Who has which permission set in which accounts. */
export async function* assignmentsOf(instance: Instance): AsyncGenerator<readonly AssignedSet[]> {
  const principals = await principalsOf(instance);
  const pairs = await pairsOf(instance, await setsOf(instance));
  // Each pair and each principal takes a call: that of which there are fewer is gone through.
  const found =
    pairs.length <= principals.size
      ? severalAtOnce(pairs, assignedIn(instance, principals))
      : severalAtOnce([...principals], assignedTo(instance));
  for await (const some of found) yield some.flat();
}

/** The accounts in which somebody has a permission set, as pairs of both. */
async function pairsOf(instance: Instance, sets: readonly string[]): Promise<[string, string][]> {
  const { paginateListAccountsForProvisionedPermissionSet: list } = await load();
  const { clients, client, arn, signal } = instance;
  const pairs: [string, string][] = [];
  const accountsOf = async (set: string): Promise<[string, string][]> => {
    const pages = list(
      { client, pageSize: PAGE },
      { InstanceArn: arn, PermissionSetArn: set },
      { abortSignal: signal },
    );
    const accounts = await whole(
      paged(clients, 'list the accounts of a permission set', pages, (page) => page.AccountIds ?? []),
    );
    return accounts.map((account) => [set, account]);
  };
  for await (const some of severalAtOnce(sets, accountsOf)) pairs.push(...some.flat());
  return pairs;
}

/** Who has a permission set in an account. */
const assignedIn =
  ({ clients, client, arn, signal }: Instance, principals: Principals) =>
  async ([set, account]: [string, string]): Promise<AssignedSet[]> => {
    const { paginateListAccountAssignments } = await load();
    const pages = paginateListAccountAssignments(
      { client, pageSize: PAGE },
      { InstanceArn: arn, AccountId: account, PermissionSetArn: set },
      { abortSignal: signal },
    );
    const assignments = await whole(
      paged(clients, 'list the assignments of an account', pages, (page) => page.AccountAssignments ?? []),
    );
    return assignments.map((one) => ({
      permissionSet: set,
      accounts: [account],
      principal: principals.get(one.PrincipalId ?? '') ?? stranger(one),
    }));
  };

/** The assignments of somebody in all accounts; AWS lists for people those of their groups, too, which are left out. */
const assignedTo =
  ({ clients, client, arn, signal }: Instance) =>
  async ([id, principal]: [string, StoredPrincipal]): Promise<AssignedSet[]> => {
    const { paginateListAccountAssignmentsForPrincipal } = await load();
    const type = principal.kind === 'group' ? 'GROUP' : 'USER';
    const pages = paginateListAccountAssignmentsForPrincipal(
      { client, pageSize: PAGE },
      { InstanceArn: arn, PrincipalId: id, PrincipalType: type },
      { abortSignal: signal },
    );
    const accounts = new Map<string, string[]>();
    const assignments = paged(clients, 'list the assignments of a group', pages, (page) =>
      (page.AccountAssignments ?? []).filter(({ PrincipalId: whose }) => whose === id),
    );
    for await (const page of assignments)
      for (const { PermissionSetArn: set = '', AccountId: account = '' } of page)
        accounts.set(set, [...(accounts.get(set) ?? []), account]);
    return [...accounts].map(([permissionSet, some]) => ({ permissionSet, accounts: some, principal }));
  };

/** Whom the identity store has no more; what they had is still there. */
const stranger = ({ PrincipalId: id, PrincipalType: type }: AccountAssignment): StoredPrincipal => ({
  kind: type === 'USER' ? 'person' : 'group',
  externalId: null,
  name: orNull(id),
});
