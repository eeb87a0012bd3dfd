import { z } from 'zod';
import type { Resource } from '#kernel/resource.ts';
import { adGroups } from '#resources/ad-groups.ts';
import { adPeople } from '#resources/ad-people.ts';
import { adPermissionSets } from '#resources/ad-permission-sets.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { defineCall } from './call.ts';
import { readAt } from './directory.ts';
import { idOf, oneOrAll, pageMembers, pageMeta, searchText, wholeNumber } from './shapes.ts';

/*
 * Who gets where. Each of these lists takes a part of a name, an address or an id, and comes in pages; what is paged is named
 * below.
 *
 * A `chain` leads from the group that somebody is in themselves through the groups that it is in to the group that is
 * meant: its last one. It is the shortest there is; where it has one group, they are in that group themselves.
 */

const LARGEST_ID = 2_147_483_647;

/** The members of each call about a record of a model. */
const about = ({ name, label: [one, many], noun: [noun] }: Pick<Resource, 'name' | 'label' | 'noun'>) =>
  ({
    method: 'GET',
    right: { model: name, action: 'read' },
    topic: name,
    tag: many,
    success: 'A page of them',
    refusals: [404],
    params: z.strictObject({ id: idOf(one).describe(`The id of the ${noun}.`) }),
  }) as const;

/** The query of such a list. */
const listMembers = {
  q: searchText.describe('Part of a name, an address or an id.'),
  ...pageMembers,
};
const query = z.strictObject(listMembers);
export type ListQuery = z.output<typeof query>;

const meta = pageMeta.extend({ read_at: readAt });

const nameOf = (what: string) => z.object({ id: z.int(), name: z.string().describe(`Name of the ${what}`) });

const groupName = nameOf('group');
/** A group of the directory by its record and its name. */
export type GroupName = z.output<typeof groupName>;

const chain = z
  .array(groupName)
  .describe(
    'From the group that they are in themselves to the group that is meant. One: they are in it themselves.',
  );

const personName = nameOf('person').extend({
  email: z.string().nullable().describe('Address'),
  user_principal_name: z.string().describe('As what they sign in'),
  enabled: z.boolean().describe('They may sign in'),
  gone: z.boolean().describe('The directory no longer has them'),
});
/** A person of the directory as they are named beside groups and accounts. */
export type PersonName = z.output<typeof personName>;

const accountName = z.object({
  identifier: z.string().describe("The cloud's own id of it"),
  id: z.int().nullable().describe('The record of the cloud parent; null where the inventory has none'),
  name: z.string().nullable().describe('Its name in the inventory'),
  provider_type: z.string().describe('The cloud'),
  environment: z.string().nullable().describe('Its environment in the inventory'),
  terminated: z.boolean().describe('The inventory says that it is no more'),
});
/** An account to which something leads. Clouds name accounts that the inventory may not have. */
export type AccountName = z.output<typeof accountName>;

const setName = nameOf('permission set');
const peopleIn = z.int().describe('In it, nested groups included');

const member = z.object({
  role: z.enum(['member', 'owner', 'nested']),
  id: z.int().describe('The record of the person; of a nested group, of the group'),
  name: z.string().describe('Their name'),
  email: z.string().nullable().describe('Address'),
  enabled: z.boolean(),
  gone: z.boolean(),
  chain: z
    .array(groupName)
    .describe(
      'Through which groups within the group: empty where they are in it themselves, else from the one that they are in to the one that lies in the group.',
    ),
});
/** Somebody or something in a group. */
export type GroupMember = z.output<typeof member>;

const counts = z
  .object({ member: z.int(), owner: z.int(), nested: z.int() })
  .describe('How many there are of each, whatever the filter: those of nested groups included.');
export type MemberCounts = z.output<typeof counts>;

/** Who and what is in a group: owners, then nested groups, then members, each by name. */
export const membersOfGroup = defineCall({
  ...about(adGroups),
  path: '/ad_groups/:id/members',
  summary: 'A page of who is in a group: owners, nested groups, and people, those of nested groups included',
  query: z.strictObject({ ...listMembers, by_role: oneOrAll(member.shape.role.options) }),
  data: z.array(member),
  meta: meta.extend({ counts }),
});

