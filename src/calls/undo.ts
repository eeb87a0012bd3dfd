import { z } from 'zod';
import { MOST_MATCHING, MOST_REFUSED_NAMED } from '#kernel/bulk.ts';
import { defineCall } from './call.ts';
import { refusedRecord } from './selections.ts';
import { asAWhole } from './shapes.ts';
import { job } from './work.ts';

/*
 * Changes of many records as the activity has them: what an import, or a change of a selection, did to the records of a model is
 * taken back, by whoever may change them so.
 */

const OF_UNDO = {
  tag: 'Activity',
  topic: 'activity',
  method: 'POST',
  right: 'see_records',
  weight: 'limited',
  refusals: [404, 409, 422],
  body: z.strictObject({
    changes: asAWhole(
      z
        .array(z.int().positive())
        .min(1)
        .max(MOST_MATCHING)
        .refine((ids) => new Set(ids).size === ids.length),
      `must be a list of 1 to ${MOST_MATCHING} different ids of changes.`,
    ).describe('Their ids, as /api/activity and the answer to an import have them'),
  }),
  needsBody: true,
} as const;

const counts = {
  deleted: z.int().describe('Records that the changes created'),
  changed: z.int().describe('Records that get the values back which they had'),
  restored: z.int().describe('Records that the changes deleted'),
};

const left = z.object({ model: z.string(), ...refusedRecord.shape });

const shared = {
  models: z
    .array(
      z.object({ model: z.string(), noun: z.array(z.string()).describe('One and several of it'), ...counts }),
    )
    .describe('What becomes of what is taken back'),
  left: z
    .array(left)
    .describe(`The first ${MOST_REFUSED_NAMED} that stay as they are, such as those that were changed since`),
  left_total: z.int().describe('How many stay as they are'),
};

const preview = z.object(shared);
export type UndoPreview = z.infer<typeof preview>;

/** Says what the undo of changes would do. */
export const previewUndo = defineCall({
  ...OF_UNDO,
  path: '/activity/undo_preview',
  keyless: true,
  summary: 'See what the undo of changes of many records would do',
  description: 'Nothing is changed. 409 where nothing of them can be taken back any more.',
  success: 'What would be taken back, and what stays as it is',
  data: preview,
});

/** Takes changes back, but for records that were changed since. */
export const undoChanges = defineCall({
  ...OF_UNDO,
  path: '/activity/undo',
  status: 202,
  summary: 'Take changes of many records back, but for what was changed since',
  description:
    'Records that the changes created are deleted, those that they changed get their former values, and those that they deleted are restored. Answers 202 with a job; follow it at /api/jobs/{id}. Its result names what stays as it is.',
  success: 'They are taken back by a job',
  data: z.object({ job }),
});

/** What the job of an undo says once it is done. */
export const undoDone = z.object({
  ...shared,
  waits: z
    .int()
    .optional()
    .describe(
      'The change at /api/waiting_changes, where a second person approves what it would change back: nothing is done yet.',
    ),
});
export type UndoDone = z.infer<typeof undoDone>;

/** How many records an undo brings back to what they were. */
export const takenBack = ({ models }: Pick<UndoPreview, 'models'>): number =>
  models.reduce((sum, { deleted, changed, restored }) => sum + deleted + changed + restored, 0);
