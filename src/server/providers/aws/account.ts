import type { AwsClients } from './clients.ts';
import type { AwsProvider, RegionStatus } from './interface.ts';
import { inNewAccount } from './new-account.ts';

type ContactsAndRegions = Pick<AwsProvider, 'putContact' | 'regions' | 'region' | 'enableRegion'>;

const REGIONS_OF_PAGE = 50;
/** The error of the Account API where it does not know yet that an account is of the organization. */
const LATE = new Set(['AccessDeniedException']);

/** Contacts and regions of accounts, by the management account's trusted access. */
export function accountPart(clients: AwsClients): ContactsAndRegions {
  const load = async () => import('@aws-sdk/client-account');
  const about = async <T>(accountId: string | null, doing: string, work: () => Promise<T>): Promise<T> =>
    accountId === null
      ? clients.call(doing, work)
      : inNewAccount(clients, { accountId, doing, late: LATE }, work);
  return {
    putContact: async (accountId, type, { name, title, email, phone }) =>
      about(accountId, 'set a contact of the account', async () => {
        const { PutAlternateContactCommand } = await load();
        const client = await clients.account();
        await client.send(
          new PutAlternateContactCommand({
            AccountId: accountId,
            AlternateContactType: type,
            Name: name,
            Title: title,
            EmailAddress: email,
            PhoneNumber: phone,
          }),
        );
      }),
    regions: async (accountId) =>
      about(accountId, 'list the regions of the account', async () => {
        const { paginateListRegions } = await load();
        const client = await clients.account();
        const found = new Map<string, RegionStatus>();
        const pages = paginateListRegions(
          { client },
          { ...(accountId !== null && { AccountId: accountId }), MaxResults: REGIONS_OF_PAGE },
        );
        for await (const page of pages)
          for (const { RegionName: name, RegionOptStatus: status } of page.Regions ?? [])
            if (name && status) found.set(name, status);
        return found;
      }),
    region: async (accountId, region) =>
      about(accountId, `read how far ${region} is`, async () => {
        const { GetRegionOptStatusCommand } = await load();
        const client = await clients.account();
        const command = new GetRegionOptStatusCommand({ AccountId: accountId, RegionName: region });
        return (await client.send(command)).RegionOptStatus ?? 'DISABLED';
      }),
    enableRegion: async (accountId, region) =>
      about(accountId, `enable ${region}`, async () => {
        const { EnableRegionCommand } = await load();
        const client = await clients.account();
        await client.send(new EnableRegionCommand({ AccountId: accountId, RegionName: region }));
      }),
  };
}
