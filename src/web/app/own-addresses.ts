import type { Narrowed } from '#web/generic/narrowed.ts';

/** Lists that stand at an address of their own, beside that of every list: model → address. */
const OWN_ADDRESSES: Readonly<Record<string, string>> = {
  team_membership_tickets: '/auth/membership-requests',
  missing_report_tags: '/auth/missing-tags-report',
  customers: '/auth/customers',
};

const groupsOf = (label: string, cloud: string) => ({
  model: 'ad_groups',
  // Groups that lead somewhere come first; the dormant ones are a switch away.
  narrowed: {
    label,
    only: { cloud },
    unless: { dormant: 'false' },
    none: {
      title: 'No non-dormant groups',
      words:
        'Every directory group of this cloud is dormant: none has a permission set. Dormant above shows them.',
    },
  },
});

/** Addresses at which a part of a list stands. */
const NARROWED: Readonly<Record<string, { model: string; narrowed: Narrowed }>> = {
  '/auth/active-directory/groups-aws': groupsOf('AWS AD Groups', 'aws'),
  '/auth/active-directory/groups-azure': groupsOf('Azure AD Groups', 'azure'),
  '/auth/active-directory/groups-gcp': groupsOf('GCP AD Groups', 'gcp'),
};

/** The addresses at which a part of a list stands, each with what it is called. */
export const narrowedAddresses = (): { path: string; label: string }[] =>
  Object.entries(NARROWED).map(([path, { narrowed }]) => ({ path, label: narrowed.label }));

/** Where the list of a model stands. */
export const listAddress = (model: string): string => OWN_ADDRESSES[model] ?? `/auth/view/${model}`;

/** The model whose list, or a part of it, stands at an address of its own; undefined for any other address. */
export const listedAt = (pathname: string): string | undefined =>
  NARROWED[pathname]?.model ?? Object.keys(OWN_ADDRESSES).find((model) => OWN_ADDRESSES[model] === pathname);

/** The part of a list that stands at an address; undefined where all of it does. */
export const narrowedAt = (pathname: string): Narrowed | undefined => NARROWED[pathname]?.narrowed;
