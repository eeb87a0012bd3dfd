import { z } from 'zod';
import { adGroups, groupClouds } from '#resources/ad-groups.ts';
import { adPermissionSets } from '#resources/ad-permission-sets.ts';
import { defineCall, defineFileCall } from './call.ts';
import { moment, oneOrAll, queryFlag, XLSX_TYPE } from './shapes.ts';
import { job, OF_SOLE_JOB } from './work.ts';

/*
 * The directory as it was last read: when that was, its groups and permission sets in the form of the specification, and the
 * review of groups that lead nowhere. Moments are ISO 8601 in UTC.
 */

const OF_DIRECTORY = { tag: 'Active Directory', topic: 'jobs' } as const;

/** Has the directory and the clouds read. */
export const readDirectory = defineCall({
  ...OF_SOLE_JOB,
  ...OF_DIRECTORY,
  path: '/ad/sync',
  right: 'sync_directory',
  summary: 'Read the directory, and who may do what in the clouds',
  body: z.strictObject({
    accept_losses: z
      .boolean('must be true or false.')
      .default(false)
      .describe('Believes the directory where far more is gone than usual.'),
  }),
});

/** The records that a reading of the directory, or of a cloud, can lose. */
const LOSSES = ['people', 'groups', 'memberships', 'permission sets', 'assignments'] as const;

const loss = z.object({
  what: z.enum(LOSSES),
  cloud: z.string().optional().describe('Such as AWS; without it, the directory would have lost it'),
  there: z.int(),
  lost: z.int(),
  names: z.array(z.string()).describe('Of memberships and assignments, a group or somebody who loses many'),
});
/** The records that a reading would have lost. */
export type DirectoryLoss = z.output<typeof loss>;

const failure = z.object({
  at: moment,
  error: z.string().describe('What is wrong, and what to do'),
  losses: z
    .array(loss)
    .describe(
      'What would have been gone, where it was too much to believe: accept_losses believes it. `names` has the first.',
    ),
});
/** Why the directory was not read the last time. */
export type DirectoryFailure = z.output<typeof failure>;

/** How old the snapshot of the directory is. It lies among the jobs, since a job that ends has it fetched again. */
export const directoryState = defineCall({
  ...OF_DIRECTORY,
  method: 'GET',
  path: '/ad/state',
  right: 'signed_in',
  summary: 'Show when the directory was read, and from where',
  success: 'How old the snapshot is',
  data: z.object({
    read_at: moment
      .nullable()
      .describe('When the directory and all of the clouds were last read to their end; null: not yet.'),
    reading: job.nullable().describe('The job that reads it just now.'),
    failure: failure.nullable().describe('Of the last reading, where it failed and none is under way.'),
    simulated: z.boolean().describe('Whether the directory is simulated.'),
    place: z.string().nullable().describe('Which directory it is: a tenant, or the simulator.'),
    missing: z.string().nullable().describe('Why no directory can be read, and what to do.'),
    sources: z.array(
      z.object({ name: z.string().describe('directory, or a cloud'), read_at: moment.nullable() }),
    ),
  }),
});
export type DirectoryState = z.output<typeof directoryState.data>;

/** When the directory and the clouds were last read. */
export const readAt = moment
  .nullable()
  .describe('When the directory and the clouds were last read; null: never.');

const named = z.array(z.object({ name: z.string().describe('Name') }));
const namedRecord = z.object({ id: z.int(), name: z.string().describe('Name') });

