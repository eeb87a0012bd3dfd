import { Refusal, type FieldError } from '#kernel/errors.ts';
import {
  COLUMN_WIDTHS,
  PAGE_SIZES,
  type GonePart,
  type ShownList,
  type ViewColumn,
} from '#kernel/list-views.ts';
import type { Resource } from '#kernel/resource.ts';
import { readListRequest } from '#server/engine/lists/list-request.ts';
import type { EngineServices } from '#server/engine/services.ts';

const MOST_FILTERS = 40;
const MOST_COLUMNS = 200;
const LONGEST_NAME = 100;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A part of what is shown that its list does not take, and why. */
interface Fault extends GonePart {
  message: string;
}

/**
 * Reads what a request says is to be shown. The shape alone is looked at: what the list has is for `faultsOf` to say.
 * @param errors takes what is wrong with it
 */
export function readShown(value: unknown, errors: FieldError[]): ShownList {
  const wrong = (field: string, message: string) =>
    void errors.push({ field: field ? `shown.${field}` : 'shown', message });
  const empty: ShownList = { filters: {}, q: '', sort: null, per_page: 25, columns: null };
  if (!isObject(value)) {
    wrong('', 'What is shown must be an object with filters, q, sort, per_page and columns.');
    return empty;
  }
  const { filters = {}, q = '', sort = null, per_page = 25, columns = null, ...others } = value;
  for (const name of Object.keys(others)) wrong(name.slice(0, 60), `${name.slice(0, 60)} is not known here.`);
  const shown = { ...empty };
  if (isObject(filters) && Object.keys(filters).length <= MOST_FILTERS) {
    const all = Object.entries(filters);
    for (const [key, text] of all)
      if (!isText(text, 500))
        wrong(`filters.${key.slice(0, 60)}`, 'A filter must be text of up to 500 characters.');
    shown.filters = Object.fromEntries(all.filter((one): one is [string, string] => isText(one[1], 500)));
  } else wrong('filters', `Filters must be an object of texts, at most ${MOST_FILTERS}.`);
  if (isText(q, 500)) shown.q = q;
  else wrong('q', 'The search must be text of up to 500 characters.');
  if (sort === null || isText(sort, 500)) shown.sort = sort || null;
  else wrong('sort', 'The sort must be text, or null.');
  const size = PAGE_SIZES.find((one) => one === per_page);
  if (size) shown.per_page = size;
  else wrong('per_page', `The page size must be one of ${PAGE_SIZES.join(', ')}.`);
  if (columns !== null) {
    if (Array.isArray(columns) && columns.length <= MOST_COLUMNS && columns.every(isColumn)) {
      shown.columns = columns.map(({ name, width }) => ({ name, width: width ?? null }));
      if (new Set(columns.map(({ name }) => name)).size < columns.length)
        wrong('columns', 'Each column must be named once.');
    } else
      wrong(
        'columns',
        `The columns must be a list of names and widths from ${COLUMN_WIDTHS.least} to ${COLUMN_WIDTHS.most} pixels, or null.`,
      );
  }
  return shown;
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest && value.isWellFormed() && !value.includes('\u0000');

function isColumn(value: unknown): value is ViewColumn {
  if (!isObject(value) || !isText(value['name'], LONGEST_NAME)) return false;
  const { name: _name, width = null, ...others } = value;
  const fits =
    width === null ||
    (Number.isInteger(width) && Number(width) >= COLUMN_WIDTHS.least && Number(width) <= COLUMN_WIDTHS.most);
  return fits && Object.keys(others).length === 0;
}

/** What of `shown` the list of a model does not have, or does not take, by the model's declaration and behaviour. */
export function faultsOf(services: EngineServices, resource: Resource, shown: ShownList): Fault[] {
  const { registry } = services;
  const parameters = services.listAdditions(resource).parameters;
  const faults: Fault[] = [];
  const ask = (query: Record<string, string>, part: GonePart) => {
    try {
      readListRequest(registry, resource, query, { parameters });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faults.push({ ...part, message: error.message });
    }
  };
  for (const [key, value] of Object.entries(shown.filters))
    ask({ [`by_${key}`]: value }, { what: 'filter', name: key });
  if (shown.q) ask({ q: shown.q }, { what: 'search', name: shown.q });
  if (shown.sort) ask({ sort: shown.sort }, { what: 'sort', name: shown.sort.replaceAll('-', '') });
  const properties = registry.properties(resource);
  for (const { name } of shown.columns ?? [])
    if (!properties.has(name))
      faults.push({ what: 'column', name, message: `${name} is no column of ${resource.label[1]}.` });
  return faults;
}

/** Where in a request a fault stands. */
export const fieldOf = ({ what, name }: GonePart): string =>
  ({ filter: `shown.filters.${name}`, search: 'shown.q', sort: 'shown.sort', column: 'shown.columns' })[what];

/** What is left to show without what its list does not take any more. */
export function withoutGone(shown: ShownList, gone: readonly GonePart[]): ShownList {
  const isGone = (what: GonePart['what'], name: string) =>
    gone.some((part) => part.what === what && part.name === name);
  const columns = shown.columns?.filter(({ name }) => !isGone('column', name)) ?? null;
  return {
    ...shown,
    filters: Object.fromEntries(Object.entries(shown.filters).filter(([key]) => !isGone('filter', key))),
    q: gone.some(({ what }) => what === 'search') ? '' : shown.q,
    sort: gone.some(({ what }) => what === 'sort') ? null : shown.sort,
    columns: columns?.length === 0 ? null : columns,
  };
}
