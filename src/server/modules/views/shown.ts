import { shownShape, type GonePart, type ShownList } from '#calls/views.ts';
import { Refusal } from '#kernel/errors.ts';
import { readGroupings } from '#kernel/list-groups.ts';
import type { Resource } from '#kernel/resource.ts';
import { readListRequest } from '#server/engine/lists/list-request.ts';
import type { EngineServices } from '#server/engine/services.ts';

/** A part of what is shown that its list does not take, and why. */
interface Fault extends GonePart {
  message: string;
}

/** The parts of what is to be shown that have the right shape; the others get their default. */
export function partsOf(given: unknown): ShownList {
  const parts: Record<string, unknown> = { ...(given as object | null) };
  const right = Object.entries(shownShape.shape).filter(
    ([name, shape]) => shape.safeParse(parts[name]).success,
  );
  return shownShape.parse(Object.fromEntries(right.map(([name]) => [name, parts[name]])));
}

/** The parts of `shown` that the list of a model does not have or take, by the model's declaration and behaviour. */
export function faultsOf(services: EngineServices, resource: Resource, shown: ShownList): Fault[] {
  const { registry } = services;
  const parameters = services.listAdditions(resource).parameters;
  const faults: Fault[] = [];
  const check = (query: Record<string, string>, part: GonePart) => {
    try {
      readListRequest(registry, resource, query, { parameters });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faults.push({ ...part, message: error.message });
    }
  };
  for (const [key, value] of Object.entries(shown.filters))
    check({ [`by_${key}`]: value }, { what: 'filter', name: key });
  if (shown.q) check({ q: shown.q }, { what: 'search', name: shown.q });
  if (shown.sort) check({ sort: shown.sort }, { what: 'sort', name: shown.sort.replaceAll('-', '') });
  if (shown.group && !readGroupings(registry, resource, shown.group))
    faults.push({
      what: 'group',
      name: shown.group,
      message: `${resource.label[1]} cannot be grouped by ${shown.group.slice(0, 60)}.`,
    });
  const properties = registry.properties(resource);
  for (const { name } of shown.columns ?? [])
    if (!properties.has(name))
      faults.push({ what: 'column', name, message: `${name} is no column of ${resource.label[1]}.` });
  return faults;
}

/** The field of a request that a fault is in. */
export const fieldOf = ({ what, name }: GonePart): string =>
  ({
    filter: `shown.filters.${name}`,
    search: 'shown.q',
    sort: 'shown.sort',
    group: 'shown.group',
    column: 'shown.columns',
  })[what];

/** `shown` without the parts that its list does not take any more. */
export function withoutGone(shown: ShownList, gone: readonly GonePart[]): ShownList {
  const isGone = (what: GonePart['what'], name: string) =>
    gone.some((part) => part.what === what && part.name === name);
  const columns = shown.columns?.filter(({ name }) => !isGone('column', name)) ?? null;
  return {
    ...shown,
    filters: Object.fromEntries(Object.entries(shown.filters).filter(([key]) => !isGone('filter', key))),
    q: gone.some(({ what }) => what === 'search') ? '' : shown.q,
    // A view that was saved before lists had groups has none.
    group: gone.some(({ what }) => what === 'group') ? null : (shown.group ?? null),
    sort: gone.some(({ what }) => what === 'sort') ? null : shown.sort,
    columns: columns?.length === 0 ? null : columns,
  };
}