/** Where the people of a group get. `accounts` is paged. */
export const reachOfGroup = defineCall({
  ...about(adGroups),
  path: '/ad_groups/:id/access',
  summary: 'The groups that a group lies in, and a page of the accounts that its people reach',
  query,
  data: z.object({
    group: groupName,
    parents: z
      .array(z.object({ chain }))
      .describe('The groups that it lies in, at any depth: the last one of each chain.'),
    accounts: z.array(
      z.object({
        account: accountName,
        permission_sets: z.array(
          setName.extend({
            through: z
              .array(z.int())
              .describe('The groups that have it there: this one, or some of its parents.'),
          }),
        ),
      }),
    ),
  }),
  meta,
});
export type GroupAccess = z.output<typeof reachOfGroup.data>;

/** Every group that somebody is in or owns, and the accounts that they reach, which are paged. */
export const reachOfPerson = defineCall({
  ...about(adPeople),
  path: '/ad_people/:id/access',
  summary: 'Every group that somebody is in, and a page of the accounts that they reach',
  query,
  data: z.object({
    person: personName,
    groups: z.array(
      groupName.extend({
        cloud: z.string().nullable().describe('aws, azure or gcp'),
        dormant: z.boolean(),
        pim: z.boolean(),
        member: z.boolean().describe('They are in it, themselves or through others'),
        owner: z.boolean().describe('They own it, which does not lead into accounts'),
        chain,
      }),
    ),
    accounts: z.array(
      z.object({
        account: accountName,
        permission_sets: z.array(
          setName.extend({
            through: z.array(z.int()).describe('Ids of the groups, of `groups`, that have it there.'),
            direct: z.boolean().describe('They have it there themselves, too'),
          }),
        ),
      }),
    ),
  }),
  meta,
});
export type PersonAccess = z.output<typeof reachOfPerson.data>;

const grant = z.object({
  permission_set: setName,
  group: groupName.extend({ people: peopleIn }).nullable(),
  person: personName.nullable(),
});
/** The access of a group or a single person in an account. */
export type AccountGrant = z.output<typeof grant>;

/** The access of groups and people in an account, by permission set. */
export const grantsInAccount = defineCall({
  ...about(cloudParents),
  path: '/cloud_parents/:id/grants',
  summary: 'A page of what groups and people have in an account',
  query,
  data: z.array(grant),
  meta,
});

/** All who reach an account by what groups and people have there. `people` is paged. */
export const reachOfAccount = defineCall({
  ...about(cloudParents),
  path: '/cloud_parents/:id/access',
  summary: 'A page of the people who reach an account, and how',
  query: z.strictObject({
    ...listMembers,
    by_permission_set: wholeNumber(LARGEST_ID)
      .optional()
      .describe('Those alone who reach it by this permission set.'),
    by_group: wholeNumber(LARGEST_ID)
      .optional()
      .describe('Those alone who reach it by this group, which has something there.'),
  }),
  data: z.object({
    account: accountName,
    people: z.array(
      personName.extend({
        grants: z.array(
          z.object({
            permission_set: setName,
            chain: z
              .array(groupName)
              .describe(
                'From the group that they are in to the one that has the permission set; empty where they have it themselves.',
              ),
          }),
        ),
      }),
    ),
  }),
  meta,
});

/** So many accounts are listed beside each who has a permission set; the group or the person has all of them. */
export const MOST_ACCOUNTS = 100;

const holder = z.object({
  group: groupName.extend({ people: peopleIn }).nullable(),
  person: personName.nullable(),
  account_count: z.int().describe('In how many accounts'),
  accounts: z.array(accountName).describe(`The first ${MOST_ACCOUNTS} of them, by name.`),
});
/** Who has a permission set, and where. */
export type PermissionSetAccess = z.output<typeof holder>;

/** Who has a permission set and where, groups first. */
export const holdersOfSet = defineCall({
  ...about(adPermissionSets),
  path: '/ad_permission_sets/:id/access',
  summary: 'A page of who has a permission set, and in which accounts',
  query,
  data: z.array(holder),
  meta,
});
