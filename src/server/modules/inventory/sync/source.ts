import { cloudName } from '#kernel/clouds.ts';
import type { TagMeaning } from '#resources/account-tags.ts';
import type { AwsProvider } from '#server/providers/aws/interface.ts';
import type { Azure } from '#server/providers/azure/interface.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';

/** An account, a subscription or a project as its cloud returns it. */
export interface FoundAccount {
  identifier: string;
  /** null: the cloud returns none, and the portal's value stays. */
  name: string | null;
  email: string | null;
  active: boolean;
}

/** What a cloud says of an account beside its name. */
export interface FoundDetails {
  identifier: string;
  /** The names of what it lies in, from the outermost on; null where the cloud does not say. */
  place: string | null;
  /** Whether it lies where accounts are frozen; null of clouds that freeze otherwise. */
  frozen: boolean | null;
  tags: Readonly<Record<string, string>>;
}

/** Reads where accounts lie and how they are tagged, page by page. Throws ProviderFailure. */
export interface DetailsSource {
  read: () => AsyncIterable<readonly FoundDetails[]>;
  /** What the tags stand for. */
  meanings: readonly TagMeaning[];
}

/** A virtual machine as its cloud returns it. */
export interface FoundMachine {
  resource_id: string;
  /** Of the account that it runs in. */
  identifier: string;
  name: string | null;
  state: string | null;
  location: string | null;
  resource_type: string | null;
}

/** Reads accounts and machines of one cloud, page by page. Both calls throw ProviderFailure. */
export interface InventorySource {
  provider_type: 'AwsCloudParent' | 'AzureCloudParent' | 'GcpCloudParent';
  /** Such as 'AWS'. */
  name: string;
  accounts: () => AsyncIterable<readonly FoundAccount[]>;
  /** Null where the cloud's machines cannot be listed: then those that are known stay as they are. */
  machines: (() => AsyncIterable<readonly FoundMachine[]>) | null;
  /** Absent where places and tags of accounts are not read: then those that are known stay as they are. */
  details?: DetailsSource;
}

async function* pagesOf<Item, Found>(
  pages: AsyncIterable<readonly Item[]>,
  read: (item: Item) => Found,
): AsyncGenerator<Found[]> {
  for await (const page of pages) yield page.map(read);
}

const orNull = (text: string | null) => (text === '' ? null : text);

/** Organizations lists the accounts, an aggregator of AWS Config the machines. */
export const awsSource = (
  aws: Pick<AwsProvider, 'accounts' | 'machines'>,
  hasAggregator: boolean,
): InventorySource => ({
  provider_type: 'AwsCloudParent',
  name: cloudName('aws'),
  accounts: () =>
    pagesOf(aws.accounts(), ({ id, name, email, status }) => ({
      identifier: id,
      name: orNull(name),
      email: orNull(email),
      active: status === 'ACTIVE',
    })),
  machines: hasAggregator
    ? () =>
        pagesOf(aws.machines(), ({ id, name, accountId, region, type, state }) => ({
          resource_id: id,
          identifier: accountId,
          name,
          state,
          location: region,
          resource_type: type,
        }))
    : null,
});

/** Azure's library returns one at a time. */
export async function* inPages<Item>(each: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let page: Item[] = [];
  for await (const one of each) {
    page.push(one);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

const PAGE = 500;

/** Resource Graph lists both. Subscriptions have no address. */
export const azureSource = (azure: Pick<Azure, 'subscriptions' | 'machines'>): InventorySource => ({
  provider_type: 'AzureCloudParent',
  name: cloudName('azure'),
  accounts: () =>
    pagesOf(inPages(azure.subscriptions()), ({ id, name, state }) => ({
      identifier: id,
      name: orNull(name),
      email: null,
      // One that is warned or past due is in use.
      active: !/^(disabled|deleted)$/i.test(state),
    })),
  machines: () =>
    pagesOf(inPages(azure.machines()), ({ id, name, subscriptionId, location, size, power }) => ({
      resource_id: id,
      identifier: subscriptionId,
      name: orNull(name),
      state: orNull(power),
      location,
      resource_type: size,
    })),
});

/** Asset Inventory lists both. Projects have no address. */
export const gcpSource = (gcp: Pick<GcpProvider, 'projects' | 'machines'>): InventorySource => ({
  provider_type: 'GcpCloudParent',
  name: cloudName('gcp'),
  accounts: () =>
    pagesOf(gcp.projects(), ({ id, name, active }) => ({
      identifier: id,
      name: orNull(name),
      email: null,
      active,
    })),
  machines: () =>
    pagesOf(gcp.machines(), ({ id, name, project, zone, type, state }) => ({
      resource_id: id,
      identifier: project,
      name: orNull(name),
      // Google's word for a machine that is stopped, which is there all the same.
      state: state === 'TERMINATED' ? 'stopped' : orNull(state.toLowerCase()),
      location: orNull(zone),
      resource_type: orNull(type),
    })),
});
