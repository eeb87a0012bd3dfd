import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import { openClients, type GcpClients } from './clients.ts';
import type { CallEffect } from '../common/failure.ts';
import { gcpFailure, readError } from './failure.ts';
import type { GcpAccess, GcpAsset, GcpBinding, GcpMachine, GcpProvider } from './interface.ts';

/** Google's library repeats nothing and gives up after the time that it is given. */
const CALL_SECONDS = 30;
const PAGE_SIZE = 500;
const PROJECT = 'cloudresourcemanager.googleapis.com/Project';
const INSTANCE = 'compute.googleapis.com/Instance';
const ONCE = { retry: null, autoPaginate: false };

/** Its declaration names a class; the name alone is read. */
type OperationRequest = Parameters<GcpClients['projects']['operationsClient']['getOperation']>[0];
/** A call of the library, which can be given up. */
type Calling<Value> = Promise<Value> & { cancel?: () => void };

/**
 * Google Cloud by Google's own libraries.
 * @param callSeconds after which a call that is not answered is given up
 */
export function openGcp(access: GcpAccess, callSeconds = CALL_SECONDS): GcpProvider {
  const { organization, billingAccount, simulated } = access;
  let clients: Promise<GcpClients> | null = null;
  const open = async () => {
    clients ??= openClients(access);
    // A failure, such as of the start of a simulator, is tried again with the next call.
    clients.catch(() => (clients = null));
    return clients;
  };

  /** @throws {ProviderFailure} */
  const invoke = async <Value>(
    what: string,
    effect: CallEffect,
    call: (clients: GcpClients) => Calling<Value>,
  ): Promise<Value> => {
    refuseInTransaction('Google Cloud');
    try {
      return await within(callSeconds, call(await open()));
    } catch (error) {
      throw gcpFailure(what, error, effect);
    }
  };
  /** The same for what may not be there: Google does not say whether it is missing or somebody else's. */
  const lookUp = async <Value>(
    what: string,
    call: (clients: GcpClients) => Calling<Value>,
  ): Promise<Value | null> => {
    refuseInTransaction('Google Cloud');
    try {
      return await within(callSeconds, call(await open()));
    } catch (error) {
      const { status } = readError(error);
      if (status === 404 || status === 403) return null;
      throw gcpFailure(what, error, 'reads');
    }
  };

  return {
    reached: { simulated, place: simulated ? 'Simulator' : `organization ${organization}` },
    billingAccount,
    createProject: async ({ id, name, parent, labels }) => {
      const project = { projectId: id, displayName: name, parent, labels };
      const [begun] = await invoke('Google did not create the project', 'writes', (google) =>
        google.projects.createProject({ project }, ONCE),
      );
      if (begun.name) return { operation: begun.name };
      throw gcpFailure('Google did not create the project', new Error('it names no operation'), 'writes');
    },
    creation: async (name) => {
      const answered = await lookUp('Google did not tell how far the project is', (google) =>
        google.projects.operationsClient.getOperation({ name } as OperationRequest, ONCE),
      );
      if (!answered) return { state: 'forgotten' };
      const [{ done, error }] = answered;
      if (error)
        return { state: 'failed', code: STATUS[error.code ?? 2] ?? 'UNKNOWN', message: error.message ?? '' };
      return done ? { state: 'done' } : { state: 'running' };
    },
    project: async (id) => {
      const answered = await lookUp('Google did not tell of the project', (google) =>
        google.projects.getProject({ name: `projects/${id}` }, ONCE),
      );
      if (!answered) return null;
      const [{ projectId, name, displayName, parent, labels, state }] = answered;
      return {
        id: projectId ?? id,
        number: (name ?? '').replace('projects/', ''),
        name: displayName ?? '',
        parent: parent ?? '',
        labels: labels ?? {},
        active: state === 'ACTIVE',
      };
    },
    linkBilling: async (projectId) => {
      const name = `projects/${projectId}`;
      const projectBillingInfo = { billingAccountName: billingAccount };
      await invoke('Google did not link the billing account', 'writes', (google) =>
        google.billing.updateProjectBillingInfo({ name, projectBillingInfo }, ONCE),
      );
    },
    folder: async (id) => {
      const answered = await lookUp('Google did not tell of the folder', (google) =>
        google.folders.getFolder({ name: `folders/${id}` }, ONCE),
      );
      return answered && answered[0].state === 'ACTIVE' ? folderOf(answered[0]) : null;
    },
    folders: async () => {
      const found = [];
      let pageToken: string | undefined;
      do {
        const search = { query: 'state:ACTIVE', pageSize: PAGE_SIZE, ...(pageToken && { pageToken }) };
        const [page, , raw] = await invoke('Google did not tell its folders', 'reads', (google) =>
          google.folders.searchFolders(search, ONCE),
        );
        found.push(...page.map(folderOf));
        pageToken = raw?.nextPageToken ?? undefined;
      } while (pageToken);
      return found;
    },
    organizationName: async () => {
      const [{ displayName }] = await invoke('Google did not tell of the organization', 'reads', (google) =>
        google.organizations.getOrganization({ name: `organizations/${organization}` }, ONCE),
      );
      return displayName ?? organization;
    },
    isBillingOpen: async () => {
      const [account] = await invoke('Google did not tell of the billing account', 'reads', (google) =>
        google.billing.getBillingAccount({ name: billingAccount }, ONCE),
      );
      return account.open === true;
    },
    projects: () => assets(PROJECT, assetOf),
    machines: () => assets(INSTANCE, machineOf),
    bindings: () =>
      pages(
        'Google did not tell who may do what',
        ({ assets: client }, options) =>
          client.searchAllIamPoliciesAsync({ ...options, assetTypes: [PROJECT] }, { autoPaginate: false }),
        bindingsOf,
      ),
  };

  /** The assets of a type in Asset Inventory, a page at a time. */
  function assets<Item>(type: string, read: (found: Found) => Item): AsyncGenerator<Item[]> {
    return pages(
      'Google did not tell its inventory',
      ({ assets: client }, options) =>
        client.searchAllResourcesAsync({ ...options, assetTypes: [type] }, { autoPaginate: false }),
      (found) => [read(found as Found)],
    );
  }

  /** The results of a search, which come one by one, a page at a time. @param read the items of each */
  async function* pages<Result, Item>(
    what: string,
    search: (clients: GcpClients, options: { scope: string; pageSize: number }) => AsyncIterable<Result>,
    read: (found: Result) => Item[],
  ): AsyncGenerator<Item[]> {
    const options = { scope: `organizations/${organization}`, pageSize: PAGE_SIZE };
    let page: Item[] = [];
    try {
      for await (const found of search(await open(), options)) {
        page.push(...read(found));
        if (page.length < PAGE_SIZE) continue;
        yield page;
        page = [];
      }
    } catch (error) {
      throw gcpFailure(what, error, 'reads');
    }
    if (page.length > 0) yield page;
  }
}

