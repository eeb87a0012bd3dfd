import type { GridColumn, GridRow } from '../types.ts';
import { headingWidth, PILL } from './content-widths.ts';

/** When a column gives room away where columns lack some: those of a lower number first, and others only once these have nothing left. */
const GIVES = {
  /** Its values have no room even where there is much, such as addresses and descriptions: they are cut anyway. */
  first: 0,
  second: 1,
  /** It names the row, and has room for its values where there is much. */
  third: 2,
  /** Short values, such as a number: nobody knows one by a part of it. */
  last: 3,
} as const;

/** How wide a column is, in pixels. */
export interface ColumnSize {
  /** The width where there is neither room to spare nor too little. */
  natural: number;
  /** The least that it is cut down to; the natural width for a column that gives nothing away. */
  least: number;
  gives: (typeof GIVES)[keyof typeof GIVES];
  /** It takes its part of the room to spare. */
  grows: boolean;
}

/** How much of its width a column that shrinks keeps, where its header is not wider. */
const KEPT = 0.55;
/** How much of its width a column of long texts takes, and one that names the row. */
const MOST = 1.5;
const MOST_OF_NAMES = 1.6;
/** Pixels that an input of words needs at least. */
const INPUT = 100;
/** The same for a choice above a column, such as All. */
const CHOICE = 72;
/** Values of at most so many pixels are short, such as the number of an account; what names a row keeps as many. */
const WHOLE = 124;
/** What names the row is short up to here, such as a person. */
const WHOLE_NAME = 160;

/**
 * How wide a column is: as wide as its values, within what its kind allows.
 * @param own the width that a person gave it
 * @param content pixels that its values need; undefined while none is known
 * @param edits its values may be inputs
 */
export function sizeOf<R extends GridRow>(
  column: Pick<GridColumn<R>, 'header' | 'width' | 'grows' | 'shrinks' | 'names' | 'tone' | 'search'>,
  own: number | undefined,
  content: number | undefined,
  edits: boolean,
): ColumnSize {
  if (own !== undefined) return { natural: own, least: own, gives: GIVES.last, grows: false };
  const { width, shrinks = false, names = false, grows = false } = column;
  // An input of a day or a choice needs the room of its kind.
  const input = shrinks ? Math.min(width, INPUT) : width;
  const choice = column.search && !shrinks ? CHOICE : 0;
  const header = Math.max(headingWidth(column.header), edits ? input : choice);
  const most = Math.round(width * (shrinks ? (names ? MOST_OF_NAMES : MOST) : 1));
  const natural = Math.max(header, Math.min(content ?? width, most));
  const kept = Math.max(Math.round(width * KEPT), names ? WHOLE : 0);
  const least = shrinks ? Math.max(header, Math.min(natural, kept)) : natural;
  return { natural, least, gives: placeOf(content, most, column), grows };
}

function placeOf<R extends GridRow>(
  content: number | undefined,
  most: number,
  { names = false, tone }: Pick<GridColumn<R>, 'names' | 'tone'>,
): ColumnSize['gives'] {
  const short = (names ? WHOLE_NAME : WHOLE) + (tone ? PILL : 0);
  if (content !== undefined && content <= short) return GIVES.last;
  if (content !== undefined && content > most) return names ? GIVES.second : GIVES.first;
  return names ? GIVES.third : GIVES.second;
}
