/** How wide a column is, in pixels. */
export interface ColumnSize {
  /** The width where there is neither room to spare nor too little. */
  natural: number;
  /** The width that it keeps as long as others have some to give away; less than the natural one where it is the first to give. */
  kept: number;
  /** The least that it is cut down to; the natural width for a column that gives nothing away. */
  least: number;
  /** It takes its part of the room to spare. */
  grows: boolean;
}

/** So many columns are in sight where they can be, also of a table that scrolls. */
const IN_SIGHT = 8;

/**
 * The widths of a table's columns as CSS lengths, which follow the width of the nearest container by
 * themselves. Room to spare goes to the columns that grow, by their natural widths; the last column takes
 * it where none does. Room that lacks comes from the columns that can give some away, short values last. Where even that is
 * too little, the table scrolls, and nothing is cut down but what has the first columns all in sight.
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

  const spare = `max(0px, 100cqi - ${natural}px)`;
  // Below the least width the last part is far below zero, so that the columns keep their natural width.
  const lackingOf = (wanted: number, possible: number) =>
    `min(${wanted}px - 100cqi, (100cqi - ${possible}px) * 1000 + 1px)`;
  const lacking = `max(0px, ${lackingOf(natural, least)})`;
  const lackingFirst = `max(0px, min((${least}px - 100cqi) * 1000, ${lackingOf(naturalFirst, leastFirst)}))`;
  return columns.map((column, at) => {
    const more = growers.includes(column) ? ` + ${spare} * ${share(column.natural, grown)}` : '';
    if (column.natural === column.least)
      return more ? `calc(${column.natural}px${more})` : `${column.natural}px`;
    const fewer = givenAway(column, columns, lacking);
    const fewerFirst = at < IN_SIGHT ? givenAway(column, first, lackingFirst) : '';
    return `calc(${column.natural}px${more}${fewer}${fewerFirst})`;
  });
}

/** What a column gives of the room that lacks: first all that hold more than they keep, then those that keep what they need. */
function givenAway(column: ColumnSize, columns: readonly ColumnSize[], lacking: string): string {
  const kept = sum(columns, 'kept');
  const [early, late] = [sum(columns, 'natural') - kept, kept - sum(columns, 'least')];
  const parts = [
    [column.natural - column.kept, early, `min(${lacking}, ${early}px)`],
    [column.kept - column.least, late, `max(0px, ${lacking} - ${early}px)`],
  ] as const;
  return parts
    .filter(([given]) => given > 0)
    .map(([given, all, lacks]) => ` - ${lacks} * ${share(given, all)}`)
    .join('');
}

const sum = (columns: readonly ColumnSize[], what: 'natural' | 'kept' | 'least'): number =>
  columns.reduce((total, column) => total + column[what], 0);

const share = (part: number, whole: number) => Number((part / whole).toFixed(5));
