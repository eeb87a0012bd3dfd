import type { SpecifiedGroup } from '#calls/directory.ts';
import type { ListSource, RecordRow } from '#web/data/queries.ts';
import type { Narrowed } from '#web/generic/narrowed.ts';

/** Lists that have an address of their own, beside that of every list: model → address. */
const OWN_ADDRESSES: Readonly<Record<string, string>> = {
  team_membership_tickets: '/auth/membership-requests',
  missing_report_tags: '/auth/missing-tags-report',
  customers: '/auth/customers',
};

const namesOf = (named: readonly { name: string }[]): string[] => named.map(({ name }) => name);

/** The groups of a cloud, as the specification has them; who is in them is counted in thousands. */
const groupSource = (cloud: string): ListSource => ({
  path: '/ad/groups',
  queryFor: ({ by_cloud: _cloud, ...query }) => ({ ...query, [cloud]: 1, first_members: 1 }),
  row: ({
    members,
    owners,
    cloud_parents: parents,
    permission_sets: sets,
    ...group
  }: SpecifiedGroup): RecordRow => ({
    ...group,
    first_members: members,
    owners: namesOf(owners),
    cloud_parents: namesOf(parents),
    permission_sets: namesOf(sets),
  }),
});

const groupsOf = (label: string, cloud: string) => ({
  model: 'ad_groups',
  // Groups that lead somewhere come first; the dormant ones are a switch away.
  narrowed: {
    label,
    only: { cloud },
    source: groupSource(cloud),
    unless: { dormant: 'false' },
    none: {
      title: 'No non-dormant groups',
      words:
        'Every directory group of this cloud is dormant: none has a permission set. Dormant above shows them.',
    },
  },
});

/** Addresses of parts of lists. */
const NARROWED: Readonly<Record<string, { model: string; narrowed: Narrowed }>> = {
  '/auth/active-directory/groups-aws': groupsOf('AWS AD Groups', 'aws'),
  '/auth/active-directory/groups-azure': groupsOf('Azure AD Groups', 'azure'),
  '/auth/active-directory/groups-gcp': groupsOf('GCP AD Groups', 'gcp'),
};

/** The addresses of parts of lists, each with what it is called. */
export const narrowedAddresses = (): { path: string; label: string }[] =>
  Object.entries(NARROWED).map(([path, { narrowed }]) => ({ path, label: narrowed.label }));

/** The address of the list of a model. */
export const listAddress = (model: string): string => OWN_ADDRESSES[model] ?? `/auth/view/${model}`;

/** The model whose list, or a part of it, has an address of its own; undefined for any other address. */
export const listedAt = (pathname: string): string | undefined =>
  NARROWED[pathname]?.model ?? Object.keys(OWN_ADDRESSES).find((model) => OWN_ADDRESSES[model] === pathname);

/** The part of a list at an address; undefined where all of it is there. */
export const narrowedAt = (pathname: string): Narrowed | undefined => NARROWED[pathname]?.narrowed;
