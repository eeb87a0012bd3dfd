/** Lists that stand at an address of their own, beside that of every list: model → address. */
const OWN_ADDRESSES: Readonly<Record<string, string>> = {
  team_membership_tickets: '/auth/membership-requests',
  missing_report_tags: '/auth/missing-tags-report',
  customers: '/auth/customers',
};

/** Where the list of a model stands. */
export const listAddress = (model: string): string => OWN_ADDRESSES[model] ?? `/auth/view/${model}`;

/** The model whose list stands at an address of its own; undefined for any other address. */
export const listedAt = (pathname: string): string | undefined =>
  Object.keys(OWN_ADDRESSES).find((model) => OWN_ADDRESSES[model] === pathname);
