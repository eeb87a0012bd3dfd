import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import type { ColumnSize } from './columns/column-widths.ts';
import { headingWidth, useContentWidths } from './columns/content-widths.ts';
import { forgetKept } from './forget-kept.ts';
import type { GridColumn, GridProps, GridRow } from './types.ts';

/** Pixels between which a person may make a column wider or narrower. */
const NARROWEST = 60;
const WIDEST = 800;
/** The width that a person may give to a column, which is the nearest to `width`; both in pixels. */
export const allowedWidth = (width: number) => Math.min(WIDEST, Math.max(NARROWEST, width));

/** How much of its width a column that shrinks keeps, where its header is not wider. */
const KEPT = 0.55;
/** How much of its width a column of long texts takes. */
const MOST = 1.5;
/** Pixels that an input of words needs at least. */
const INPUT = 100;
/** Values of at most so many pixels, such as the number of an account, are cut last: nobody knows one by a part of it. */
const WHOLE = 128;
/** The same for what names the row, such as a person. */
const WHOLE_NAME = 164;

/**
 * How wide a column is: as wide as its values, within what its kind allows.
 * @param content pixels that its values need; undefined while none is known
 * @param edits its values may be inputs
 * @param names it names the row
 */
function sizeOf<R extends GridRow>(
  column: GridColumn<R>,
  own: number | undefined,
  content: number | undefined,
  edits: boolean,
  names: boolean,
): ColumnSize {
  if (own !== undefined) return { natural: own, kept: own, least: own, grows: false };
  // An input of a day or a choice needs the room of its kind.
  const input = column.shrinks ? Math.min(column.width, INPUT) : column.width;
  const header = Math.max(headingWidth(column.header), edits ? input : 0);
  const most = Math.round(column.width * (column.shrinks ? MOST : 1));
  const natural = Math.max(header, Math.min(content ?? column.width, most));
  const isWhole = content !== undefined && content <= (names ? WHOLE_NAME : WHOLE);
  const least = column.shrinks
    ? Math.max(header, Math.min(natural, Math.round(column.width * KEPT)))
    : natural;
  return { natural, kept: isWhole ? natural : least, least, grows: column.grows === true };
}

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
  const sizes = columns.map((column) =>
    sizeOf(column, widths[column.id], content[column.id], edits, column === head),
  );
  return { sizes, setWidths };
}
