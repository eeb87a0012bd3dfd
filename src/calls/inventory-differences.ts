import { z } from 'zod';
import { cloudParents } from '#resources/cloud-parents.ts';
import { inventoryDifferences } from '#resources/inventory-differences.ts';
import { TAKES } from '#resources/inventory-repairs.ts';
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
