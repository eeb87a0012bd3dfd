import { readCell, readHeaders, type HeaderReading, type ImportColumn } from '#kernel/csv-import.ts';
import { asReference } from '#kernel/fields/kinds.ts';
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
  /** References as the file writes them, by field. */
  references: Map<string, WrittenReference[]>;
  /** Empty rows. */
  skipped: number;
}

/** What a file writes of a record that it refers to, and the rows that write just that. */
export interface WrittenReference {
  text: string;
  /** What stands beside it to tell it apart, by the target's field; null where the cell is blank. */
  beside: ReadonlyMap<string, string | null>;
  drafts: Draft[];
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
  const references = new WrittenReferences();
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
    for (const { name, column, text } of references.end(draft))
      problems.add(draft, name, `${column.label} '${text}' says nothing without the ${column.field.label}.`);
  }
  const { columns, ignored } = reading;
  return {
    columns,
    ignored,
    problems,
    drafts,
    references: references.all,
    skipped: rows.length - drafts.length,
  };

  function readInto(draft: Draft, column: ImportColumn, cell: unknown): void {
    const { name, field } = column;
    const result = readCell(column, cell);
    if (result !== null && 'error' in result) problems.add(draft, name, result.error);
    else if (column.narrows !== null)
      references.beside(column, result === null ? null : String(result.value));
    else if (result === null) {
      if (field.nullable) draft.values[name] = null;
    } else if (asReference(field)) references.shown(name, String(result.value));
    else draft.values[name] = result.value;
  }
}

/** Collects the references of one row after the other. */
class WrittenReferences {
  readonly #texts = new Map<string, string>();
  readonly #beside = new Map<string, { column: ImportColumn; text: string | null }[]>();
  readonly #byKey = new Map<string, WrittenReference>();
  readonly all: ReadRows['references'] = new Map();

  shown(name: string, text: string): void {
    this.#texts.set(name, text);
  }

  beside(column: ImportColumn, text: string | null): void {
    const known = this.#beside.get(column.name);
    if (known) known.push({ column, text });
    else this.#beside.set(column.name, [{ column, text }]);
  }

  /** Ends the row; answers what stands beside a reference that is blank. */
  *end(draft: Draft): Generator<{ name: string; column: ImportColumn; text: string }> {
    for (const [name, text] of this.#texts) {
      const beside = this.#beside.get(name) ?? [];
      this.#beside.delete(name);
      const key = JSON.stringify([name, text, ...beside.map((one) => one.text)]);
      const same = this.#byKey.get(key);
      if (same) {
        same.drafts.push(draft);
        continue;
      }
      const narrowing = beside.map(({ column, text: value }) => [column.narrows ?? '', value] as const);
      const written = { text, beside: new Map(narrowing), drafts: [draft] };
      this.#byKey.set(key, written);
      const others = this.all.get(name);
      if (others) others.push(written);
      else this.all.set(name, [written]);
    }
    for (const [name, lonely] of this.#beside)
      for (const { column, text } of lonely) if (text !== null) yield { name, column, text };
    this.#texts.clear();
    this.#beside.clear();
  }
}
