import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { sizeOf, type ColumnSize } from './columns/column-size.ts';
import { useContentWidths } from './columns/content-widths.ts';
import { forgetKept } from './forget-kept.ts';
import type { GridProps, GridRow } from './types.ts';

/** Pixels between which a person may make a column wider or narrower. */
const NARROWEST = 60;
const WIDEST = 800;
/** The width that a person may give to a column, which is the nearest to `width`; both in pixels. */
export const allowedWidth = (width: number) => Math.min(WIDEST, Math.max(NARROWEST, width));

/** The widths that a person gave to columns, in pixels by the column's id. */
export type Widths = Readonly<Record<string, number>>;

const NO_WIDTHS: Widths = {};

const placeOfWidths = (widthsKey: string) => `skyledger.widths.${widthsKey}`;

/** The widths that a person gave to columns of a table, in pixels by column; null where they gave none. */
export function readWidths(widthsKey: string): Widths | null {
  const kept = localStorage.getItem(placeOfWidths(widthsKey));
  return kept === null ? null : (JSON.parse(kept) as Widths);
}

/** Gives up the widths that are kept under a name. */
export const forgetWidths = (widthsKey: string): void => forgetKept(placeOfWidths(widthsKey));

/** Changes the widths of some columns, in pixels by the column's id; null gives a column its own width again. */
export type SetWidths = (changed: Readonly<Record<string, number | null>>) => void;

/** The columns' sizes and what changes them: widths are kept per person under `widthsKey`. */
export function useColumnWidths<R extends GridRow>({
  columns,
  rows,
  widthsKey,
  startWidths = NO_WIDTHS,
  editing,
  bare = false,
}: Pick<GridProps<R>, 'columns' | 'rows' | 'widthsKey' | 'startWidths' | 'editing' | 'bare'>): {
  sizes: ColumnSize[];
  setWidths: SetWidths;
} {
  // Only the changed width is kept: a width that somebody else saves for another column is seen beside it.
  const [own, setOwn] = useLocalStorage<Widths>({
    key: placeOfWidths(widthsKey),
    defaultValue: NO_WIDTHS,
    getInitialValueInEffect: false,
  });
  const widths = useMemo(() => ({ ...startWidths, ...own }), [startWidths, own]);
  const setWidths = useCallback<SetWidths>(
    (changed) =>
      setOwn((now) => {
        const next = Object.entries({ ...startWidths, ...now, ...changed });
        return Object.fromEntries(
          next.filter((entry): entry is [string, number] => {
            const [id, width] = entry;
            return width !== null && width !== startWidths[id];
          }),
        );
      }),
    [setOwn, startWidths],
  );
  const content = useContentWidths(columns, rows, !bare);
  const edits = editing !== undefined;
  const head = columns.find(({ heads }) => heads) ?? columns[0];
  const sizes = columns.map((column) => {
    const names = column.names === true || column === head;
    return sizeOf({ ...column, names }, widths[column.id], content[column.id], edits);
  });
  return { sizes, setWidths };
}
