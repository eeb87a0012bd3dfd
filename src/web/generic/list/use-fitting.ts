import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { listFilters, type ListFilter } from '#kernel/list-filters.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridColumn } from '#web/grid/types.ts';
import { filteredProperty, filterOf } from '../filters/filter-of.ts';
import type { FilterWay } from '../filters/filter-way.ts';

/** The least that the input of a filter needs beside its name, by how it is typed, in pixels. */
const LEAST: Record<FilterWay['room'], number> = { typed: 62, long: 132, chosen: 92 };
const SEARCH = 104;
const BUTTON = 76;
/** A filter of a list's own; `list.module.css` gives it so much. */
const OWN = 220;
const GAP = 8;
/** A letter of a name, and the room around the name. */
const LETTER = 7.4;
const FRAME = 14;

/** The room of the bar beside the pages of a usual list, in pixels; the real one is measured before it is shown. */
const usualRoom = () => (innerWidth < 1400 ? innerWidth - 425 : innerWidth - 790);

/** A filter as a list shows it. */
export interface ShownFilter {
  filter: ListFilter;
  property: Property;
  label: string;
  /** Its width in a line, in pixels. */
  width: number;
}

/** The filters that a list shows, in the order in which they are declared. */
function declaredFilters(resource: Resource, registry: Registry): ShownFilter[] {
  return listFilters(resource).flatMap((filter) => {
    const property = filteredProperty(registry, resource, filter);
    return filter.inSight === false ? [] : shownFilter(property, filter, filter.label ?? property?.label);
  });
}

function shownFilter(
  property: Property | undefined,
  filter: ListFilter,
  label: string = filter.key,
): ShownFilter[] {
  const way = property && filterOf(property, filter);
  if (!property || !way) return [];
  return [{ filter, property, label, width: Math.ceil(label.length * LETTER) + FRAME + LEAST[way.room] }];
}

/** Nothing is declared of most columns; the kind of the field says how they narrow the list. */
const undeclared = (key: string): ListFilter => ({
  key,
  property: key,
  operation: undefined,
  choices: undefined,
  label: undefined,
});

/**
 * The filters above a list, in the order in which they are declared: those that have no input at a column. On a narrow screen
 * no column has one, and theirs follow.
 * @param columns those that are shown
 */
export function filtersAbove(
  resource: Resource,
  registry: Registry,
  columns: readonly GridColumn<RecordRow>[],
  narrow: boolean,
): ShownFilter[] {
  const declared = declaredFilters(resource, registry);
  if (!narrow) {
    const atColumns = new Set(columns.flatMap(({ search }) => search?.key ?? []));
    // One that is called otherwise than its column asks for something else.
    return declared.filter(({ filter }) => filter.label !== undefined || !atColumns.has(filter.key));
  }
  const known = listFilters(resource);
  const others = columns.flatMap(({ id, header, search }) => {
    if (!search || declared.some(({ filter }) => filter.key === search.key)) return [];
    const filter = known.find(({ key }) => key === search.key) ?? undeclared(search.key);
    return shownFilter(registry.properties(resource).get(id), filter, header);
  });
  return [...declared, ...others];
}

/** The width of the parts before the filters, in pixels. */
const before = (searches: boolean, own: boolean) => (searches ? SEARCH : 0) + (own ? OWN + GAP : 0);

/**
 * How many of the filters fit into a line of a width in pixels, beside the button of the others.
 * @param taken by the parts before them
 */
function countFitting(filters: readonly ShownFilter[], taken: number, room: number): number {
  const needed = (count: number) =>
    filters.slice(0, count).reduce((sum, { width }) => sum + width + GAP, taken);
  if (needed(filters.length) <= room) return filters.length;
  const most = filters.findLastIndex((_one, at) => needed(at + 1) + GAP + BUTTON <= room);
  return most + 1;
}

/**
 * How many of a list's filters are in its bar: as many as fit into one line of it.
 * @param searches the search over all text is before them
 * @param own a filter of the list's own is before them
 */
export function useFitting(
  bar: RefObject<HTMLElement | null>,
  filters: readonly ShownFilter[],
  searches: boolean,
  own: boolean,
): number {
  const taken = before(searches, own);
  const [fitting, setFitting] = useState(() => countFitting(filters, taken, usualRoom()));
  const shown = useRef(fitting);
  useLayoutEffect(() => {
    shown.current = fitting;
  });
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    // It is reported after the layout that the frame needs anyway, and before anything of it is painted.
    const watch = new ResizeObserver(() => {
      const count = countFitting(filters, taken, element.clientWidth);
      // To render at once is dear even where nothing comes of it: all effects that wait for the paint run before it.
      if (count !== shown.current) flushSync(() => setFitting(count));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [bar, filters, taken]);
  return fitting;
}
