import type { SSOAdminClient } from '@aws-sdk/client-sso-admin';
import { ProviderFailure } from '../common/interface.ts';
import type { AwsClients } from './clients.ts';
import { paged } from './paged.ts';

/** The largest page of AWS. */
export const PAGE = 100;
/** Identity Center takes twenty calls a second from a whole organization. */
const AT_ONCE = 6;

/** An instance of Identity Center and the client that calls it. */
export interface Instance {
  clients: AwsClients;
  client: SSOAdminClient;
  arn: string;
  storeId: string;
  signal: AbortSignal | undefined;
}

/** Every instance that is in use. None is a wrong region, not an organization in which nobody may do anything. */
export async function instancesOf(clients: AwsClients, signal?: AbortSignal): Promise<Instance[]> {
  const { paginateListInstances } = await import('@aws-sdk/client-sso-admin');
  const client = await clients.sso({ listing: true });
  const pages = paginateListInstances({ client, pageSize: PAGE }, {}, { abortSignal: signal });
  const found: Instance[] = [];
  const listed = paged(clients, 'list the instances of IAM Identity Center', pages, (page) =>
    (page.Instances ?? []).filter(({ Status: status = 'ACTIVE' }) => status === 'ACTIVE'),
  );
  for await (const page of listed)
    for (const { InstanceArn: arn = '', IdentityStoreId: storeId = '' } of page)
      found.push({ clients, client, arn, storeId, signal });
  if (found.length === 0)
    throw new ProviderFailure(
      'refused',
      `IAM Identity Center is not in use in ${await client.config.region()}. Set AWS_REGION to the region in which it is.`,
    );
  return found;
}

/** Does a few at once, and yields their results before it goes on. */
export async function* severalAtOnce<Given, Made>(
  given: readonly Given[],
  work: (one: Given) => Promise<Made>,
): AsyncGenerator<Made[]> {
  for (let at = 0; at < given.length; at += AT_ONCE)
    yield await Promise.all(given.slice(at, at + AT_ONCE).map(work));
}

export const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);
