import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { importColumns, type ImportProblem } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { saveFile } from '#web/data/save-file.ts';

const cell = (text: string) => {
  const safe = neutraliseCell(text);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A CSV file as spreadsheet programs open it: byte-order mark, commas, CRLF; no cell runs as a formula. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** Saves an empty worksheet that has the headers of an import. */
export function saveTemplate(resource: Resource): void {
  const headers = importColumns(resource).map((column) => column.header);
  saveFile(`${resource.name}_template.csv`, new Blob([csvText([headers])], { type: 'text/csv' }));
}

/** Saves what is wrong with a file, to mend it row by row. */
export function saveProblems(resource: Resource, problems: readonly ImportProblem[]): void {
  const rows = problems.map(({ row, column, message, detail }) => [
    String(row),
    column,
    detail ? `${message} ${detail}` : message,
  ]);
  const text = csvText([['row', 'column', 'problem'], ...rows]);
  saveFile(`${resource.name}_import_problems.csv`, new Blob([text], { type: 'text/csv' }));
}
