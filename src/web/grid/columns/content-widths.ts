import { useMemo, useState } from 'react';
import type { GridColumn, GridRow } from '../types.ts';

/** The size of a table's letters in pixels. */
const SIZE = 13;
/** The padding of a cell, and the room around a value that is coloured. */
const PADDING = 18;
export const PILL = 16;
/** The padding of a heading, which is wider at the side where a mark shows the order. */
const HEADING = 24;
/** Headings are heavier than values. */
const HEAVIER = 1.06;
/** The letters of the first column are heavier; a browser that rounds them up, as Firefox does, cut days in it. */
const LEADS = 2;
/** Rows that are looked at; the widest of so many is hardly ever surpassed by much. */
const MOST_ROWS = 100;

/** How wide a letter of the portal's typeface is, about, by its size. */
function widthOfLetter(letter: string): number {
  if (/[ijlft.,:;!|'()[\] ]/.test(letter)) return 0.34;
  if (/[mwMW@%]/.test(letter)) return 0.9;
  return /[A-Z0-9_]/.test(letter) ? 0.66 : 0.58;
}

/** How wide a text is on one line, about, in pixels; without asking the browser, which would lay the page out for that. */
export const textWidth = (text: string): number =>
  SIZE * Array.from(text, widthOfLetter).reduce((sum, width) => sum + width, 0);

/** The least width of a heading in pixels, which takes two lines where that makes it narrower. */
export function headingWidth(header: string): number {
  const words = header.split(' ');
  const lines = words.map((_word, at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')]);
  const widths = lines.map((both) => Math.max(...both.map(textWidth)));
  return Math.ceil(Math.min(...widths) * HEAVIER) + HEADING;
}

/** Pixels that the widest value of each column needs, by column. */
export type ContentWidths = Readonly<Record<string, number>>;

function contentWidths<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  rows: readonly (R | undefined)[],
): ContentWidths {
  const seen = rows.slice(0, MOST_ROWS).filter((row) => row !== undefined);
  if (seen.length === 0) return NONE;
  return Object.fromEntries(
    columns.flatMap(({ id, text, tone, ofOwn, beside = 0 }, at) => {
      if (ofOwn) return [];
      const widths = seen.map((row) => textWidth(text(row)) + (tone?.(row) ? PILL : 0));
      const padding = at === 0 ? PADDING + LEADS : PADDING;
      return [[id, Math.ceil(Math.max(...widths)) + beside + padding]];
    }),
  );
}

const NONE: ContentWidths = {};

/**
 * The widths that values need, of all rows that were shown so far: while one pages and searches, columns give way to longer values
 * and do not shrink back and forth.
 * @param isList the rows are values; false for a table with inputs alone
 */
export function useContentWidths<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  rows: readonly (R | undefined)[],
  isList: boolean,
): ContentWidths {
  const [known, setKnown] = useState(NONE);
  const now = useMemo(() => (isList ? contentWidths(columns, rows) : NONE), [columns, rows, isList]);
  const wider = Object.entries(now).filter(([id, width]) => width > (known[id] ?? 0));
  if (wider.length === 0) return known;
  const next = { ...known, ...Object.fromEntries(wider) };
  setKnown(next);
  return next;
}

/** Pixels beside the content of a card: of the page, of the box that selects it, and of the buttons beside its name. */
const AROUND_CARD = 86;
const CARD_BUTTONS = 84;
/** Between two values of a card. */
const CARD_GAP = 14;
/** The letters of a card's name and of its values, by those of a table. */
const CARD_NAME = 14 / SIZE;
const CARD_VALUE = 12 / SIZE;

/**
 * How many lines the card of each row has on a narrow screen. Cards are of one height, so a single one that needs more decides.
 * @param screen how wide the screen is, in pixels
 * @returns 2 where a line for the name and one for all values are enough for every card, 4 where a name takes two lines, otherwise 3
 */
export function cardLines<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  rows: readonly (R | undefined)[],
  screen: number,
): 2 | 3 | 4 {
  const head = columns.find(({ heads }) => heads) ?? columns[0];
  if (!head || rows.length === 0 || rows.length > MOST_ROWS) return 3;
  const room = screen - AROUND_CARD;
  const nameRoom = room - CARD_BUTTONS;
  if (rows.some((row) => row && textWidth(head.text(row)) * CARD_NAME > nameRoom)) return 4;
  if (columns.some(({ ofOwn }) => ofOwn)) return 3;
  const isLow = rows.every((row) => {
    if (row === undefined) return false;
    const values = columns.map((column) => {
      const text = column.text(row);
      if (column === head || text === '') return 0;
      const words = column.named ? `${column.header}: ${text}` : text;
      return textWidth(words) * CARD_VALUE + CARD_GAP + (column.tone?.(row) ? PILL : 0);
    });
    return values.reduce((sum, width) => sum + width, 0) <= room;
  });
  return isLow ? 2 : 3;
}
