import { z } from 'zod';
import { MOST_WRITTEN } from '#resources/account-life.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { inventoryDifferences } from '#resources/inventory-differences.ts';
import { ofPreview, whatChanges, whoAndHow } from './account-life.ts';
import { defineCall } from './call.ts';
import { fieldGiven } from './fields.ts';
import { recordOf } from './records.ts';
import { flag, idOf, textGiven } from './shapes.ts';

/*
 * What is changed in the cloud of an account that is there: where it lies, and its tags.
 */

const LONGEST_PLACE = 2000;
const ofOne = { id: idOf(cloudParents.label[0]) };
const OF_ACCOUNT = {
  tag: 'Cloud Factory',
  topic: cloudDeployments.name,
  right: 'run_factory',
  params: z.strictObject(ofOne),
} as const;
const FOLLOWED =
  'Answers 202 with the deployment that does it; follow it at /api/cloud_deployments/{id}. With dry_run nothing is done: 200 has what ' +
  'would be, and what stands against it.';

/** The reason of a change, without which there can only be a preview. */
export const whyGiven = {
  reason: fieldGiven('reason', longText('Reason', { max: 2000, optional: true })).describe(
    'Why; the history, the line of time and the mails have it. Only a preview needs none.',
  ),
  dry_run: flag.default(false),
};

/** An organizational unit, a management group or a folder. */
const place = z.object({
  id: z.string().describe('As its cloud knows it'),
  path: z.string().describe('Its name with those above it, such as Workloads / Test'),
});

const places = z.object({
  called: z.string().describe('What its cloud calls such a place, such as organizational unit'),
  now: place.nullable().describe('Where it lies in its cloud; null where that is not known.'),
  places: z.array(place).describe('Where it may be moved to, by their paths'),
});
/** Where an account lies, and where else it may. */
export type AccountPlaces = z.output<typeof places>;

/** The places that an account may be moved to. */
export const listAccountPlaces = defineCall({
  ...OF_ACCOUNT,
  method: 'GET',
  path: '/cloud_parents/:id/places',
  summary: 'List the organizational units, management groups or folders that an account may be moved to',
  description: '503 with a sentence where its cloud does not answer.',
  success: 'The places of its cloud',
  refusals: [404, 409],
  data: places,
});

const change = z.object({
  data: z.object({
    ...whatChanges,
    from: z
      .string()
      .nullable()
      .describe('Where it lies in its cloud; null where that is not known, or nothing is moved.'),
    to: z.string().nullable().describe('Where it is moved to; null where nothing is moved.'),
    effects: z.array(z.string()).describe('What holds for it from then on: a sentence each.'),
    ...whoAndHow,
  }),
  meta: ofPreview,
});
/** What would change where an account is moved, or its tags are written. */
export type ChangePreview = z.output<typeof change>['data'];

const OF_CHANGE = {
  ...OF_ACCOUNT,
  method: 'POST',
  status: 202,
  refusals: [404, 409, 422],
  data: z.object({ cloud_deployment: recordOf(cloudDeployments) }),
  preview: { success: 'What would be done', answer: change },
} as const;

/** Moves an account to another place of its cloud. */
export const moveAccount = defineCall({
  ...OF_CHANGE,
  path: '/cloud_parents/:id/move',
  summary: 'Move an account to another organizational unit, management group or folder',
  description: `Its record has the new place once its cloud shows it. ${FOLLOWED}`,
  success: 'It will be moved',
  body: z.strictObject({
    place: textGiven(LONGEST_PLACE).describe(
      'The id of the place, or its path, whatever the case of its letters.',
    ),
    ...whyGiven,
  }),
});

/** Writes what the record of an account says of owner, cost center and units to its tags. */
export const tagAccount = defineCall({
  ...OF_CHANGE,
  path: '/cloud_parents/:id/tags',
  summary: 'Write owner, cost center and units of an account to its tags',
  description: `For an account that was requested or adopted. Other tags stay as they are. ${FOLLOWED}`,
  success: 'They will be written',
  body: z.strictObject(whyGiven),
});

const written = z.object({
  cloud_parent_id: z.int(),
  account: z.string(),
  deed: z.enum(['move', 'tag']),
  what: z.string().describe('Such as Move from Test to Production.'),
  problem: z.string().nullable().describe('Why it is not done; null where it is.'),
});
/** What is done in the cloud about the differences of one account. */
export type WrittenDifference = z.output<typeof written>;

const IDS_WANTED = `must be the ids of differences, 1 to ${MOST_WRITTEN} of them.`;
/** The differences that are repaired at once. */
export const differenceIds = z
  .array(z.string(IDS_WANTED), IDS_WANTED)
  .min(1, IDS_WANTED)
  .max(MOST_WRITTEN, IDS_WANTED)
  .describe('The ids of the differences.');

/** Brings clouds to what the inventory says. */
export const writeDifferences = defineCall({
  tag: inventoryDifferences.label[1],
  topic: inventoryDifferences.name,
  method: 'POST',
  path: `/${inventoryDifferences.name}/write`,
  right: 'run_factory',
  weight: 'limited',
  summary: 'Bring the clouds to what the inventory says: move accounts, and write their tags',
  description:
    'Answers 202 with a deployment for each account that is moved or gets its tags; one that cannot be is left out, with the reason. ' +
    'With dry_run nothing is done: 200 has what would be.',
  success: 'What will be done',
  status: 202,
  refusals: [409, 422],
  body: z.strictObject({
    ids: differenceIds,
    ...whyGiven,
  }),
  data: z.array(written.extend({ deployment: z.int().nullable() })),
  preview: { success: 'What would be done', answer: z.object({ data: z.array(written) }) },
});
