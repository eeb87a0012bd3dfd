import { z } from 'zod';
import { adoptionFields } from '#resources/account-adoption.ts';
import { adoptedParts } from './account-life.ts';
import { batchInFull, OF_BATCHES } from './batches.ts';
import { defineCall } from './call.ts';
import { fieldMembers } from './fields.ts';
import { asAWhole, flag, idGiven } from './shapes.ts';

/*
 * Many accounts that nobody requested are adopted at once: a batch, of which each is a deployment of its own.
 */

/** So many accounts are adopted at once. */
export const MOST_ADOPTED = 1000;
/** So many of them are checked with their clouds, no more: the preview has to be there soon. */
export const MOST_LOOKED = 100;

const IDS_WANTED = `must be a list of 1 to ${MOST_ADOPTED} ids.`;
const textOrNull = z.string().nullable();

const row = z.object({
  id: z.int().describe('The id of the cloud parent'),
  name: z.string(),
  identifier: z.string(),
  cost_center: textOrNull,
  owner: textOrNull,
  ...adoptedParts,
  problems: z.array(z.string()).describe('Why it is refused, a sentence each.'),
  looked: z
    .boolean()
    .describe(
      'Whether its cloud was called; where it was not, all its tags are named, and which it has is not known.',
    ),
});
/** What would become of one of the accounts. */
export type AdoptedRow = z.output<typeof row>;

const preview = z.object({
  data: z.object({
    rows: z.array(row),
    valid: z.int().describe('How many nothing stands against'),
    approval: z.boolean().describe('Whether somebody else than the requester decides about all of them'),
    told: z.array(z.string()).describe('The owners, who get one mail each.'),
    unchecked: textOrNull.describe('Why a cloud did not answer; null where each did.'),
  }),
});
/** What would become of all of them. */
export type AdoptionsPreview = z.output<typeof preview>['data'];

/** Adopts several accounts that nobody requested. */
export const adoptAccounts = defineCall({
  ...OF_BATCHES,
  method: 'POST',
  path: '/request_batches/adoption',
  summary: 'Adopt several accounts that nobody requested',
  description:
    'All get the values that are given; what is left out follows from the cost center of each, which is that of its record where none ' +
    'is given. Each becomes a cloud deployment that carries the batch: all of them in one transaction, or none. With dry_run ' +
    `nothing is done: 200 has each account, what changes, and what stands against it; the first ${MOST_LOOKED} are checked with their clouds. ` +
    'Where something stands against one of them, none is adopted, unless only_valid leaves these out.',
  success: 'They will be adopted',
  status: 202,
  refusals: [422],
  body: z.strictObject({
    ids: asAWhole(z.array(idGiven('')).min(1).max(MOST_ADOPTED), IDS_WANTED)
      .optional()
      .describe('The ids of the cloud parents.'),
    query: asAWhole(
      z.record(z.string(), z.string()),
      'must be an object of the parameters of the list, each a text.',
    )
      .optional()
      .describe('Or the parameters of their list, such as by_managed: all that match.'),
    ...fieldMembers(adoptionFields, 'create'),
    only_valid: flag.default(false).describe('Leave out what something stands against.'),
    dry_run: flag.default(false).describe('Do nothing, and answer what would be done.'),
  }),
  wrapper: 'request_batch',
  data: batchInFull,
  preview: { success: 'What would be done with each', answer: preview },
});
