import { COLUMN_WIDTHS, PAGE_SIZES } from '#kernel/list-views.ts';
import {
  answers,
  arrayOf,
  integer,
  keyHeader,
  moment,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';

const tags = ['Views of lists'];
const params = object({ id: text('The id of the view.') });

const column = object(
  {
    name: text('The property of a row'),
    width: {
      ...orNull({ type: 'integer', minimum: COLUMN_WIDTHS.least, maximum: COLUMN_WIDTHS.most }),
      description: 'In pixels; null for the usual width.',
    },
  },
  ['width'],
);
const members = {
  filters: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: '<key> of by_<key> → value.',
  },
  q: text('What is searched for; empty for nothing'),
  sort: { ...textOrNull, description: 'As the parameter sort of the list; null for its own order.' },
  per_page: { type: 'integer', enum: [...PAGE_SIZES] },
  columns: {
    ...orNull(arrayOf(column)),
    description: 'In their order; null for those that the list usually has.',
  },
};
const asked = object(members, Object.keys(members));

const view = object({
  id: integer,
  model: text('Model'),
  name: text('What it is called'),
  shared: { type: 'boolean', description: 'Everybody sees it.' },
  owner: object({ email: text('Who made it'), name: textOrNull }),
  may_change: { type: 'boolean', description: 'Whether the person may change it.' },
  default: { type: 'boolean', description: 'The list begins with it, for the person who asks.' },
  shown: { ...object(members), description: 'Without what its list does not have any more.' },
  gone: {
    ...arrayOf(
      object({
        what: { type: 'string', enum: ['column', 'filter', 'sort', 'search'] },
        name: text('As the view names it'),
      }),
    ),
    description: 'What the view names and its list does not have any more.',
  },
  lock_version: integer,
  created_at: moment,
  updated_at: moment,
  updated_by: text('The address of who changed it last'),
});
const one = object({ data: view });

const said = {
  name: text('What it is called'),
  shared: {
    type: 'boolean',
    description: 'Everybody is to see it, which asks for the right to share views.',
  },
  shown: asked,
};
const wrapped = (body: object) => ({ anyOf: [body, object({ list_view: { ...body } })] });

/** What the published OpenAPI says of the routes about views of lists. Nothing is checked by it. */
export const viewSchemas = {
  list: {
    tags,
    summary: 'List the views of a list: one’s own, and those for everybody',
    querystring: {
      type: 'object',
      properties: { by_model: text('The model whose list it is.') },
      required: ['by_model'],
    },
    response: answers(
      200,
      'All of them',
      object({ data: arrayOf(view), meta: object({ total: integer }) }),
      [404],
    ),
  },
  create: {
    tags,
    summary: 'Save a view of a list',
    headers: keyHeader,
    body: wrapped(object({ model: text('The model whose list it is'), ...said }, ['shared'])),
    response: answers(201, 'It is saved', one, [404, 409, 422]),
  },
  update: {
    tags,
    summary: 'Change, rename or share a view',
    params,
    headers: keyHeader,
    body: wrapped(object({ ...said, lock_version: integer }, [...Object.keys(said), 'lock_version'])),
    response: answers(200, 'As it is now', one, [404, 409, 422]),
  },
  remove: {
    tags,
    summary: 'Delete a view',
    params,
    headers: keyHeader,
    response: answers(200, 'The view that was deleted', one, [404]),
  },
  restore: {
    tags,
    summary: 'Bring a deleted view back',
    params,
    headers: keyHeader,
    response: answers(200, 'As it is again', one, [404, 409]),
  },
  default: {
    tags,
    summary: 'Have a list begin with a view, or not any more, for oneself',
    params,
    headers: keyHeader,
    body: object({ default: { type: 'boolean' } }),
    response: answers(200, 'The view', one, [404, 422]),
  },
};
