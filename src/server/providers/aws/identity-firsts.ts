import type { AwsClients } from './clients.ts';
import { instancesOf, PAGE, type Instance } from './identity-instances.ts';
import type { FirstPage } from './interface.ts';
import { paged } from './paged.ts';
import { describeSet } from './permission-sets.ts';

const sso = async () => import('@aws-sdk/client-sso-admin');
const store = async () => import('@aws-sdk/client-identitystore');

/** The first page of each list that is read of Identity Center: every right is used once, however large the organization is. */
export function firstPages(clients: AwsClients): readonly FirstPage[] {
  const inEach = (read: (instance: Instance) => Promise<void>) => async () => {
    for (const instance of await instancesOf(clients)) await read(instance);
  };
  return [
    {
      what: 'The permission sets of IAM Identity Center',
      read: inEach(async (instance) => {
        const [set] = await firstSets(instance);
        if (set !== undefined) await describeSet(instance, set);
      }),
    },
    { what: 'The groups of IAM Identity Center', read: inEach(async (one) => void (await firstGroup(one))) },
    { what: 'The people of IAM Identity Center', read: inEach(firstPeople) },
    { what: 'Who has permission sets', read: inEach(firstAssignments) },
  ];
}

/** The first page of a list; nothing where it is empty. @throws {ProviderFailure} */
async function first<P, T>(
  clients: AwsClients,
  doing: string,
  pages: AsyncIterator<P, unknown>,
  rows: (page: P) => T[],
): Promise<T[]> {
  for await (const page of paged(clients, doing, pages, rows)) return page;
  return [];
}

async function firstSets({ clients, client, arn }: Instance): Promise<string[]> {
  const { paginateListPermissionSets: list } = await sso();
  const pages = list({ client, pageSize: PAGE }, { InstanceArn: arn });
  return first(clients, 'list the permission sets', pages, (page) => page.PermissionSets ?? []);
}

async function firstGroup({ clients, storeId }: Instance): Promise<string | undefined> {
  const { paginateListGroups: list } = await store();
  const config = { client: await clients.identityStore(), pageSize: PAGE };
  const pages = list(config, { IdentityStoreId: storeId });
  const [group] = await first(clients, 'list the groups', pages, (page) => page.Groups ?? []);
  return group?.GroupId;
}

async function firstPeople({ clients, storeId }: Instance): Promise<void> {
  const { paginateListUsers: list } = await store();
  const config = { client: await clients.identityStore(), pageSize: PAGE };
  const pages = list(config, { IdentityStoreId: storeId });
  await first(clients, 'list the people', pages, (page) => page.Users ?? []);
}

/** The assignments of the first permission set in its first account, and of the first group. */
async function firstAssignments(instance: Instance): Promise<void> {
  const { clients, client, arn } = instance;
  const sdk = await sso();
  const config = { client, pageSize: PAGE };
  const [set] = await firstSets(instance);
  if (set !== undefined) {
    const query = { InstanceArn: arn, PermissionSetArn: set };
    const accounts = sdk.paginateListAccountsForProvisionedPermissionSet(config, query);
    const [account] = await first(
      clients,
      'list the accounts of a permission set',
      accounts,
      (page) => page.AccountIds ?? [],
    );
    if (account !== undefined) {
      const assigned = sdk.paginateListAccountAssignments(config, { ...query, AccountId: account });
      await first(
        clients,
        'list the assignments of an account',
        assigned,
        (page) => page.AccountAssignments ?? [],
      );
    }
  }
  const group = await firstGroup(instance);
  if (group === undefined) return;
  const whose = { InstanceArn: arn, PrincipalId: group, PrincipalType: 'GROUP' as const };
  const pages = sdk.paginateListAccountAssignmentsForPrincipal(config, whose);
  await first(clients, 'list the assignments of a group', pages, (page) => page.AccountAssignments ?? []);
}
