import type { AccountAssignment, SSOAdminClient } from '@aws-sdk/client-sso-admin';
import type { Group, User } from '@aws-sdk/client-identitystore';
import type { AwsClients } from './clients.ts';
import type { AssignedSet, DescribedSet, IdentityCenter, StoredPrincipal } from './interface.ts';
import { paged } from './organization.ts';
import { ProviderFailure } from '../common/interface.ts';

/** The largest page of AWS. */
const PAGE = 100;
/** Identity Center takes twenty calls a second from a whole organization. */
const AT_ONCE = 6;

const sso = async () => import('@aws-sdk/client-sso-admin');
const store = async () => import('@aws-sdk/client-identitystore');

/** An instance of Identity Center and the client that calls it. */
interface Instance {
  client: SSOAdminClient;
  arn: string;
  storeId: string;
  signal: AbortSignal | undefined;
}

type Principals = ReadonlyMap<string, StoredPrincipal>;

/** Who may do what in the accounts. Listings are repeated by the SDK where AWS was called too often. */
export function identityCenterPart(clients: AwsClients): IdentityCenter {
  /** Every instance that is in use. None is a wrong region, not an organization in which nobody may do anything. */
  const instances = async (signal?: AbortSignal): Promise<Instance[]> => {
    const { paginateListInstances } = await sso();
    const client = await clients.sso({ listing: true });
    const pages = paginateListInstances({ client, pageSize: PAGE }, {}, { abortSignal: signal });
    const found: Instance[] = [];
    const listed = paged(clients, 'list the instances of IAM Identity Center', pages, (page) =>
      (page.Instances ?? []).filter(({ Status: status = 'ACTIVE' }) => status === 'ACTIVE'),
    );
    for await (const page of listed)
      for (const { InstanceArn: arn = '', IdentityStoreId: storeId = '' } of page)
        found.push({ client, arn, storeId, signal });
    if (found.length === 0)
      throw new ProviderFailure(
        'refused',
        `IAM Identity Center is not in use in ${await client.config.region()}. Set AWS_REGION to the region in which it is.`,
      );
    return found;
  };

  /** The ARNs of all permission sets. */
  const setsOf = async ({ client, arn, signal }: Instance): Promise<string[]> => {
    const { paginateListPermissionSets } = await sso();
    const pages = paginateListPermissionSets(
      { client, pageSize: PAGE },
      { InstanceArn: arn },
      { abortSignal: signal },
    );
    return whole(paged(clients, 'list the permission sets', pages, (page) => page.PermissionSets ?? []));
  };

  const describe = async ({ client, arn, signal }: Instance, set: string): Promise<DescribedSet> =>
    clients.call('describe the permission set', async () => {
      const sdk = await sso();
      const query = { InstanceArn: arn, PermissionSetArn: set };
      const aborting = { abortSignal: signal };
      const { PermissionSet: found = {} } = await client.send(
        new sdk.DescribePermissionSetCommand(query),
        aborting,
      );
      const { InlinePolicy: inline = '' } = await client.send(
        new sdk.GetInlinePolicyForPermissionSetCommand(query),
        aborting,
      );
      const policies: DescribedSet['managedPolicies'] = [];
      const config = { client, pageSize: PAGE };
      for await (const page of sdk.paginateListManagedPoliciesInPermissionSet(config, query, aborting))
        for (const { Name: name = '', Arn: policy = '' } of page.AttachedManagedPolicies ?? [])
          policies.push({ name, arn: policy });
      const own = sdk.paginateListCustomerManagedPolicyReferencesInPermissionSet(config, query, aborting);
      for await (const page of own)
        for (const { Name: name = '', Path: path = '/' } of page.CustomerManagedPolicyReferences ?? [])
          policies.push({ name, arn: `arn:${partitionOf(set)}:iam::*:policy${path}${name}` });
      return {
        arn: set,
        name: found.Name ?? set,
        description: orNull(found.Description),
        sessionDuration: orNull(found.SessionDuration),
        relayState: orNull(found.RelayState),
        managedPolicies: policies,
        inlinePolicy: orNull(inline),
      };
    });

  /** Groups and people of the identity store, by their ids there. */
  const principalsOf = async ({ storeId, signal }: Instance): Promise<Principals> => {
    const { paginateListGroups, paginateListUsers } = await store();
    const config = { client: await clients.identityStore(), pageSize: PAGE };
    const query = { IdentityStoreId: storeId };
    const groups = paginateListGroups(config, query, { abortSignal: signal });
    const users = paginateListUsers(config, query, { abortSignal: signal });
    const found = new Map<string, StoredPrincipal>();
    for await (const page of paged(clients, 'list the groups', groups, (answer) => answer.Groups ?? []))
      for (const group of page) found.set(group.GroupId ?? '', groupOf(group));
    for await (const page of paged(clients, 'list the people', users, (answer) => answer.Users ?? []))
      for (const user of page) found.set(user.UserId ?? '', userOf(user));
    return found;
  };

  /** The accounts in which somebody has a permission set, as pairs of both. */
  const pairsOf = async (instance: Instance, sets: readonly string[]): Promise<[string, string][]> => {
    const { paginateListAccountsForProvisionedPermissionSet: list } = await sso();
    const { client, arn, signal } = instance;
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
  };

  /** Who has a permission set in an account. */
  const assignedIn =
    ({ client, arn, signal }: Instance, principals: Principals) =>
    async ([set, account]: [string, string]): Promise<AssignedSet[]> => {
      const { paginateListAccountAssignments } = await sso();
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
    ({ client, arn, signal }: Instance) =>
    async ([id, principal]: [string, StoredPrincipal]): Promise<AssignedSet[]> => {
      const { paginateListAccountAssignmentsForPrincipal } = await sso();
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

  return {
    async *permissionSets(signal) {
      for (const instance of await instances(signal))
        yield* severalAtOnce(await setsOf(instance), async (set) => describe(instance, set));
    },
    async *assignments(signal) {
      for (const instance of await instances(signal)) {
        const principals = await principalsOf(instance);
        const pairs = await pairsOf(instance, await setsOf(instance));
        // Each pair and each principal takes a call: that of which there are fewer is gone through.
        const found =
          pairs.length <= principals.size
            ? severalAtOnce(pairs, assignedIn(instance, principals))
            : severalAtOnce([...principals], assignedTo(instance));
        for await (const some of found) yield some.flat();
      }
    },
  };
}

/** The items of all pages. */
async function whole<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Does a few at once, and yields their results before it goes on. */
async function* severalAtOnce<Given, Made>(
  given: readonly Given[],
  work: (one: Given) => Promise<Made>,
): AsyncGenerator<Made[]> {
  for (let at = 0; at < given.length; at += AT_ONCE)
    yield await Promise.all(given.slice(at, at + AT_ONCE).map(work));
}

const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);
const partitionOf = (arn: string) => arn.split(':')[1] ?? 'aws';

/** The object id of the directory that the identity store is filled from. */
const externalIdOf = ({ ExternalIds: ids = [] }: Group | User) => orNull(ids[0]?.Id);

const groupOf = (group: Group): StoredPrincipal => ({
  kind: 'group',
  externalId: externalIdOf(group),
  name: orNull(group.DisplayName),
});

const userOf = (user: User): StoredPrincipal => ({
  kind: 'person',
  externalId: externalIdOf(user),
  name: orNull(user.UserName),
});

/** Whom the identity store has no more; what they had is still there. */
const stranger = ({ PrincipalId: id, PrincipalType: type }: AccountAssignment): StoredPrincipal => ({
  kind: type === 'USER' ? 'person' : 'group',
  externalId: null,
  name: orNull(id),
});
