import { z } from 'zod';
import { cloudParents } from '#resources/cloud-parents.ts';
import { inventoryDifferences } from '#resources/inventory-differences.ts';
import { TAKES } from '#resources/inventory-repairs.ts';
import { differenceIds, whyGiven } from './account-change.ts';
import { defineCall } from './call.ts';
import { recordOf } from './records.ts';
import { oneOf } from './shapes.ts';

/*
 * What becomes of differences between the inventory, the survey and the providers.
 */

const { name, label } = inventoryDifferences;
const OF_DIFFERENCE = {
  tag: label[1],
  topic: name,
  method: 'POST',
  right: { model: name, action: 'update' },
  success: 'The cloud parent',
  refusals: [404, 409, 422],
  params: z.strictObject({ id: z.string().describe('The id of the difference.') }),
  wrapper: [inventoryDifferences.singular, name],
  data: recordOf(cloudParents),
} as const;

/** Brings an account to what is taken. */
export const repairDifference = defineCall({
  ...OF_DIFFERENCE,
  path: `/${name}/:id/repair`,
  summary: 'Bring the Cloud Parent to what the survey or the provider says, or manage it',
  body: z.strictObject({ take: oneOf(TAKES) }),
});

/** Undoes that. */
export const takeRepairBack = defineCall({
  ...OF_DIFFERENCE,
  path: `/${name}/:id/take_back`,
  summary: 'Give the Cloud Parent back what it said before it was repaired',
  body: z.strictObject({
    lock_version: z
      .int('must be a whole number.')
      .describe('That of the cloud parent since it was repaired.'),
  }),
});

const taken = z.object({
  cloud_parent_id: z.int(),
  account: z.string(),
  label: z.string().describe('The name of the field.'),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
/** What changes on the record of an account. */
export type TakenDifference = z.output<typeof taken>;

/** Brings the inventory to what the clouds say. */
export const takeDifferencesOver = defineCall({
  tag: label[1],
  topic: name,
  method: 'POST',
  path: `/${name}/take_over`,
  right: { model: name, action: 'update' },
  summary: 'Bring the inventory to what the clouds say, several differences at once',
  description: 'All of them or none. With dry_run nothing is done: 200 has what would change.',
  success: 'What was changed',
  refusals: [409, 422],
  body: z.strictObject({ ids: differenceIds, ...whyGiven }),
  data: z.array(taken),
  preview: { success: 'What would change', answer: z.object({ data: z.array(taken) }) },
});
