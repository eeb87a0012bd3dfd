import { z } from 'zod';
import { clouds } from '#kernel/cloud/cloud-request.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { defineCall } from './call.ts';
import { OF_SOLE_JOB } from './work.ts';

/*
 * The clouds that the portal talks to, what there is to choose from in them, and how they are read into the inventory.
 */

const OF_CLOUDS = { method: 'GET', right: 'signed_in', topic: 'clouds', tag: 'Cloud Factory' } as const;

const cloud = z.object({
  cloud: z.enum(clouds),
  simulated: z.boolean().describe('Whether nothing is made outside of the portal.'),
  name: z
    .string()
    .nullable()
    .describe('The organization or tenant in which accounts are made, as people know it, or Simulator.'),
  refused: z.string().nullable().describe('Why nothing can be requested there, with what to do.'),
  approvals: z.array(
    z.string().describe('A kind of request of which somebody else than the requester decides'),
  ),
});
/** The service that the portal calls for a cloud. */
export type CloudStatus = z.output<typeof cloud>;

/** The clouds, as this portal is set to talk to them. */
export const listClouds = defineCall({
  ...OF_CLOUDS,
  path: '/clouds',
  summary: 'List the clouds that the portal is connected to',
  success: 'The clouds',
  data: z.array(cloud),
});

const groupChoices = z.object({
  id: z.string().describe('The id of the management group, for group_id'),
  name: z.string().describe('What people call it'),
  label: z.string().describe('The groups that it lies in, and its own name'),
  options: z.array(
    z.object({
      value: z.string().describe('The id of a group that lies directly in it'),
      label: z.string().describe('Its name'),
    }),
  ),
});
/** A management group of Azure, with those that lie in it as choices of a form. */
export type GroupChoices = z.output<typeof groupChoices>;

/** The management groups that subscriptions may lie in. */
export const listManagementGroups = defineCall({
  ...OF_CLOUDS,
  path: '/azure-groups',
  summary: 'List the management groups of Azure',
  description:
    'Each with the groups that lie in it as choices for a form. Kept for a minute. 503 with a sentence where Azure cannot be called.',
  success: 'The management groups',
  data: z.array(groupChoices),
});

const folderChoices = z.object({
  label: z.string().describe('A folder that lies directly in the organization'),
  options: z.array(
    z.object({
      value: z.string().describe('The id of a folder, for folder_id'),
      label: z.string().describe('Its path from there on, such as Production / Shop'),
    }),
  ),
});
/** The folders below a folder of the organization, that one first, as choices of a form. */
export type FolderChoices = z.output<typeof folderChoices>;

/** The folders that projects may be made in, by those that lie directly in the organization. */
export const listFolders = defineCall({
  ...OF_CLOUDS,
  path: '/gcp-folders',
  summary: 'List the folders of Google Cloud',
  description: 'Kept for a minute. 503 with a sentence where Google cannot be called.',
  success: 'Groups of folders',
  data: z.array(folderChoices),
});

const regionChoices = z.object({
  label: z.string().describe('Whether every account has these regions, or only those that ask for them'),
  options: z.array(
    z.object({
      value: z.string().describe('The code of a region, for regions'),
      label: z.string().describe('The same'),
    }),
  ),
});
/** Regions of AWS, as choices of a form. */
export type RegionChoices = z.output<typeof regionChoices>;

/** The regions that an account may use. */
export const listRegions = defineCall({
  ...OF_CLOUDS,
  path: '/aws-regions',
  summary: 'List the regions of AWS',
  description: 'Kept for a minute. 503 with a sentence where AWS cannot be called.',
  success: 'Groups of regions',
  data: z.array(regionChoices),
});

/** Reads all clouds into the inventory. */
export const syncInventory = defineCall({
  ...OF_SOLE_JOB,
  path: `/${cloudParents.name}/sync`,
  right: 'sync_inventory',
  tag: cloudParents.label[1],
  summary: 'Read accounts and virtual machines of all clouds into the inventory',
  wrapper: cloudParents.singular,
});
