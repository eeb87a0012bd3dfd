import { z } from 'zod';
import { ACTIONS } from '#kernel/activity.ts';
import { WAYS, type Author, type HistoryChange, type HistoryEntry, type Via } from '#kernel/history.ts';
import { moment } from './shapes.ts';

/*
 * Who changed what, as calls answer it.
 */

export const author = z.object({
  email: z.string().describe('Address'),
  name: z.string().nullable(),
}) satisfies z.ZodType<Author>;

/** Who did something and when. */
export const doneBy = {
  at: moment,
  by: author,
  request_id: z.string().describe('The request that did it'),
};

export const via = z
  .array(z.object({ kind: z.enum(WAYS), name: z.string().nullable() }) satisfies z.ZodType<Via>)
  .describe('By which ways it came; none where a person did it at a screen.');

export const action = z.enum(ACTIONS);

/** One field of one change. */
export const historyChange = z.object({
  field: z.string().describe('Field'),
  label: z.string().describe('Label'),
  from: z.unknown(),
  to: z.unknown(),
  from_shown: z.string().nullable(),
  to_shown: z.string().nullable(),
}) satisfies z.ZodType<HistoryChange>;

/** Why something was changed, where somebody said so, and who approved it. */
export const why = {
  reason: z.string().optional().describe('Why, where whoever did it said so'),
  approved_by: author.optional().describe('The second person, where the change waited for one'),
};

/** A line of a history. */
export const historyEntry = z.object({
  id: z.int(),
  action,
  ...doneBy,
  via,
  lock_version: z.int(),
  changes: z.array(historyChange),
  ...why,
}) satisfies z.ZodType<HistoryEntry>;
