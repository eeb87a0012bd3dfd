import type { Account, CreateAccountStatus } from '@aws-sdk/client-organizations';
import { ProviderFailure } from '../common/interface.ts';
import type { AwsClients } from './clients.ts';
import type { AccountCreation, AwsAccount, AwsProvider } from './interface.ts';
import { paged } from './paged.ts';
import { tagsOf } from './placement.ts';

type Accounts = Pick<AwsProvider, 'accounts' | 'account' | 'creation' | 'creations'>;

const load = async () => import('@aws-sdk/client-organizations');

/** The accounts of the organization, and the requests for further ones. */
export function accountsPart(clients: AwsClients): Accounts {
  return {
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
    creation: async (id) =>
      clients.call('read how far the account is', async () => {
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
  };
}

/**
 * Makes accounts, and closes them.
 * @param organization describes the organization of the portal's key
 * @param expected the configured organization; null: any
 */
export function makingPart(
  clients: AwsClients,
  organization: AwsProvider['organization'],
  expected: string | null,
): Pick<AwsProvider, 'createAccount' | 'closeAccount'> {
  let isOurs = expected === null;
  const refuseOthers = async () => {
    if (isOurs) return;
    const { id } = await organization();
    if (id !== expected)
      throw new ProviderFailure(
        'refused',
        `The portal's key is of the organization ${id}, but AWS_ORGANIZATION_ID names ${expected ?? ''}. Nothing was done.`,
        { code: 'WRONG_ORGANIZATION' },
      );
    isOurs = true;
  };

  return {
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
    closeAccount: async (id) => {
      await refuseOthers();
      await clients.call('close the account', async () => {
        const { AccountAlreadyClosedException, CloseAccountCommand } = await load();
        const client = await clients.organizations();
        try {
          await client.send(new CloseAccountCommand({ AccountId: id }));
        } catch (error) {
          if (!(error instanceof AccountAlreadyClosedException)) throw error;
        }
      });
    },
  };
}

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
