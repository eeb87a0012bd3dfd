import { z } from 'zod';
import { MOST_MATCHING, MOST_REFUSED_NAMED } from '#kernel/bulk.ts';
import { defineCall, defineFileCall } from './call.ts';
import { asAWhole, idGiven, isStorable, textGiven, wholeNumber } from './shapes.ts';
import { job } from './work.ts';

/*
 * All records of a list that match, or some that were chosen: looked at first, then changed or deleted in one go, with one undo.
 */

const OF_SELECTIONS = {
  tag: 'Selections',
  topic: 'selections',
  method: 'POST',
  right: 'see_records',
  weight: 'limited',
  zoned: true,
  refusals: [404, 409, 422],
} as const;

const QUERY_WANTED = 'must be an object of the parameters of the list, each a text.';
const IDS_WANTED = `must be a list of 1 to ${MOST_MATCHING} ids.`;
const CHANGES_WANTED = 'must be an object of fields and their new values.';

/** Which records: those that match the parameters of their list, or those with these ids. */
const selectedBy = (text: z.ZodType<string, string>) => ({
  model: textGiven(100).describe('The model, as in /api/<model>'),
  query: asAWhole(z.record(text, text), QUERY_WANTED)
    .optional()
    .describe('The parameters of its list, such as by_owner and q: all that match'),
  ids: asAWhole(z.array(idGiven('')).min(1).max(MOST_MATCHING), IDS_WANTED)
    .optional()
    .describe('Or the ids of those that were chosen'),
});
const selected = selectedBy(z.string());
/** The same for a job, in whose input they are kept. */
const selectedForJob = selectedBy(z.string().refine(isStorable));

/** What was selected at the preview; where it is otherwise by now, nothing is changed. */
const held = {
  total: wholeNumber(MOST_MATCHING).describe('How many the preview has counted'),
  state: textGiven(100).describe('What the preview says of their versions'),
};

const changes = asAWhole(z.record(z.string(), z.unknown()), CHANGES_WANTED).describe('Field → new value');

/** A record that refuses a change of many. */
export const refusedRecord = z.object({
  id: z.int(),
  name: z.string().describe('What people call the record'),
  status: z.int().describe('As a change of this record alone would be answered'),
  error: z.string().describe('Why'),
});

const previewed = z.object({
  total: z.int().describe('How many records it is about'),
  state: z.string().describe('Their versions as a digest: a change names it'),
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      to: z.string().nullable().describe('The new value as people read it; null for none'),
      from: z
        .array(z.object({ shown: z.string().nullable(), count: z.int() }))
        .describe('The values that are replaced most often'),
      other_values: z.int().describe('How many further values are replaced'),
      changed: z.int().describe('How many records get another value'),
      same: z.int().describe('How many have it already'),
    }),
  ),
  refused: z.array(refusedRecord).describe(`The first ${MOST_REFUSED_NAMED} that would refuse`),
  refused_total: z.int().describe('How many would refuse: then none is changed'),
  second_person: z
    .array(z.string().describe('Label'))
    .optional()
    .describe('Fields that a second person approves: the whole change waits for them.'),
});
export type SelectionPreview = z.infer<typeof previewed>;

/** Says what a change of the selected records would do, and holds what is selected. */
export const previewSelection = defineCall({
  ...OF_SELECTIONS,
  path: '/selections/preview',
  keyless: true,
  summary: 'See what a change of all selected records would do',
  description:
    'Nothing is changed. Of more than 500 records a job finds it out: follow it at /api/jobs/{id}, its result is the preview. Without changes it only says what is selected.',
  success: 'The preview, or the job that makes it',
  body: z.strictObject({ ...selected, changes: changes.default({}) }),
  needsBody: true,
  data: z.object({ preview: previewed.nullable(), job: job.nullable() }),
});

const byJob = {
  ...OF_SELECTIONS,
  reasoned: true,
  status: 202,
  needsBody: true,
  data: z.object({ job }),
} as const;

/** Changes all selected records or none. */
export const changeSelection = defineCall({
  ...byJob,
  path: '/selections/change',
  summary: 'Change all selected records, all or none',
  description:
    'Answers 202 with a job; follow it at /api/jobs/{id}. Where other records match than at the preview, nothing is changed and the job says so.',
  success: 'They are changed by a job',
  body: z.strictObject({ ...selectedForJob, ...held, changes }),
});

/** Deletes all selected records or none. */
export const deleteSelection = defineCall({
  ...byJob,
  path: '/selections/delete',
  summary: 'Delete all selected records, all or none',
  description:
    'Answers 202 with a job; follow it at /api/jobs/{id}. Where other records match than at the preview, nothing is deleted and the job says so.',
  success: 'They are deleted by a job',
  body: z.strictObject({ ...selectedForJob, ...held }),
});

/** Takes back what a job of one's own has changed or deleted. */
export const undoSelection = defineCall({
  ...byJob,
  path: '/selections/undo',
  summary: 'Take a change or deletion of selected records back, all or none',
  success: 'It is taken back by a job',
  body: z.strictObject({ job: z.uuid('must be the id of a job.').describe('The job that did it') }),
});

/** The records that were chosen, as a file. Of all that match, the file of the list is it. */
export const selectionFile = defineFileCall({
  ...OF_SELECTIONS,
  path: '/selections/file',
  keyless: true,
  summary: 'Download the chosen records as CSV',
  success: 'The file, with the columns of the list’s own',
  body: z.strictObject({ model: selected.model, ids: selected.ids.unwrap() }),
  needsBody: true,
  file: 'text/csv',
});

/** What the job of a change or deletion says once it is done. */
export const selectionDone = z.object({
  model: z.string(),
  what: z.enum(['change', 'delete', 'undo']),
  total: z.int(),
  changed: z.int(),
  may_undo: z.boolean(),
  waits: z.int().optional().describe('The change that waits for a second person, in place of it'),
});
export type SelectionDone = z.infer<typeof selectionDone>;
