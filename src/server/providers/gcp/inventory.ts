import type { GcpCalls } from './calls.ts';
import type { GcpAsset, GcpBinding, GcpMachine, GcpProvider } from './interface.ts';

const PROJECT = 'cloudresourcemanager.googleapis.com/Project';
const FOLDER = 'cloudresourcemanager.googleapis.com/Folder';
const ORGANIZATION = 'cloudresourcemanager.googleapis.com/Organization';
const INSTANCE = 'compute.googleapis.com/Instance';

/** What there is below the organization, and who may do what there, as Cloud Asset Inventory lists it. */
export const gcpInventory = (calls: GcpCalls): Pick<GcpProvider, 'projects' | 'machines' | 'bindings'> => ({
  projects: () => assets(calls, PROJECT, assetOf),
  machines: () => assets(calls, INSTANCE, machineOf),
  bindings: () =>
    calls.pages(
      'Google did not return who may do what',
      ({ assets: client }, options) =>
        client.searchAllIamPoliciesAsync(
          { ...options, assetTypes: [ORGANIZATION, FOLDER, PROJECT] },
          { autoPaginate: false },
        ),
      bindingsOf,
    ),
});

/** The assets of a type, a page at a time. */
const assets = <Item>(calls: GcpCalls, type: string, read: (found: Found) => Item): AsyncGenerator<Item[]> =>
  calls.pages(
    'Google did not return its inventory',
    ({ assets: client }, options) =>
      client.searchAllResourcesAsync({ ...options, assetTypes: [type] }, { autoPaginate: false }),
    (found) => [read(found as Found)],
  );

/** A resource as Asset Inventory lists it. */
interface Found {
  name?: string | null;
  displayName?: string | null;
  state?: string | null;
  location?: string | null;
  /** `projects/…` by number. */
  project?: string | null;
  folders?: string[] | null;
  parentFullResourceName?: string | null;
  labels?: Record<string, string> | null;
  additionalAttributes?: { fields?: Record<string, { stringValue?: string | null }> | null } | null;
}

const last = (name: string | null | undefined) => (name ?? '').split('/').at(-1) ?? '';
const attribute = ({ additionalAttributes: attributes }: Found, name: string) =>
  attributes?.fields?.[name]?.stringValue ?? null;

/** Its name has its id or its number, as the asset was found. */
const assetOf = (found: Found): GcpAsset => ({
  id: attribute(found, 'projectId') ?? last(found.name),
  number: last(found.project),
  name: found.displayName ?? '',
  active: found.state === 'ACTIVE',
  labels: found.labels ?? {},
  folders: found.folders ?? [],
  parent: (found.parentFullResourceName ?? '').split('/').slice(-2).join('/'),
});

const machineOf = (found: Found): GcpMachine => ({
  id: found.name ?? '',
  name: found.displayName ?? '',
  project:
    /\/projects\/([^/\s]+)/.exec(`${found.parentFullResourceName ?? ''} ${found.name ?? ''}`)?.[1] ?? '',
  zone: found.location ?? '',
  type: last(attribute(found, 'machineType')),
  state: found.state ?? '',
});

/** A policy as Asset Inventory lists it. */
interface PolicyResult {
  /** Such as `//cloudresourcemanager.googleapis.com/folders/123`. */
  resource?: string | null;
  policy?: { bindings?: { role?: string | null; members?: string[] | null }[] | null } | null;
}

const bindingsOf = ({ resource, policy }: PolicyResult): GcpBinding[] =>
  (policy?.bindings ?? []).map(({ role, members }) => ({
    scope: (resource ?? '').split('/').slice(-2).join('/'),
    role: role ?? '',
    members: members ?? [],
  }));
