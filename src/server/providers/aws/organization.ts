import type { Account, CreateAccountStatus, Tag } from '@aws-sdk/client-organizations';
import { ProviderFailure } from '../common/interface.ts';
import type { AwsClients } from './clients.ts';
import type { AccountCreation, AwsAccount, AwsProvider, AwsUnit } from './interface.ts';

type Part = Pick<
  AwsProvider,
  | 'identity'
  | 'organization'
  | 'trustedServices'
  | 'units'
  | 'accounts'
  | 'account'
  | 'createAccount'
  | 'creation'
  | 'creations'
  | 'parentOf'
  | 'moveAccount'
  | 'tagsOf'
  | 'tag'
>;

const load = async () => import('@aws-sdk/client-organizations');

/** Accounts and where they lie. @param expected the configured organization; null: any */
export function organizationPart(clients: AwsClients, expected: string | null): Part {
  const organization: Part['organization'] = async () =>
    clients.call('describe the organization', async () => {
      const { DescribeOrganizationCommand } = await load();
      const client = await clients.organizations();
      const { Organization: found } = await client.send(new DescribeOrganizationCommand({}));
      return { id: found?.Id ?? '', managementAccount: found?.MasterAccountId ?? '' };
    });

  let isOurs = expected === null;
  const refuseOthers = async () => {
    if (isOurs) return;
    const { id } = await organization();
    if (id !== expected)
      throw new ProviderFailure(
        'refused',
        `The portal's key is of the organization ${id}, but AWS_ORGANIZATION_ID names ${expected ?? ''}. Nothing was made.`,
        { code: 'WRONG_ORGANIZATION' },
      );
    isOurs = true;
  };

  return {
    organization,
    identity: async () =>
      clients.call('say whose key it is', async () => {
        const { GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
        const { Account: account = '', Arn: arn = '' } = await (
          await clients.sts()
        ).send(new GetCallerIdentityCommand({}));
        return { account, arn };
      }),
    trustedServices: async () =>
      clients.call('list trusted services', async () => {
        const { paginateListAWSServiceAccessForOrganization: pages } = await load();
        const found: string[] = [];
        for await (const page of pages({ client: await clients.organizations() }, {}))
          for (const { ServicePrincipal: name } of page.EnabledServicePrincipals ?? [])
            if (name) found.push(name);
        return found;
      }),
    units: async () =>
      clients.call('list the organizational units', async () => {
        const sdk = await load();
        const client = await clients.organizations();
        const { Roots: [root] = [] } = await client.send(new sdk.ListRootsCommand({}));
        const rootId = root?.Id ?? '';
        const units: AwsUnit[] = [];
        const waiting = [rootId];
        for (let parent = waiting.shift(); parent !== undefined; parent = waiting.shift()) {
          const pages = sdk.paginateListOrganizationalUnitsForParent({ client }, { ParentId: parent });
          for await (const page of pages)
            for (const { Id: id = '', Name: name = '' } of page.OrganizationalUnits ?? []) {
              units.push({ id, name, parent });
              waiting.push(id);
            }
        }
        return { root: rootId, units };
      }),
    async *accounts() {
      const { paginateListAccounts } = await load();
      const pages = paginateListAccounts({ client: await clients.organizations({ listing: true }) }, {});
      yield* paged(clients, 'list the accounts', pages, (page) => (page.Accounts ?? []).map(accountOf));
    },
    account: async (id) =>
      clients.call('describe the account', async () => {
        const { AccountNotFoundException, DescribeAccountCommand } = await load();
        try {
          const client = await clients.organizations();
          const { Account: found } = await client.send(new DescribeAccountCommand({ AccountId: id }));
          return found ? accountOf(found) : null;
        } catch (error) {
          if (error instanceof AccountNotFoundException) return null;
          throw error;
        }
      }),
    createAccount: async ({ name, email, tags }) => {
      await refuseOthers();
      return clients.call('create the account', async () => {
        const { CreateAccountCommand } = await load();
        const client = await clients.organizations();
        const made = await client.send(
          new CreateAccountCommand({ AccountName: name, Email: email, Tags: tagsOf(tags) }),
        );
        return creationOf(made.CreateAccountStatus);
      });
    },
    creation: async (id) =>
      clients.call('tell how far the account is', async () => {
        const { DescribeCreateAccountStatusCommand } = await load();
        const client = await clients.organizations();
        const command = new DescribeCreateAccountStatusCommand({ CreateAccountRequestId: id });
        return creationOf((await client.send(command)).CreateAccountStatus);
      }),
    async *creations() {
      const { paginateListCreateAccountStatus } = await load();
      const pages = paginateListCreateAccountStatus(
        { client: await clients.organizations({ listing: true }) },
        {},
      );
      yield* paged(clients, 'list the requests for accounts', pages, (page) =>
        (page.CreateAccountStatuses ?? []).map(creationOf),
      );
    },
    parentOf: async (accountId) =>
      clients.call('tell where the account lies', async () => {
        const { ListParentsCommand } = await load();
        const client = await clients.organizations();
        const { Parents: [parent] = [] } = await client.send(new ListParentsCommand({ ChildId: accountId }));
        return parent?.Id ?? '';
      }),
    moveAccount: async (accountId, from, to) =>
      clients.call('move the account', async () => {
        const { DuplicateAccountException, MoveAccountCommand } = await load();
        const client = await clients.organizations();
        try {
          await client.send(
            new MoveAccountCommand({ AccountId: accountId, SourceParentId: from, DestinationParentId: to }),
          );
        } catch (error) {
          // It is there already.
          if (!(error instanceof DuplicateAccountException)) throw error;
        }
      }),
    tagsOf: async (accountId) =>
      clients.call('read the tags of the account', async () => {
        const { paginateListTagsForResource } = await load();
        const client = await clients.organizations();
        const found: Record<string, string> = {};
        for await (const page of paginateListTagsForResource({ client }, { ResourceId: accountId }))
          for (const { Key: key = '', Value: value = '' } of page.Tags ?? []) found[key] = value;
        return found;
      }),
    tag: async (accountId, tags) =>
      clients.call('tag the account', async () => {
        const { TagResourceCommand } = await load();
        const client = await clients.organizations();
        await client.send(new TagResourceCommand({ ResourceId: accountId, Tags: tagsOf(tags) }));
      }),
  };
}

const tagsOf = (tags: Readonly<Record<string, string>>): Tag[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

const accountOf = (account: Account): AwsAccount => ({
  id: account.Id ?? '',
  name: account.Name ?? '',
  email: account.Email ?? '',
  status: account.State ?? account.Status ?? '',
  joinedAt: account.JoinedTimestamp ?? null,
});

const creationOf = (status: CreateAccountStatus = {}): AccountCreation => ({
  id: status.Id ?? '',
  state: status.State ?? 'IN_PROGRESS',
  accountName: status.AccountName ?? '',
  accountId: status.AccountId ?? null,
  failure: status.FailureReason ?? null,
  requestedAt: status.RequestedTimestamp ?? null,
});

/** Pages of the SDK as pages of ours, with failures of ours. */
export async function* paged<P, T>(
  clients: AwsClients,
  doing: string,
  pages: AsyncIterator<P, unknown>,
  rows: (page: P) => T[],
): AsyncGenerator<T[]> {
  for (;;) {
    const next = await clients.call(doing, async () => pages.next());
    if (next.done === true) return;
    yield rows(next.value);
  }
}
