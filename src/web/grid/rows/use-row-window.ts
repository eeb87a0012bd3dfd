import {
  defaultRangeExtractor,
  measureElement,
  useVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, type RefObject } from 'react';
import { usePrinting } from '../use-printing.ts';
import type { GridRow } from '../types.ts';

/** With fewer rows than this all of them are mounted: the page's own search finds them. */
const ALL_MOUNTED = 120;
const OVERSCAN = 8;
/** Height of the header, which covers the rows that scroll below it. */
const HEAD_HEIGHT = 62;

/** The heights that grid.module.css gives a viewed row, in pixels. */
const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 84;

interface RowWindowOptions<R extends GridRow> {
  /** Only the rows in sight are mounted. */
  virtual: boolean;
  records: readonly (R | undefined)[];
  rowKeys: readonly string[];
  editedKey: string | null;
  /** What the rows are mounted in; what scrolls stands around it. */
  body: RefObject<HTMLElement | null>;
  narrow: boolean;
  /** Where it was scrolled to in pixels, for rows that come as one scrolls. */
  startAt: number | undefined;
  /** Tells which rows are in sight, and where they are scrolled to. */
  onRange: ((first: number, last: number, top: number) => void) | undefined;
}

export interface RowWindow {
  /** The rows to mount by their index, each with the gap in pixels before it. */
  items: { index: number; gap: number }[];
  /** The gap after the last one. */
  gapAfter: number;
  /** Scrolls until the row is in sight. */
  reveal: (index: number) => void;
  /** Ref of a row whose height is its own; undefined where all rows are mounted. */
  measure?: (element: HTMLTableRowElement | null) => void;
  /** Takes the height of what stands below a row; undefined where all rows are mounted. */
  addBelow?: (index: number, height: number) => void;
}

/**
 * Whether only the rows in sight are mounted: where there are many, or come as one scrolls, and on no paper.
 * @param scrolls they come as one scrolls
 */
export function useIsVirtual(rows: number, scrolls: boolean): boolean {
  const printing = usePrinting();
  return (rows > ALL_MOUNTED || (scrolls && rows > 0)) && !printing;
}

/**
 * Which rows are mounted: all of a short list, those in sight of a long one, and always the edited one. Whoever uses it
 * renders whenever others come into sight, so it belongs to the rows alone.
 */
export function useRowWindow<R extends GridRow>(options: RowWindowOptions<R>): RowWindow {
  const { virtual, records, rowKeys, editedKey, body, narrow, startAt, onRange } = options;
  const edited = useMemo(() => (editedKey === null ? -1 : rowKeys.indexOf(editedKey)), [rowKeys, editedKey]);
  const height = narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const scrolls = startAt !== undefined;
  // With another function all rows would be measured anew, in each frame of a scroll.
  const getItemKey = useCallback(
    (index: number) => (scrolls ? index : (rowKeys[index] ?? index)),
    [scrolls, rowKeys],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: virtual ? records.length : 0,
    enabled: virtual,
    getScrollElement: () => body.current?.closest<HTMLDivElement>('[data-scroller]') ?? null,
    estimateSize: () => height,
    getItemKey,
    initialOffset: startAt,
    // A row that opens is measured by the observer, after the layout that its frame needs anyway.
    measureElement: (element, entry, instance) =>
      entry ? measureElement(element, entry, instance) : instance.options.estimateSize(0),
    overscan: OVERSCAN,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    // A row in editing stays mounted when it is scrolled away: nothing typed and no focus is lost.
    rangeExtractor: useCallback(
      (range: Range) => {
        const inSight = defaultRangeExtractor(range);
        if (edited < 0 || inSight.includes(edited)) return inSight;
        return [...inSight, edited].toSorted((a, b) => a - b);
      },
      [edited],
    ),
  });

  // Only the row in editing has a height of its own, and is as high as all others when it is left.
  useEffect(() => {
    if (virtual && editedKey === null) virtualizer.measure();
  }, [virtual, virtualizer, editedKey, height]);

  const reveal = useCallback(
    (index: number) => {
      if (virtual) virtualizer.scrollToIndex(index, { align: 'auto' });
    },
    [virtual, virtualizer],
  );
  const mounted = virtual ? virtualizer.getVirtualItems() : [];
  const first = mounted[0]?.index ?? 0;
  const last = mounted.at(-1)?.index ?? 0;
  const top = virtualizer.scrollOffset ?? 0;
  useEffect(() => {
    if (virtual && mounted.length > 0) onRange?.(first, last, top);
  }, [virtual, mounted.length, onRange, first, last, top]);

  const addBelow = useCallback(
    (index: number, below: number) => virtualizer.resizeItem(index, height + below),
    [virtualizer, height],
  );
  if (!virtual) return { items: records.map((_row, index) => ({ index, gap: 0 })), gapAfter: 0, reveal };
  return {
    ...withGaps(mounted, virtualizer.getTotalSize()),
    reveal,
    addBelow,
    measure: virtualizer.measureElement,
  };
}

function withGaps(mounted: readonly VirtualItem[], totalSize: number): Pick<RowWindow, 'items' | 'gapAfter'> {
  let end = HEAD_HEIGHT;
  const items = mounted.map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  return { items, gapAfter: Math.max(0, totalSize + HEAD_HEIGHT - end) };
}
