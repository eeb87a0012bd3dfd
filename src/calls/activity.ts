import { z } from 'zod';
import { ACTIONS } from '#kernel/activity.ts';
import { MOST_COUNTED } from '#kernel/overview.ts';
import { defineCall, defineFileCall } from './call.ts';
import { action, author, doneBy, historyChange, historyEntry, via, why } from './history.ts';
import { oneOrAll, searchText, wholeNumber } from './shapes.ts';

/*
 * Everything that was changed, whatever the model.
 */

const OF_ACTIVITY = { tag: 'Activity', topic: 'activity', right: 'see_records' } as const;

const USUAL_SIZE = 50;
/** The most changes, or lines of one, that are answered at once. */
export const LARGEST_SIZE = 500;

/** Of a line of history, of which there may be more than of records. */
const NUMBER = /^[1-9]\d{0,14}$/;

const PLACE_WANTED = 'must be the number of a change.';
/** From where a page goes on. */
const place = z
  .preprocess(
    (given) => (typeof given === 'string' && NUMBER.test(given) ? Number(given) : given),
    z.int(PLACE_WANTED).min(1, PLACE_WANTED),
  )
  .optional()
  .describe('meta.next');

const size = wholeNumber(LARGEST_SIZE).default(USUAL_SIZE).meta({ default: USUAL_SIZE });

/** A text by which changes are filtered; `All` filters nothing, as in lists. */
const filter = (description: string) =>
  z
    .string()
    .describe(description)
    .transform((text) => (text === 'All' ? null : text))
    .default(null);

const filters = {
  by_person: filter('Who did it, by address.'),
  by_model: filter('A model, such as cost_centers.'),
  by_action: oneOrAll(ACTIONS),
  by_at: filter(
    'On this day, in this month or in this year; or a range such as 2026-01-15..2026-03 or 2026..',
  ),
};
const filterQuery = z.strictObject(filters);
/** The filters of changes. */
export type ActivityFilters = z.output<typeof filterQuery>;

const record = z.object({
  id: z.int(),
  title: z
    .string()
    .nullable()
    .describe(
      'By what people recognise the record, as it is, or was when it was deleted; null where it had nothing.',
    ),
  is: z
    .enum(['there', 'deleted', 'gone'])
    .describe('deleted: its page says by whom, and has its history; gone: nothing more is known of it.'),
});
/** The record that was changed. */
export type ActivityRecord = z.output<typeof record>;

const restorable = z.boolean().describe('It deleted the record, which can be brought back.');

const entry = z.object({
  id: z.int(),
  ...doneBy,
  via,
  action,
  model: z.string().describe('Model'),
  count: z.int().describe('How many records; of several the last one is named.'),
  record,
  fields: z.array(z.string().describe('Label')).describe('What changed, where one record was changed.'),
  changes: z
    .array(historyChange)
    .nullable()
    .describe('Null of several records, and of one where that is long.'),
  restorable,
  reversible: z
    .boolean()
    .describe(
      'It is an import, or changed or deleted several records at once: /api/activity/undo takes back what is left of it. False once nothing is.',
    ),
  ...why,
});
/** The changes of one request to records of one model. */
export type ActivityEntry = z.output<typeof entry>;

/** The change of one record. */
export const activityLine = z.object({
  ...historyEntry.shape,
  model: z.string().describe('Model'),
  record,
  restorable,
});
/** The change of one of the records of an entry. */
export type ActivityLine = z.output<typeof activityLine>;

const total = {
  total: z.int().describe(`How many match, up to ${MOST_COUNTED}.`),
  total_is: z.literal('at_least').optional().describe('More match than were counted.'),
};
const next = z.int().nullable().describe('Where the next page begins; null on the last one.');

/** A page of what was changed. */
export const listActivity = defineCall({
  ...OF_ACTIVITY,
  method: 'GET',
  path: '/activity',
  summary: 'List what was changed, whatever the model',
  description: 'What one request did to several records of a model is one change.',
  success: 'The newest first',
  zoned: true,
  query: z.strictObject({ ...filters, before: place, per_page: size }),
  data: z.array(entry),
  meta: z.object({ ...total, next }),
});

/** The columns of the file of changes. */
export const CHANGE_COLUMNS = [
  'At',
  'Name',
  'Email',
  'How',
  'Action',
  'Model',
  'Id',
  'Record',
  'Field',
  'Before',
  'After',
  'Request',
  'Reason',
  'Approved by',
];

/** The changes, as a file. */
export const activityFile = defineFileCall({
  ...OF_ACTIVITY,
  method: 'GET',
  path: '/activity.csv',
  weight: 'limited',
  summary: 'Download what was changed as CSV',
  description: 'A line for each field of each record. Only models whose lists may be downloaded.',
  success: 'The file',
  zoned: true,
  query: filterQuery,
  file: 'text/csv',
  columns: CHANGE_COLUMNS,
});

/** Who changed something. */
export const findAuthors = defineCall({
  ...OF_ACTIVITY,
  method: 'GET',
  path: '/activity/people',
  summary: 'Find who changed something',
  success: 'By name',
  query: z.strictObject({ q: searchText.describe('A part of the name or the address.') }),
  data: z.array(author),
  meta: z.object(total),
});

/** The lines of one change, by record. */
export const readChange = defineCall({
  ...OF_ACTIVITY,
  method: 'GET',
  path: '/activity/:id/changes',
  summary: 'What one change did to its records',
  success: 'In the order in which it did; long ones come a few at a time',
  refusals: [404],
  params: z.strictObject({
    id: z
      .string()
      .meta({ type: 'integer', minimum: 1, description: 'The id of the change.' })
      .refine((written) => NUMBER.test(written), {
        error: ({ input }) => `Change ${String(input).slice(0, 60)} was not found.`,
      })
      .transform(Number),
  }),
  query: z.strictObject({ after: place, per_page: size }),
  data: z.array(activityLine),
  meta: z.object({ total: z.int(), next }),
});