const group = namedRecord.extend({
  external_id: z.string().describe('Object ID'),
  description: z.string().nullable(),
  email: z.string().nullable(),
  cloud: z.string().nullable().describe('aws, azure or gcp, by the beginning of the name.'),
  dormant: z.boolean().describe('It has no permission set.'),
  pim: z.boolean().describe('People get into it for a while, on request.'),
  dynamic: z.boolean().describe('A rule of the directory says who is in it.'),
  synced_elsewhere: z
    .boolean()
    .describe('It is kept in another directory or in Exchange, which alone changes it.'),
  member_count: z.int().describe('How many members it has.'),
  nested_group_count: z.int(),
  members: named.describe('People, those of nested groups included.'),
  owners: named,
  cloud_parents: z.array(
    z.object({
      name: z.string().describe('Name, or the id that the cloud has for it'),
      id: z.int().nullable().describe('The record; null where the inventory has none.'),
    }),
  ),
  ad_permission_set_id: z
    .int()
    .nullable()
    .describe(
      'What the group has itself, before what groups around it have; of several the first one by name.',
    ),
  permission_sets: z.array(namedRecord),
  gcp_ad_permission_set_mappings: z
    .record(z.string(), z.int())
    .describe(
      'By project, the id of the permission set there: what the group has itself, before what groups around it have; of several the first one by name.',
    ),
  created_at: moment,
  updated_at: moment,
  lock_version: z.int(),
});
/** A group of the directory in the form of the specification. */
export type SpecifiedGroup = z.output<typeof group>;

const GROUPS_OF = (cloud: string) => `Groups that lead into ${cloud}; without a value, or 1 or true.`;

/** The parameters of groups in the form of the specification, beside those of their list. */
export const groupParameters = z.strictObject({
  aws: queryFlag(GROUPS_OF('AWS')),
  azure: queryFlag(GROUPS_OF('Azure')),
  gcp: queryFlag(GROUPS_OF('Google Cloud')),
  first_members: queryFlag(
    'Of members only the first by name are returned, as a list shows them; member_count says how many there are.',
  ),
});

/** The groups of the directory in the form of the specification. */
export const specifiedGroups = defineCall({
  method: 'GET',
  path: '/ad/groups',
  right: { model: adGroups.name, action: 'read' },
  topic: adGroups.name,
  tag: adGroups.label[1],
  // The name that would follow from the path is that of the model's own list.
  operationId: 'getGroupsOfDirectory',
  summary: 'Directory groups with their people, cloud parents and permission sets',
  description:
    'Without a page the whole list comes. Several clouds list the groups of each of them. Filters, search and order are those of ' +
    'GET /api/ad_groups.',
  success: 'The groups by name',
  query: z.looseObject({}),
  checksQuery: 'handler',
  zoned: true,
  data: z.array(group),
  meta: z.object({
    total: z.int(),
    total_is: z
      .enum(['at_least'])
      .optional()
      .describe('There where more groups match than are counted; without it the total is exact.'),
    read_at: readAt,
    page: z.int().optional(),
    per_page: z.int().optional(),
  }),
});

const permissionSet = namedRecord.extend({
  arn: z.string().describe('ARN, or the id that the cloud has for it'),
  description: z.string().nullable(),
  duration: z.string().nullable().describe('A duration of ISO 8601, such as PT8H.'),
  managed_policy: z.array(z.object({ name: z.string().describe('Name'), arn: z.string().describe('ARN') })),
  inline_policy: z.string().nullable().describe('JSON as text.'),
  relay: z.string().nullable().describe('Where people get to when they sign in.'),
});

/** The permission sets in the form of the specification. */
export const specifiedSets = defineCall({
  method: 'GET',
  path: '/ad/permission_sets',
  right: { model: adPermissionSets.name, action: 'read' },
  topic: adPermissionSets.name,
  tag: adPermissionSets.label[1],
  operationId: 'getPermissionSetsOfDirectory',
  summary: 'All permission sets with their policies',
  success: 'The permission sets by name',
  data: z.array(permissionSet),
  meta: z.object({ total: z.int(), read_at: readAt }),
});

/** The workbook in which dormant groups are reviewed. */
export const accessReview = defineFileCall({
  method: 'GET',
  path: '/ad/access_review.xlsx',
  right: { model: adGroups.name, action: 'export' },
  weight: 'heavy',
  topic: adGroups.name,
  tag: adGroups.label[1],
  summary: 'Download the review of dormant groups as an Excel workbook',
  description:
    'Groups without a permission set, and groups that have some and nobody in them: owners, members, what they hold, ' +
    'when somebody last joined or left, why they are there, and empty columns for what a reviewer decides.',
  success: 'The workbook',
  query: z.strictObject({ cloud: oneOrAll(groupClouds).describe('Whose groups; all groups by default.') }),
  file: XLSX_TYPE,
});
