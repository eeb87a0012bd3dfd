/** How wide a column is, in pixels. */
export interface ColumnSize {
  /** The width where there is neither room to spare nor too little. */
  natural: number;
  /** The least that it is cut down to; the natural width for a column that gives nothing away. */
  least: number;
  /** It takes its part of the room to spare. */
  grows: boolean;
}

/**
 * The widths of a table's columns as CSS lengths, which follow the width of the nearest container by
 * themselves. Room to spare goes to the columns that grow, by their natural widths; the last column takes
 * it where none does. Room that lacks comes from the columns that can give some away. Where even that is
 * too little, the table scrolls, and then nothing is cut down.
 * @param beside the width of the parts beside the columns in the same table, in pixels
 */
export function columnWidths(columns: readonly ColumnSize[], beside: number): string[] {
  const sum = (pixels: (column: ColumnSize) => number) =>
    columns.reduce((total, column) => total + pixels(column), 0);
  const natural = sum((column) => column.natural) + beside;
  const least = sum((column) => column.least) + beside;
  const growing = columns.filter(({ grows }) => grows);
  const growers = growing.length > 0 ? growing : columns.slice(-1);
  const grown = growers.reduce((total, column) => total + column.natural, 0);

  const spare = `max(0px, 100cqi - ${natural}px)`;
  // Below the least width the second part is far below zero, so that the columns keep their natural width.
  const lacking = `max(0px, min(${natural}px - 100cqi, (100cqi - ${least}px) * 1000 + 1px))`;
  return columns.map((column) => {
    const given = column.natural - column.least;
    if (growers.includes(column)) {
      const more = `${spare} * ${share(column.natural, grown)}`;
      const fewer = given > 0 ? ` - ${lacking} * ${share(given, natural - least)}` : '';
      return `calc(${column.natural}px + ${more}${fewer})`;
    }
    if (given > 0) return `calc(${column.natural}px - ${lacking} * ${share(given, natural - least)})`;
    return `${column.natural}px`;
  });
}

const share = (part: number, whole: number) => Number((part / whole).toFixed(5));
