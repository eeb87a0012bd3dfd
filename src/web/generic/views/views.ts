import type { UseQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#calls/call.ts';
import type { createView, listViews, ListView, ShownList, updateView } from '#calls/views.ts';
import { COLUMN_WIDTHS, PAGE_SIZES } from '#kernel/list-views.ts';
import type { Resource } from '#kernel/resource.ts';
import { api, newIntent } from '#web/data/client.ts';
import type { ListState } from '../list-state.ts';

// Every list has this, so that the calls themselves do not come with it.
const PATH = '/list_views';
/** Views change seldom; whoever changes one has all of them fetched anew. */
const FRESH_MS = 60_000;

/** The views of a list: one's own, and those for everybody. */
export function listViewsQuery({ name }: Pick<Resource, 'name'>): UseQueryOptions<ListView[]> {
  return {
    queryKey: ['list views', name],
    queryFn: async ({ signal }) =>
      (await api.get<AnswerOf<typeof listViews>>(PATH, { query: { by_model: name }, signal })).data,
    staleTime: FRESH_MS,
  };
}

export const addView = async (view: InputOf<typeof createView>): Promise<ListView> =>
  (await api.post<AnswerOf<typeof createView>>(PATH, view, { intent: newIntent() })).data;

export const changeView = async (
  { id }: ListView,
  input: Partial<Omit<InputOf<typeof updateView>, 'id'>>,
): Promise<ListView> => (await api.put<AnswerOf<typeof updateView>>(`${PATH}/${id}`, input)).data;

export const deleteView = ({ id }: ListView) => api.remove(`${PATH}/${id}`);

export const restoreView = ({ id }: ListView) =>
  api.post(`${PATH}/${id}/restore`, undefined, { intent: newIntent() });

export const setDefault = ({ id }: ListView, isDefault: boolean) =>
  api.put(`${PATH}/${id}/default`, { default: isDefault });

/** The address of a list with a view. */
export const stateOf = ({ id, shown }: ListView): Omit<ListState, 'page'> => ({
  view: id,
  ...(shown.group && { group: shown.group }),
  filters: shown.filters,
  q: shown.q,
  sort: shown.sort,
  perPage: shown.per_page,
});

/** The content of a view of the list as it is shown now. */
export function shownNow(
  { filters, q, sort, perPage, group }: ListState,
  columns: readonly string[] | null,
  widths: Readonly<Record<string, number>>,
): ShownList {
  const { least, most } = COLUMN_WIDTHS;
  const widthOf = (name: string) => {
    const width = widths[name];
    return width === undefined ? null : Math.min(most, Math.max(least, Math.round(width)));
  };
  return {
    filters: { ...filters },
    q,
    sort,
    group: group ?? null,
    per_page: PAGE_SIZES.find((size) => size === perPage) ?? 25,
    columns: columns?.map((name) => ({ name, width: widthOf(name) })) ?? null,
  };
}

const sorted = (filters: Readonly<Record<string, string>>) =>
  Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Whether two show the same, but for the columns. */
export const showSameRows = (one: ShownList, other: ShownList): boolean =>
  JSON.stringify([sorted(one.filters), one.q, one.sort, one.per_page, one.group]) ===
  JSON.stringify([sorted(other.filters), other.q, other.sort, other.per_page, other.group]);
