import { colToLetter } from 'hucre/xlsx';
import type { Portioner } from './portioner.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { TablePart, TableRow } from './table-rows.ts';
import { demandCell, whereOf } from './table-bounds.ts';
import { UnreadableFile } from './unreadable.ts';
import { isBlank, type WorkbookSheet } from './workbook-sheets.ts';

/** Rows of one cell that may stand above the header: a title, who made the sheet, and when. */
const MOST_TITLES = 5;

interface Header {
  row: number;
  names: readonly string[];
}

/**
 * The rows of a sheet below its header, portion by portion: the first row that is not empty, where no title is above it.
 * @throws {UnreadableFile} for headers that cannot be read, and what holds too much
 */
export async function* sheetTable(
  { name, rows }: WorkbookSheet,
  portioner: Portioner,
): AsyncGenerator<TablePart> {
  let header: Header | null = null;
  let first: SheetRow[] | null = [];
  for await (const row of rows(portioner.bounds)) {
    if (isBlank(row.cells)) continue;
    if (header) {
      yield* portioner.add(name, tableRow(row, header, name));
      continue;
    }
    first?.push(row);
    if (!first || (first.length <= MOST_TITLES && isTitle(row))) continue;
    // Where more than titles say one thing alone, the sheet has one column.
    const below: SheetRow[] = isTitle(row) ? first : [row];
    first = null;
    const [head, ...data] = below;
    if (!head) continue;
    header = headerOf(head, name);
    for (const one of data) yield* portioner.add(name, tableRow(one, header, name));
  }
  const [head, ...data] = first ?? [];
  if (head) {
    header = headerOf(head, name);
    for (const one of data) yield* portioner.add(name, tableRow(one, header, name));
  }
  yield* portioner.rest(name);
}

const isTitle = ({ cells }: SheetRow) => cells.filter((cell) => cell !== '').length === 1;

function headerOf({ row, cells }: SheetRow, sheet: string | null): Header {
  const seen = new Set<string>();
  const place = sheet === null ? '' : `Sheet ${sheet}: `;
  for (const header of cells) {
    if (header === '') continue;
    demandCell(header, { row, column: header, ...(sheet !== null && { sheet }) });
    if (header === '__proto__')
      throw new UnreadableFile(`${place}'__proto__' cannot be a header. Please rename it.`);
    if (seen.has(header.toLowerCase()))
      throw new UnreadableFile(`${place}The column ${header} stands twice.`);
    seen.add(header.toLowerCase());
  }
  return { row, names: cells };
}

/** A row by its headers, with what merged cells say of it. */
function tableRow(sheetRow: SheetRow, header: Header, sheet: string | null): TableRow {
  const { row, cells } = sheetRow;
  const { names } = header;
  const stray = cells.findIndex((cell, at) => cell !== '' && (names[at] ?? '') === '');
  if (stray >= 0) {
    const text = (cells[stray] ?? '').slice(0, 60).toWellFormed();
    throw new UnreadableFile(
      `${whereOf(sheet, row)}, column ${colToLetter(stray)}: the cell '${text}' has no header.`,
    );
  }
  const faults = new Map<string, string>();
  const merged = new Map<string, string>();
  const texts = [...cells];
  for (const [at, fault] of sheetRow.faults ?? []) faults.set(names[at] ?? '', fault);
  for (const { column, range, from, text, fault, isAcross } of sheetRow.covered ?? []) {
    const name = names[column] ?? '';
    if (from <= header.row || name === '') continue;
    if (isAcross)
      faults.set(
        name,
        `is part of the merged cells ${range}, which show '${text.slice(0, 60).toWellFormed()}'. Unmerge them, so that it is clear which column says it.`,
      );
    else {
      texts[column] = text;
      merged.set(name, range);
      if (fault !== undefined) faults.set(name, fault);
    }
  }
  const pairs = names.flatMap((name, at) => (name === '' ? [] : [[name, texts[at] ?? ''] as const]));
  return {
    row,
    cells: Object.fromEntries(pairs),
    ...(faults.size > 0 && { faults: Object.fromEntries(faults) }),
    ...(merged.size > 0 && { merged: Object.fromEntries(merged) }),
  };
}
