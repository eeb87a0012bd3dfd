import { z } from 'zod';
import { MAX_ID } from '#kernel/ids.ts';
import { driftFindings } from '#resources/drift-findings.ts';
import { DRIFT_FIELDS, DRIFT_TAKES, MOST_HANDED_OVER, type DriftModel } from '#resources/drift-repairs.ts';
import { defineCall } from './call.ts';
import { oneOf } from './shapes.ts';

/*
 * Repairs of what nobody answers for any more: record by record, everything of a person, and back.
 */

const ADDRESS = 254;
const OF_DRIFT = { topic: driftFindings.name, tag: driftFindings.label[1] } as const;
const CHANGE = {
  ...OF_DRIFT,
  method: 'POST',
  right: { model: driftFindings.name, action: 'update' },
  success: 'What was changed',
  refusals: [409, 422],
} as const;

const RECORDS_WANTED = `must be those that a repair answered, 1 to ${MOST_HANDED_OVER} of them.`;
const NUMBER_WANTED = 'must be the number that a repair answered.';
const number = z.int(NUMBER_WANTED).min(1, NUMBER_WANTED).max(MAX_ID, NUMBER_WANTED);

const changed = z.object({
  model: oneOf(Object.keys(DRIFT_FIELDS) as DriftModel[]),
  id: number,
  lock_version: number.describe('Since it was changed; it is needed to take that back.'),
});
/** A record that was changed, as it is needed to take that back. */
export type DriftChanged = z.output<typeof changed>;

const records = z.object({ records: z.array(changed) });

const NEW_OWNER = 'The address of who is to be the owner';

/** Repairs one finding. */
export const repairFinding = defineCall({
  ...CHANGE,
  path: '/drift_findings/:id/repair',
  summary:
    'Give what nobody answers for to somebody, terminate its contact, name an owner of a group, or confirm in place of who did not answer',
  success: 'What was changed; of a group, and of what is confirmed, nothing',
  refusals: [404, 409, 422],
  params: z.strictObject({ id: z.string().describe('The id of the finding.') }),
  wrapper: driftFindings.singular,
  body: z.strictObject({
    take: oneOf(DRIFT_TAKES),
    to: z.string('Say who is to be the owner, by an address.').nullish().describe(NEW_OWNER),
  }),
  data: records,
});

/** How much somebody owns. */
export const countOwned = defineCall({
  ...OF_DRIFT,
  method: 'GET',
  path: '/drift_findings/owned',
  right: { model: driftFindings.name, action: 'read' },
  summary: 'Count what somebody owns',
  success: 'Valid cost centers, and accounts in use',
  query: z.strictObject({ email: z.string('The parameter email must be given.').describe('Their address') }),
  data: z.object({ cost_centers: z.int(), cloud_parents: z.int() }),
});
export type Owned = z.output<typeof countOwned.data>;

const FROM_WANTED = 'Say whose things are handed over, by an address.';
const TO_WANTED = 'Say who is to be the owner, by the address of a cloud contact.';

/** Gives everything of somebody to somebody else. */
export const handOver = defineCall({
  ...CHANGE,
  path: '/drift_findings/hand_over',
  summary: 'Give everything of somebody to somebody else',
  description: `Valid cost centers and accounts in use, ${MOST_HANDED_OVER} at a time.`,
  wrapper: driftFindings.singular,
  body: z.strictObject({
    from: z
      .string(FROM_WANTED)
      .trim()
      .min(1, FROM_WANTED)
      .max(ADDRESS, FROM_WANTED)
      .describe('The address of who owns it'),
    to: z.string(TO_WANTED).describe(NEW_OWNER),
  }),
  data: records,
});

/** Gives records back what they said before they were repaired. */
export const takeBack = defineCall({
  ...CHANGE,
  path: '/drift_findings/take_back',
  summary: 'Give records back what they said before they were repaired',
  wrapper: driftFindings.singular,
  body: z.strictObject({
    records: z.array(changed, RECORDS_WANTED).min(1, RECORDS_WANTED).max(MOST_HANDED_OVER, RECORDS_WANTED),
  }),
  data: records,
});
