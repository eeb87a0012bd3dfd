import type { OrganizationsClient, Tag } from '@aws-sdk/client-organizations';
import type { AwsClients } from './clients.ts';
import type { AwsProvider } from './interface.ts';
import { inNewAccount } from './new-account.ts';

type Placement = Pick<AwsProvider, 'parentOf' | 'placeAndTags' | 'moveAccount' | 'tagsOf' | 'tag'>;

const load = async () => import('@aws-sdk/client-organizations');
/** The errors of Organizations where it does not know an account yet. */
const LATE = new Set(['AccountNotFoundException', 'ChildNotFoundException', 'TargetNotFoundException']);

/** Where accounts lie, and how they are tagged. */
export function placementPart(clients: AwsClients): Placement {
  const about = async <T>(accountId: string, doing: string, work: () => Promise<T>): Promise<T> =>
    inNewAccount(clients, { accountId, doing, late: LATE }, work);
  return {
    parentOf: async (accountId) =>
      about(accountId, 'read where the account lies', async () =>
        parentIn(await clients.organizations(), accountId),
      ),
    placeAndTags: async (accountId) =>
      clients.call('read where the account lies and which tags it has', async () => {
        const client = await clients.organizations({ listing: true });
        return { parent: await parentIn(client, accountId), tags: await tagsIn(client, accountId) };
      }),
    moveAccount: async (accountId, from, to) =>
      about(accountId, 'move the account', async () => {
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
      about(accountId, 'read the tags of the account', async () =>
        tagsIn(await clients.organizations(), accountId),
      ),
    tag: async (accountId, tags) =>
      about(accountId, 'tag the account', async () => {
        const { TagResourceCommand } = await load();
        const client = await clients.organizations();
        await client.send(new TagResourceCommand({ ResourceId: accountId, Tags: tagsOf(tags) }));
      }),
  };
}

async function parentIn(client: OrganizationsClient, accountId: string): Promise<string> {
  const { ListParentsCommand } = await load();
  const { Parents: [parent] = [] } = await client.send(new ListParentsCommand({ ChildId: accountId }));
  return parent?.Id ?? '';
}

async function tagsIn(client: OrganizationsClient, accountId: string): Promise<Record<string, string>> {
  const { paginateListTagsForResource } = await load();
  const found: Record<string, string> = {};
  for await (const page of paginateListTagsForResource({ client }, { ResourceId: accountId }))
    for (const { Key: key = '', Value: value = '' } of page.Tags ?? []) found[key] = value;
  return found;
}

export const tagsOf = (tags: Readonly<Record<string, string>>): Tag[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
