import { z } from 'zod';
import { MOST_USERS } from '#kernel/directory/user-list.ts';
import { grouped } from '#kernel/written.ts';
import { adGroups } from '#resources/ad-groups.ts';
import { spincoSgChanges, userStates, type SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { defineCall, type AnswerOf } from './call.ts';
import { idOf, moment, oneOrAll, pageMembers, pageMeta, searchText } from './shapes.ts';
import { recordOf } from './records.ts';
import { job } from './work.ts';

/*
 * Spin-off security groups: which may be changed, changes of their members, and what became of each user.
 */

const OF_GROUPS = { tag: 'Security Groups', topic: adGroups.name } as const;

const changeable = z.object({
  id: z.int().describe('Of the record of the group as it was last read'),
  name: z.string().describe('Name'),
  description: z.string().nullable(),
  member_count: z.int().describe('People in it, those of nested groups included'),
  dynamic: z.boolean().describe('A rule of the directory says who is in it'),
  synced_elsewhere: z.boolean().describe('Another directory or Exchange alone changes it'),
  refused: z.string().nullable().describe('Why its members cannot be changed here, with where they can'),
});
/** A group whose members may be changed, or are refused to be. */
export type ChangeableGroup = z.output<typeof changeable>;

/** The groups whose members may be changed, by name. */
export const listChangeable = defineCall({
  ...OF_GROUPS,
  method: 'GET',
  path: '/spinco_sgs',
  right: 'signed_in',
  summary: 'List the security groups whose members may be changed here',
  success: 'By name',
  query: z.strictObject({ q: searchText.describe('Part of a name or a description'), ...pageMembers }),
  data: z.array(changeable),
  meta: pageMeta.extend({
    prefixes: z.array(z.string()).describe('With what the names of groups begin that may be changed'),
    read_at: moment.nullable().describe('When the directory was last read; null: never'),
    simulated: z.boolean().describe('Whether nothing is changed outside of the portal'),
    missing: z.string().nullable().describe('Why nothing can be changed at all'),
  }),
});
export type ChangeableMeta = AnswerOf<typeof listChangeable>['meta'];

const changedUser = z.object({
  user: z.string().describe('As it was given: an address or a user principal name'),
  name: z.string().nullable().describe('Of the directory; null until it was looked up'),
  state: z.enum(userStates),
  message: z.string().nullable().describe('Why it failed'),
});
/** One user of a change of a security group. */
export type ChangedUser = z.output<typeof changedUser>;

/** The result of each user, in the order in which they were given. */
export const listChangedUsers = defineCall({
  method: 'GET',
  path: '/spinco_sg_changes/:id/users',
  right: { model: spincoSgChanges.name, action: 'read' },
  tag: OF_GROUPS.tag,
  topic: spincoSgChanges.name,
  summary: 'List what became of each user of a change of a security group',
  success: 'In the order in which they were given',
  refusals: [404],
  params: z.strictObject({ id: idOf(spincoSgChanges.label[0]).describe('The id of the change.') }),
  query: z.strictObject({ by_state: oneOrAll(userStates), ...pageMembers }),
  data: z.array(changedUser),
  meta: pageMeta,
});

const previewedUser = z.object({
  user: z.string().describe('As it was given'),
  name: z.string().nullable().describe('Of the directory; null where it does not know them'),
  enabled: z.boolean().describe('They may sign in'),
  member: z.boolean().describe('They are in the group already, as it was last read'),
  problem: z.string().nullable().describe('Why they cannot be added or removed'),
});
/** Somebody whom a change would be about. */
export type PreviewedUser = z.output<typeof previewedUser>;

const preview = z.object({
  users: z.array(previewedUser),
  errors: z.array(
    z.object({
      field: z.string().describe('Its name in the body'),
      message: z.string().describe('What is wrong'),
    }),
  ),
});
/** The preview of a change, with all of its errors so far. */
export type ChangePreview = z.output<typeof preview>;

const groupChange = recordOf(spincoSgChanges) as unknown as z.ZodType<SpincoSgChange>;
/** A change of the members of a group, as its record has it. */
export type GroupChange = z.output<typeof groupChange>;

const begun = z.object({ spinco_sg_change: groupChange, job });

export const LONGEST_GROUP = 256;

/**
 * The input that the server checks together with the directory, so that all errors are named at once, and a preview is
 * possible of what is not complete yet.
 */
const body = z.looseObject({
  securityGroupName: z.string().min(1).max(LONGEST_GROUP).describe('The name of the group.'),
  users: z
    .string()
    .min(1)
    .describe(`Addresses or user principal names, separated by semicolons; ${grouped(MOST_USERS)} at most.`),
  dry_run: z.boolean().optional().describe('true: nothing is changed; whom it would be about is answered.'),
});

const CHANGE = {
  ...OF_GROUPS,
  method: 'POST',
  right: 'change_directory_groups',
  description:
    'Every user is looked up before anything is changed. Answers 202 with the change and its job; follow it at ' +
    '/api/spinco_sg_changes/{id}, and what became of each user at /api/spinco_sg_changes/{id}/users. ' +
    'With dry_run nothing is changed: 200 has whom it would be about, and everything that is wrong so far.',
  success: 'It is being changed',
  status: 202,
  refusals: [409, 422],
  wrapper: 'spinco_sg',
  body,
  checksBody: 'handler',
  data: begun,
  preview: { success: 'Whom it would be about', answer: z.object({ data: preview }) },
} as const;

/** Adds and removes users, by what is done. */
export const changeUsers = {
  add: defineCall({
    ...CHANGE,
    path: '/spinco_sgs/add',
    summary: 'Add users to a spin-off security group',
  }),
  remove: defineCall({
    ...CHANGE,
    path: '/spinco_sgs/remove',
    summary: 'Remove users from a spin-off security group',
  }),
} satisfies Record<GroupChange['deed'], unknown>;
