/**
 * The least that adopts and closes accounts of AWS: the calls of each by the SDK, kept nowhere. Its own process, so that it has a
 * core to itself as the portal has. It answers with `LoopedAccounts`.
 */
import {
  CloseAccountCommand,
  DescribeAccountCommand,
  ListTagsForResourceCommand,
  OrganizationsClient,
  TagResourceCommand,
} from '@aws-sdk/client-organizations';
import { SIMULATOR_KEY } from '#simulators/aws/aws.ts';

/** What the loop is about. */
export interface AccountLoop {
  url: string;
  adopt: string[];
  close: string[];
  tags: Record<string, string>;
  /** So many at a time. */
  atOnce: number;
}

/** The seconds that it took. */
export interface LoopedAccounts {
  adopting: number;
  closing: number;
}

async function inTurns(
  accounts: readonly string[],
  atOnce: number,
  work: (account: string) => Promise<void>,
): Promise<number> {
  const began = performance.now();
  let next = 0;
  const one = async () => {
    for (let account = accounts[next++]; account !== undefined; account = accounts[next++])
      await work(account);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (performance.now() - began) / 1000;
}

async function loop({ url, adopt, close, tags, atOnce }: AccountLoop): Promise<LoopedAccounts> {
  const credentials = { ...SIMULATOR_KEY };
  const client = new OrganizationsClient({ endpoint: url, region: 'us-east-1', credentials });
  const all = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const adopting = await inTurns(adopt, atOnce, async (ResourceId) => {
    await client.send(new ListTagsForResourceCommand({ ResourceId }));
    await client.send(new TagResourceCommand({ ResourceId, Tags: all }));
    await client.send(new ListTagsForResourceCommand({ ResourceId }));
  });
  const closing = await inTurns(close, atOnce, async (AccountId) => {
    await client.send(new DescribeAccountCommand({ AccountId }));
    await client.send(new CloseAccountCommand({ AccountId }));
    await client.send(new DescribeAccountCommand({ AccountId }));
  });
  return { adopting, closing };
}

process.on('message', (wanted: AccountLoop) => void loop(wanted).then((looped) => process.send?.(looped)));
process.once('disconnect', () => process.exit());
