import {
  defaultRangeExtractor,
  measureElement,
  useVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, type RefObject } from 'react';
import type { RowsProps, RowWindow } from './mounted-rows.tsx';
import type { GridRow } from '../types.ts';

const OVERSCAN = 8;
/** Height of the header, which covers the rows that scroll below it. */
const HEAD_HEIGHT = 62;

/** The heights that grid.module.css gives a viewed row, in pixels. */
const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 84;

interface RowWindowOptions<R extends GridRow> extends Pick<
  RowsProps<R>,
  'records' | 'rowKeys' | 'narrow' | 'editing' | 'scroll'
> {
  /** The element that the rows are mounted in; the scrolling one is around it. */
  body: RefObject<HTMLElement | null>;
  /** Reports which rows are in sight, and where they are scrolled to. */
  onRange: ((first: number, last: number, top: number) => void) | undefined;
}

interface ScrolledWindow extends RowWindow {
  /** Scrolls until the row is in sight. */
  reveal: (index: number) => void;
}

/**
 * Which rows are mounted of many: those in sight, and always the edited one. Whoever uses it renders whenever others come
 * into sight, so it belongs to the rows alone.
 */
export function useRowWindow<R extends GridRow>(options: RowWindowOptions<R>): ScrolledWindow {
  const { records, rowKeys, editing, body, narrow, scroll, onRange } = options;
  const editedKey = editing?.editedKey ?? null;
  const edited = useMemo(() => (editedKey === null ? -1 : rowKeys.indexOf(editedKey)), [rowKeys, editedKey]);
  const height = narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const scrolls = scroll !== undefined;
  // With another function all rows would be measured anew, in each frame of a scroll.
  const getItemKey = useCallback(
    (index: number) => (scrolls ? index : (rowKeys[index] ?? index)),
    [scrolls, rowKeys],
  );
  const scroller = () => body.current?.closest<HTMLDivElement>('[data-scroller]') ?? null;
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: records.length,
    getScrollElement: scroller,
    estimateSize: () => height,
    getItemKey,
    // Printed, all rows are mounted; afterwards it is scrolled to where it was.
    initialOffset: () => scroller()?.scrollTop || (scroll?.startAt ?? 0),
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
    if (editedKey === null) virtualizer.measure();
  }, [virtualizer, editedKey, height]);

  const reveal = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    [virtualizer],
  );
  const mounted = virtualizer.getVirtualItems();
  const first = mounted[0]?.index ?? 0;
  const last = mounted.at(-1)?.index ?? 0;
  const top = virtualizer.scrollOffset ?? 0;
  useEffect(() => {
    if (mounted.length > 0) onRange?.(first, last, top);
  }, [mounted.length, onRange, first, last, top]);

  const addBelow = useCallback(
    (index: number, below: number) => virtualizer.resizeItem(index, height + below),
    [virtualizer, height],
  );
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
