import type { ColumnSize } from './column-size.ts';

/** So many columns are in sight where they can be, also of a table that scrolls. */
const IN_SIGHT = 8;

/** What the rows have beside a scroll bar; `.scroller` has it. */
const ROOM = 'var(--room)';

/**
 * The widths of a table's columns as CSS lengths, which follow the room by themselves. Room to spare goes to the columns that
 * grow, by their natural widths; the last column takes it where none does. Room that lacks comes from the columns that can give some
 * away, each in its turn (`GIVES`). Where even that is too little, the table scrolls, and nothing is cut down but what has the first
 * columns all in sight.
 * @param beside the width of the parts beside the columns in the same table, in pixels
 */
export function columnWidths(columns: readonly ColumnSize[], beside: number): string[] {
  const first = columns.slice(0, IN_SIGHT);
  const natural = sum(columns, 'natural') + beside;
  const least = sum(columns, 'least') + beside;
  const [naturalFirst, leastFirst] = [sum(first, 'natural') + beside, sum(first, 'least') + beside];
  const growing = columns.filter(({ grows }) => grows);
  const growers = growing.length > 0 ? growing : columns.slice(-1);
  const grown = sum(growers, 'natural');

  const spare = `max(0px, ${ROOM} - ${natural}px)`;
  // Below the least width the last part is far below zero, so that the columns keep their natural width.
  const lackingOf = (wanted: number, possible: number) =>
    `min(${wanted}px - ${ROOM}, (${ROOM} - ${possible}px) * 1000 + 1px)`;
  const lacking = lackingOf(natural, least);
  const lackingFirst = `min((${least}px - ${ROOM}) * 1000, ${lackingOf(naturalFirst, leastFirst)})`;
  return columns.map((column, at) => {
    const more = growers.includes(column) ? ` + ${spare} * ${share(column.natural, grown)}` : '';
    const fewer = givenAway(column, columns, lacking);
    const fewerFirst = at < IN_SIGHT ? givenAway(column, first, lackingFirst) : '';
    const changes = `${more}${fewer}${fewerFirst}`;
    return changes ? `calc(${column.natural}px${changes})` : `${column.natural}px`;
  });
}

/** What a column gives of the room that lacks: its part of what is left once all that give before it have nothing left. */
function givenAway(column: ColumnSize, columns: readonly ColumnSize[], lacking: string): string {
  const gift = givable([column]);
  if (gift === 0) return '';
  const before = givable(columns.filter(({ gives }) => gives < column.gives));
  const turn = givable(columns.filter(({ gives }) => gives === column.gives));
  return ` - clamp(0px, ${lacking} - ${before}px, ${turn}px) * ${share(gift, turn)}`;
}

const givable = (columns: readonly ColumnSize[]): number => sum(columns, 'natural') - sum(columns, 'least');

const sum = (columns: readonly ColumnSize[], what: 'natural' | 'least'): number =>
  columns.reduce((total, column) => total + column[what], 0);

const share = (part: number, whole: number) => Number((part / whole).toFixed(5));
