import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { roles, rolesUpTo, type Role } from '#kernel/rights.ts';

/** How long a token may last, in days. */
const LASTS = { '7': '7 days', '30': '30 days', '90': '90 days', '365': '1 year' } as const;
const days = Object.keys(LASTS);

/** The rights of each role, in a few words. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'See and download what is in one’s own name',
  viewer: 'See and download everything',
  editor: 'Also change reference data',
  operator: 'Also run the cloud factory, directory groups and billing',
  admin: 'Also see and end other people’s sessions, and revoke their API tokens',
};

const names = Object.fromEntries(roles.map((role) => [role, `${role}: ${ROLE_WORDS[role].toLowerCase()}`]));

/** The input of a new API token. The page collects it, and the server takes nothing else. */
export const newToken = {
  name: 'tokens',
  singular: 'api_token',
  /** @param most what the person is; a token goes no further */
  fieldsFor: (most: Role) => ({
    name: text('Name', { max: 100, hint: 'What it is for, such as the job that will use it.' }),
    role: choice('Role', rolesUpTo(most), {
      default: most === 'owner' ? most : 'viewer',
      names,
    }),
    days: choice('Runs Out After', days, {
      default: '90',
      names: LASTS,
      // JSON may have it as a number.
      aliases: Object.fromEntries(days.map((one) => [one, one])),
    }),
  }),
} as const;
