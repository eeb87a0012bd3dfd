import { z } from 'zod';
import { boolean } from '#kernel/fields/boolean.ts';
import { text } from '#kernel/fields/text.ts';
import { COLUMN_WIDTHS, PAGE_SIZES } from '#kernel/list-views.ts';
import { defineCall } from './call.ts';
import { fieldMembers, versionGiven } from './fields.ts';
import { idOf, isStorable, moment } from './shapes.ts';

/*
 * Saved views of lists: one's own, and those for everybody.
 */

const OF_VIEWS = {
  tag: 'Views of lists',
  topic: 'list views',
  right: 'signed_in',
  wrapper: ['list_view', 'list_views'],
} as const;

const MOST_FILTERS = 40;
const MOST_COLUMNS = 200;
const LONGEST_TEXT = 500;
const LONGEST_NAME = 100;

const words = (wanted: string, longest = LONGEST_TEXT) =>
  z.string(wanted).max(longest, { error: wanted, abort: true }).refine(isStorable, wanted);

const { least, most } = COLUMN_WIDTHS;
const COLUMNS_WANTED = `The columns must be a list of names and widths from ${least} to ${most} pixels, or null.`;
const FILTERS_WANTED = `Filters must be an object of texts, at most ${MOST_FILTERS}.`;

const column = z.strictObject(
  {
    name: words(COLUMNS_WANTED, LONGEST_NAME).describe('The property of a row'),
    width: z
      .int(COLUMNS_WANTED)
      .min(least, COLUMNS_WANTED)
      .max(most, COLUMNS_WANTED)
      .nullable()
      .default(null)
      .describe('In pixels; null for the usual width.'),
  },
  COLUMNS_WANTED,
);

/** The state of a list that a view keeps. */
export const shownShape = z.strictObject(
  {
    filters: z
      .record(z.string(), words(`A filter must be text of up to ${LONGEST_TEXT} characters.`), FILTERS_WANTED)
      .refine((filters) => Object.keys(filters).length <= MOST_FILTERS, FILTERS_WANTED)
      .default({})
      .describe('<key> of by_<key> → value.'),
    q: words(`The search must be text of up to ${LONGEST_TEXT} characters.`)
      .default('')
      .describe('What is searched for; empty for nothing'),
    sort: words('The sort must be text, or null.')
      .nullable()
      .default(null)
      .describe('As the parameter sort of the list; null for its own order.'),
    group: words('The groups must be text, or null.')
      .nullable()
      .default(null)
      .describe('As the parameter group of the groups of the list; null where its rows are shown.'),
    per_page: z
      .literal(PAGE_SIZES, `The page size must be one of ${PAGE_SIZES.join(', ')}.`)
      .default(25)
      .meta({ type: 'integer' }),
    columns: z
      .array(column, COLUMNS_WANTED)
      .max(MOST_COLUMNS, COLUMNS_WANTED)
      .refine(
        (columns) => new Set(columns.map(({ name }) => name)).size === columns.length,
        'Each column must be named once.',
      )
      .nullable()
      .default(null)
      .describe('In their order; null for those that the list usually has.'),
  },
  'What is shown must be an object with filters, q, sort, group, per_page and columns.',
);
export type ShownList = z.output<typeof shownShape>;

const gone = z.object({
  what: z.enum(['column', 'filter', 'sort', 'search', 'group']),
  name: z.string().describe('As the view names it'),
});
/** Something that a view names and its list does not have any more. */
export type GonePart = z.output<typeof gone>;

const view = z.object({
  id: z.int(),
  model: z.string().describe('Model'),
  name: z.string().describe('What it is called'),
  shared: z.boolean().describe('Everybody sees it.'),
  owner: z.object({ email: z.string().describe('Who made it'), name: z.string().nullable() }),
  may_change: z.boolean().describe('Whether the person may change it.'),
  default: z.boolean().describe('The list begins with it, for the person who asks.'),
  shown: shownShape.describe('Without what its list does not have any more.'),
  gone: z.array(gone).describe('What the view names and its list does not have any more.'),
  lock_version: z.int(),
  created_at: moment,
  updated_at: moment,
  updated_by: z.string().describe('The address of who changed it last'),
});
/** A view of a list. */
export type ListView = z.output<typeof view>;

const fields = { name: text('Name', { max: 80 }), shared: boolean('Shared') };
const SHARED = 'Everybody is to see it, which asks for the right to share views.';
const params = z.strictObject({ id: idOf('View') });

/** Where the model of a view is none. */
export const MODEL_WANTED = 'The model must be one that has a list.';

/** The views of a list that somebody sees. */
export const listViews = defineCall({
  ...OF_VIEWS,
  method: 'GET',
  path: '/list_views',
  summary: 'List the views of a list: one’s own, and those for everybody',
  success: 'All of them',
  refusals: [404],
  query: z.strictObject({
    by_model: z.string('The parameter by_model must be given.').describe('The model whose list it is.'),
  }),
  data: z.array(view),
  meta: z.object({ total: z.int() }),
});

const created = fieldMembers(fields, 'create');

/** Saves a view. */
export const createView = defineCall({
  ...OF_VIEWS,
  method: 'POST',
  path: '/list_views',
  summary: 'Save a view of a list',
  success: 'It is saved',
  status: 201,
  refusals: [404, 409, 422],
  body: z.strictObject({
    model: z.string(MODEL_WANTED).describe('The model whose list it is'),
    name: created.name,
    shared: created.shared.describe(SHARED),
    shown: shownShape,
  }),
  data: view,
});

const updated = fieldMembers(fields, 'update');

/** Changes a view. */
export const updateView = defineCall({
  ...OF_VIEWS,
  method: 'PUT',
  path: '/list_views/:id',
  summary: 'Change, rename or share a view',
  success: 'As it is now',
  refusals: [404, 409, 422],
  params,
  body: z.strictObject({
    name: updated.name,
    shared: updated.shared.describe(SHARED),
    shown: shownShape.optional(),
    lock_version: versionGiven,
  }),
  data: view,
});

/** Deletes a view. */
export const deleteView = defineCall({
  ...OF_VIEWS,
  method: 'DELETE',
  path: '/list_views/:id',
  summary: 'Delete a view',
  success: 'The view that was deleted',
  refusals: [404],
  params,
  data: view,
});

/** Brings a deleted view back. */
export const restoreView = defineCall({
  ...OF_VIEWS,
  method: 'POST',
  path: '/list_views/:id/restore',
  summary: 'Bring a deleted view back',
  success: 'As it is again',
  refusals: [404, 409],
  params,
  data: view,
});

/** Has a list begin with a view for the person, or not any more. */
export const setDefaultView = defineCall({
  ...OF_VIEWS,
  method: 'PUT',
  path: '/list_views/:id/default',
  summary: 'Have a list begin with a view, or not any more, for oneself',
  success: 'The view',
  refusals: [404, 422],
  params,
  body: z.strictObject({ default: z.boolean('must be true or false.') }),
  data: view,
});