/** Names of the codes that operations fail with. */
const STATUS: Record<number, string> = {
  3: 'INVALID_ARGUMENT',
  6: 'ALREADY_EXISTS',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
};

/** A resource as Asset Inventory lists it. */
interface Found {
  name?: string | null;
  displayName?: string | null;
  state?: string | null;
  location?: string | null;
  parentFullResourceName?: string | null;
  labels?: Record<string, string> | null;
  additionalAttributes?: { fields?: Record<string, { stringValue?: string | null }> | null } | null;
}

const last = (name: string | null | undefined) => (name ?? '').split('/').at(-1) ?? '';

const assetOf = ({ name, displayName, state, labels }: Found): GcpAsset => ({
  id: last(name),
  name: displayName ?? '',
  active: state === 'ACTIVE',
  labels: labels ?? {},
});

const machineOf = ({
  name,
  displayName,
  location,
  state,
  parentFullResourceName: parent,
  additionalAttributes,
}: Found): GcpMachine => ({
  id: name ?? '',
  name: displayName ?? '',
  project: /\/projects\/([^/\s]+)/.exec(`${parent ?? ''} ${name ?? ''}`)?.[1] ?? '',
  zone: location ?? '',
  type: last(additionalAttributes?.fields?.['machineType']?.stringValue),
  state: state ?? '',
});

/** The policy of a project as Asset Inventory lists it. */
interface PolicyResult {
  resource?: string | null;
  policy?: { bindings?: { role?: string | null; members?: string[] | null }[] | null } | null;
}

const bindingsOf = ({ resource, policy }: PolicyResult): GcpBinding[] =>
  (policy?.bindings ?? []).map(({ role, members }) => ({
    project: last(resource),
    role: role ?? '',
    members: members ?? [],
  }));

interface FoundFolder {
  name?: string | null;
  displayName?: string | null;
  parent?: string | null;
}

const folderOf = ({ name, displayName, parent }: FoundFolder) => ({
  id: last(name),
  name: displayName ?? '',
  parent: parent ?? '',
});

/** Gives a call up that is not answered in time. */
async function within<Value>(seconds: number, calling: Calling<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    calling.cancel?.();
    reject(new Error(`it did not answer within ${seconds} seconds`));
  }, seconds * 1000);
  try {
    return await Promise.race([calling, promise]);
  } finally {
    clearTimeout(timer);
  }
}
