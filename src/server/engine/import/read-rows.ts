import { readCell, readHeaders, type HeaderReading, type ImportColumn } from '#kernel/csv-import.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Breather } from './breather.ts';
import { newDraft, Problems, type Draft } from './draft.ts';
import type { ImportRow } from './request.ts';

/** The rows of a file, read cell by cell, before anything is looked up in the database. */
export interface ReadRows {
  columns: ReadonlyMap<string, ImportColumn>;
  ignored: string[];
  problems: Problems;
  drafts: Draft[];
  /** References as the file writes them, by field: what is shown → the rows that show it. */
  shown: Map<string, Map<string, Draft[]>>;
  /** Empty rows. */
  skipped: number;
}

async function allHeaders(rows: readonly ImportRow[], breather: Breather): Promise<Set<string>> {
  const headers = new Set<string>();
  for (const { cells } of rows) {
    for (const header of Object.keys(cells)) headers.add(header);
    if (breather.due()) await breather.rest();
  }
  return headers;
}

const isBlank = (cell: unknown) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/**
 * Reads every cell by the kind of its field. A blank cell is None where the field may be empty and the
 * field's default where it may not; a column that the file lacks gets the default.
 */
export async function readRows(
  registry: Registry,
  resource: Resource,
  rows: readonly ImportRow[],
  breather: Breather,
): Promise<ReadRows> {
  const reading: HeaderReading = readHeaders(registry, resource, await allHeaders(rows, breather));
  const problems = new Problems(resource, reading.columns);
  for (const problem of reading.problems) problems.note(problem);
  const shown: ReadRows['shown'] = new Map();
  for (const { field, name } of reading.columns.values())
    if (field.kind === 'ref') shown.set(name, new Map());

  const drafts: Draft[] = [];
  for (const { row, cells } of rows) {
    if (breather.due()) await breather.rest();
    if (Object.values(cells).every(isBlank)) continue;
    const draft = newDraft(row);
    drafts.push(draft);
    for (const [header, cell] of Object.entries(cells)) {
      const column = reading.columns.get(header);
      if (column) readInto(draft, column, cell);
      else if (header.trim() === '' && !isBlank(cell))
        problems.note({
          row,
          column: header,
          field: header,
          message: `The cell '${String(cell)}' has no header.`,
        });
    }
  }
  const { columns, ignored } = reading;
  return { columns, ignored, problems, drafts, shown, skipped: rows.length - drafts.length };

  function readInto(draft: Draft, column: ImportColumn, cell: unknown): void {
    const { name, field } = column;
    const result = readCell(column, cell);
    if (result === null) {
      if (field.nullable) draft.values[name] = null;
    } else if ('error' in result) problems.add(draft, name, result.error);
    else if (field.kind === 'ref') {
      const text = String(result.value);
      const byText = shown.get(name);
      const same = byText?.get(text);
      if (same) same.push(draft);
      else byText?.set(text, [draft]);
    } else draft.values[name] = result.value;
  }
}
