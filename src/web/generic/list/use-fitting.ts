import { useMediaQuery } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { listFilters, type ListFilter } from '#kernel/list-filters.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { NARROW } from '#web/ui/breakpoints.ts';
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
export function shownFilters(resource: Resource, registry: Registry): ShownFilter[] {
  return listFilters(resource).flatMap((filter) => {
    const property = filteredProperty(registry, resource, filter);
    const way = property && filter.inSight !== false ? filterOf(property, filter) : null;
    if (!property || !way) return [];
    const label = filter.label ?? property.label;
    return [{ filter, property, label, width: Math.ceil(label.length * LETTER) + FRAME + LEAST[way.room] }];
  });
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
 * How many of a list's filters are in its bar: as many as fit into one line of it, none on a narrow screen.
 * @param searches the search over all text is before them
 * @param own a filter of the list's own is before them
 */
export function useFitting(
  bar: RefObject<HTMLElement | null>,
  filters: readonly ShownFilter[],
  searches: boolean,
  own: boolean,
): { fitting: number; narrow: boolean } {
  const taken = before(searches, own);
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
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
  return { fitting: narrow ? 0 : fitting, narrow };
}
