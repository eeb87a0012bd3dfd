import type { HeadingRead, ImportColumn } from '#kernel/csv/csv-import.ts';
import { suggestedColumn, type HeaderReading, type Meaning } from '#kernel/csv/import-headings.ts';
import type { ImportPart } from '../part.ts';
import { sheetOf, shortened } from '../problems.ts';
import type { ImportRow } from '../request.ts';

interface Table {
  sheet: string | null;
  rows: readonly ImportRow[];
}

/** Headings of a table that are reported: what has more, or longer ones, was not made by a person. */
const MOST_HEADINGS = 300;
const LONGEST_HEADING = 300;
/** Rows in which an example is looked for. */
const ROWS_WITH_EXAMPLES = 1000;
/** Characters of an example: enough to know what a column is about. */
const LONGEST_EXAMPLE = 60;

/** Says of each heading of a table what it was taken for, with an example of what is below it. */
export function headingsOf(
  table: Table,
  parts: readonly ImportPart[],
  readings: readonly HeaderReading[],
  headers: readonly string[],
  meaning: Meaning,
): HeadingRead[] {
  const named = headers
    .filter((header) => header.trim() !== '' && header.length <= LONGEST_HEADING)
    .slice(0, MOST_HEADINGS);
  const examples = examplesOf(table, named);
  const columns = parts.flatMap((part) => part.columns);
  return named.map((heading) => {
    const by = readings.map((reading) => reading.by.get(heading)).find((one) => one !== undefined);
    const read = { heading, example: examples.get(heading) ?? null, ...sheetOf(table) };
    if (meaning(heading) === null) return { ...read, takes: null, by: 'said' };
    if (by) return { ...read, takes: takenFor(readings, heading)?.header ?? null, by };
    const suggests = suggestedColumn(columns, heading);
    return { ...read, takes: null, by: null, ...(suggests !== undefined && { suggests }) };
  });
}

/** The column that a heading stands for, also where another one stands for it already. */
function takenFor(readings: readonly HeaderReading[], heading: string): ImportColumn | undefined {
  for (const { columns, problems } of readings) {
    const name = problems.find(({ column }) => column === heading)?.field;
    const found = columns.get(heading) ?? [...columns.values()].find((column) => column.name === name);
    if (found) return found;
  }
  return undefined;
}

/** The first cell below each header that is not blank, where it is not far down. */
function examplesOf({ rows }: Table, headers: readonly string[]): Map<string, string> {
  const examples = new Map<string, string>();
  const open = new Set(headers);
  for (const { cells } of rows.slice(0, ROWS_WITH_EXAMPLES)) {
    for (const header of open) {
      const cell = cells[header];
      const text = typeof cell === 'object' ? '' : String(cell ?? '').trim();
      if (text === '') continue;
      examples.set(header, shortened(text, LONGEST_EXAMPLE));
      open.delete(header);
    }
    if (open.size === 0) break;
  }
  return examples;
}
