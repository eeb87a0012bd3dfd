import * as z from 'zod/mini';

/*
 * Who gets where, as the API answers it: what the server presents, the web reads and the published OpenAPI tells is
 * derived from here. Each of these lists takes `q` (part of a name, an address or an id), `page` and `per_page`, always
 * comes in pages, and has `meta: { total, page, per_page, read_at }`, `read_at` being when the directory and the clouds
 * were last read; null: never. What is paged is named below.
 *
 * A `chain` leads from the group that somebody is in themselves through the groups that it is in to the group that is
 * meant: its last one. It is the shortest there is; where it has one group, they are in that group themselves.
 */

const told = (description: string) => z.string().check(z.meta({ description }));
const textOrNull = (description: string) => z.nullable(z.string()).check(z.meta({ description }));
const integer = (description?: string) =>
  z.number().check(z.meta({ type: 'integer', ...(description && { description }) }));

const groupName = z.object({ id: integer(), name: told('Name of the group') });
const chain = z.array(groupName).check(
  z.meta({
    description:
      'From the group that they are in themselves to the group that is meant. One: they are in it themselves.',
  }),
);

/** A group of the directory by its record and its name. */
export type GroupName = z.infer<typeof groupName>;

const personName = z.object({
  id: integer(),
  name: told('Name of the person'),
  email: textOrNull('Address'),
  user_principal_name: told('As what they sign in'),
  enabled: z.boolean().check(z.meta({ description: 'They may sign in' })),
  gone: z.boolean().check(z.meta({ description: 'The directory no longer has them' })),
});

/** A person of the directory as they are named beside groups and accounts. */
export type PersonName = z.infer<typeof personName>;

const accountName = z.object({
  identifier: told("The cloud's own id of it"),
  id: z.nullable(integer('The record of the cloud parent; null where the inventory has none')),
  name: textOrNull('Its name in the inventory'),
  provider_type: told('The cloud'),
  environment: textOrNull('Its environment in the inventory'),
  terminated: z.boolean().check(z.meta({ description: 'The inventory says that it is no more' })),
});

/** An account to which something leads. Clouds name accounts that the inventory may not have. */
export type AccountName = z.infer<typeof accountName>;

const permissionSetName = z.object({ id: integer(), name: told('Name of the permission set') });

/**
 * A row of `GET /api/ad_groups/{id}/members`: owners, then nested groups, then members, each by name. `by_role` (member,
 * owner or nested) tells some of them; `meta.counts` has how many there are of each.
 */
export const groupMemberShape = z.object({
  role: z.enum(['member', 'owner', 'nested']),
  id: integer('The record of the person; of a nested group, of the group'),
  name: told('Their name'),
  email: textOrNull('Address'),
  enabled: z.boolean(),
  gone: z.boolean(),
  chain: z.array(groupName).check(
    z.meta({
      description:
        'Through which groups within the group: empty where they are in it themselves, else from the one that they are in to the one that lies in the group.',
    }),
  ),
});
export type GroupMember = z.infer<typeof groupMemberShape>;

/** `meta.counts` of `GET /api/ad_groups/{id}/members`, whatever the filter: those of nested groups included. */
export const memberCountsShape = z.object({ member: integer(), owner: integer(), nested: integer() });
export type MemberCounts = z.infer<typeof memberCountsShape>;

/** `data` of `GET /api/ad_groups/{id}/access`: where the people of a group get. `accounts` is paged. */
export const groupAccessShape = z.object({
  group: groupName,
  parents: z
    .array(z.object({ chain }))
    .check(z.meta({ description: 'The groups that it lies in, at any depth: the last one of each chain.' })),
  accounts: z.array(
    z.object({
      account: accountName,
      permission_sets: z.array(
        z.object({
          ...permissionSetName.shape,
          through: z
            .array(integer())
            .check(
              z.meta({ description: 'The groups that have it there: this one, or some of its parents.' }),
            ),
        }),
      ),
    }),
  ),
});
export type GroupAccess = z.infer<typeof groupAccessShape>;

/**
 * `data` of `GET /api/ad_people/{id}/access`: every group somebody is in or owns, and the accounts
 * that they reach, which are paged.
 */
export const personAccessShape = z.object({
  person: personName,
  groups: z.array(
    z.object({
      ...groupName.shape,
      cloud: textOrNull('aws, azure or gcp'),
      dormant: z.boolean(),
      pim: z.boolean(),
      member: z.boolean().check(z.meta({ description: 'They are in it, themselves or through others' })),
      owner: z.boolean().check(z.meta({ description: 'They own it, which does not lead into accounts' })),
      chain,
    }),
  ),
  accounts: z.array(
    z.object({
      account: accountName,
      permission_sets: z.array(
        z.object({
          ...permissionSetName.shape,
          through: z
            .array(integer())
            .check(z.meta({ description: 'Ids of the groups, of `groups`, that have it there.' })),
          direct: z.boolean().check(z.meta({ description: 'They have it there themselves, too' })),
        }),
      ),
    }),
  ),
});
export type PersonAccess = z.infer<typeof personAccessShape>;

/** A row of `GET /api/cloud_parents/{id}/grants`: what a group or somebody by themselves has in an account, by permission set. */
export const accountGrantShape = z.object({
  permission_set: permissionSetName,
  group: z.nullable(z.object({ ...groupName.shape, people: integer('In it, nested groups included') })),
  person: z.nullable(personName),
});
export type AccountGrant = z.infer<typeof accountGrantShape>;

/**
 * `data` of `GET /api/cloud_parents/{id}/access`: all who reach an account by what groups and people have there. `people` is
 * paged; `by_permission_set` and `by_group` (ids) tell those alone who reach it so.
 */
export const accountAccessShape = z.object({
  account: accountName,
  people: z.array(
    z.object({
      ...personName.shape,
      grants: z.array(
        z.object({
          permission_set: permissionSetName,
          chain: z.array(groupName).check(
            z.meta({
              description:
                'From the group that they are in to the one that has the permission set; empty where they have it themselves.',
            }),
          ),
        }),
      ),
    }),
  ),
});
export type AccountAccess = z.infer<typeof accountAccessShape>;

/** So many accounts are told beside each who has a permission set; the whole of them is told by the group or the person. */
export const MOST_ACCOUNTS = 100;

/** A row of `GET /api/ad_permission_sets/{id}/access`: who has it where, groups first; the rows are paged. */
export const permissionSetAccessShape = z.object({
  group: z.nullable(z.object({ ...groupName.shape, people: integer('In it, nested groups included') })),
  person: z.nullable(personName),
  account_count: integer('In how many accounts'),
  accounts: z
    .array(accountName)
    .check(z.meta({ description: `The first ${MOST_ACCOUNTS} of them, by name.` })),
});
export type PermissionSetAccess = z.infer<typeof permissionSetAccessShape>;

/** JSON Schema of one of these, for the published OpenAPI. */
export function accessJsonSchema(shape: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _version, ...schema } = z.toJSONSchema(shape);
  return schema;
}
