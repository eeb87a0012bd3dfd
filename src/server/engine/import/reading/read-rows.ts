import type { DaysRead, HeadingRead, ImportProblem } from '#kernel/csv/csv-import.ts';
import { meaningOf, unknownHeader, type HeaderReading } from '#kernel/csv/import-headings.ts';
import type { Registry } from '#kernel/registry.ts';
import { inTurns } from '../../in-turns.ts';
import { keyColumn, type ImportPart } from '../part.ts';
import { FileProblems, sheetOf } from '../problems.ts';
import type { ImportRow } from '../request.ts';
import { headingsOf } from './headings-read.ts';
import { isBlank, PartReader, type ImportTable, type ReadPart } from './read-part.ts';
import { shareHeaders } from './shared-headers.ts';

/** A file that was read cell by cell, before anything is looked up in the database. */
export interface ReadFile {
  parts: ReadPart[];
  problems: FileProblems;
  ignored: string[];
  /** What each heading was taken for. */
  headings: HeadingRead[];
  /** How columns of days are read that may be read in two orders. */
  days: DaysRead[];
  /** Empty rows. */
  skipped: number;
  /** Rows that were left out because they are wrong, where a file is taken over without them. */
  refused: number;
  /** The fields for which the whole file waits for a second person. */
  held: string[];
}

async function allHeaders(rows: readonly ImportRow[]): Promise<Set<string>> {
  const headers = new Set<string>();
  await inTurns(rows, ({ cells }) => {
    for (const header of Object.keys(cells)) headers.add(header);
  });
  return headers;
}

function unclearHeader(header: string, parts: readonly ImportPart[]): ImportProblem {
  const keys = parts.map((part) => keyColumn(part)?.header).join(', ');
  const message = `'${header.trim()}' may be of several records of a row: ${keys}. Name the columns as the template does.`;
  return { row: 1, column: header, field: header, message };
}

/**
 * Reads every cell by the kind of its field. A blank cell is None where the field may be empty and the
 * field's default where it may not; a column that the file lacks gets the default. Where a file is about several
 * models, a row is about those whose key it has.
 */
export async function readFile(
  registry: Registry,
  parts: readonly ImportPart[],
  tables: readonly ImportTable[],
): Promise<ReadFile> {
  const problems = new FileProblems();
  const readers = parts.map((part) => new PartReader(part, parts.length > 1, problems));
  const ignored = new Set<string>();
  let skipped = 0;
  const headings: HeadingRead[] = [];
  for (const table of tables) {
    const all = [...(await allHeaders(table.rows))];
    const meaning = meaningOf(table.headings);
    const headers = all.filter((header) => meaning(header) !== null);
    const shared = parts.length > 1 ? shareHeaders(registry, parts, headers, meaning) : null;
    const readings = readers.map((reader) =>
      reader.begin(registry, table, shared?.of(reader.declared) ?? headers, meaning),
    );
    for (const header of headers)
      noteUnread(header, { table, parts, readings, unclear: shared?.unclear }, ignored, problems);
    for (const header of all) if (meaning(header) === null && header.trim() !== '') ignored.add(header);
    headings.push(...headingsOf(table, parts, readings, all, meaning));
    await inTurns(table.rows, (written) => {
      const { row, cells } = written;
      if (Object.values(cells).every(isBlank)) {
        skipped += 1;
        return;
      }
      for (const [header, cell] of Object.entries(cells))
        if (header.trim() === '' && !isBlank(cell))
          problems.note({
            row,
            column: header,
            field: header,
            message: `The cell '${String(cell)}' has no header.`,
            ...sheetOf(table),
          });
      const refused = new Set<string>();
      const taken = readers.filter((reader) => reader.read(written, refused));
      if (taken.length > 0) return;
      const keys = parts.map((part) => keyColumn(part)?.header).join(', ');
      const message = `The row has none of ${keys}, so it is about nothing.`;
      problems.note({ row, column: '', field: '', message, ...sheetOf(table) });
    });
  }
  return {
    parts: readers.map((reader) => reader.end()),
    problems,
    ignored: [...ignored],
    headings,
    days: readers.flatMap((reader) => reader.days),
    skipped,
    refused: 0,
    held: [],
  };
}

interface HeadersRead {
  table: ImportTable;
  parts: readonly ImportPart[];
  readings: readonly HeaderReading[];
  /** Those of which it is not known which of several models they are about. */
  unclear: ReadonlyMap<string, readonly ImportPart[]> | undefined;
}

/** Notes a header that fills nothing, and why. */
function noteUnread(
  header: string,
  { table, parts, readings, unclear }: HeadersRead,
  ignored: Set<string>,
  problems: FileProblems,
): void {
  if (readings.some(({ columns }) => columns.has(header)) || header.trim() === '') return;
  if (readings.some((reading) => reading.ignored.includes(header))) ignored.add(header);
  // Both of two headers that stand for one column are known.
  else if (readings.some(({ by }) => by.has(header))) return;
  else {
    const knowing = unclear?.get(header);
    const columns = parts.flatMap((part) => part.columns);
    const problem = knowing ? unclearHeader(header, knowing) : unknownHeader(columns, header);
    problems.note({ ...problem, ...sheetOf(table) });
  }
}
