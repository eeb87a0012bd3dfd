import { FIRST_ROW } from '#kernel/csv/csv-import.ts';
import type { SaidOfFile } from '#kernel/csv/column-readings.ts';
import { invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { readBody } from '../request-body.ts';
import { readNotation, notationSchema } from './notation.ts';

/** Most rows of one import. */
export const MOST_ROWS = 100_000;

/** One parsed row of the file, and its position. */
export interface ImportRow {
  row: number;
  cells: Record<string, unknown>;
  /** Why cells of a workbook cannot be believed, by header, as the end of a sentence that begins with the cell. */
  faults?: Readonly<Record<string, string>>;
  /** The merged cells, such as A2:A3, whose first row has the text of a cell, by header. */
  merged?: Readonly<Record<string, string>>;
}

export interface ImportRequest {
  rows: ImportRow[];
  dryRun: boolean;
  /** Whether rows may update the records that their key finds. */
  update: boolean;
  /** How its texts are written. */
  notation: SaidOfFile;
}

const MEMBERS = new Set(['data', 'dry_run', 'row_numbers', 'update', ...Object.keys(notationSchema)]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the body of an import: `{ data: [{ header: cell, … }, …], dry_run?, row_numbers?, update? }`, bare or
 * wrapped in the model's name. `row_numbers` says for each row in which line of the file it is; without it
 * the rows follow the header without a gap.
 * Throws 400, 413 above MOST_ROWS, and 422 that names every wrong member.
 */
export function readImportRequest(resource: Resource, body: unknown): ImportRequest {
  const request = readBody(resource, body);
  const errors: FieldError[] = [];
  const refuse = (field: string, message: string) => errors.push({ field, message });

  for (const name of Object.keys(request))
    if (!MEMBERS.has(name)) refuse(name, `${name} is not a member of an import.`);
  const { data, dry_run: dryRun = false, row_numbers: numbers, update = false } = request;
  if (typeof dryRun !== 'boolean') refuse('dry_run', 'dry_run must be true or false.');
  if (typeof update !== 'boolean') refuse('update', 'update must be true or false.');
  else if (update && resource.csv?.import?.key === undefined)
    refuse('update', `An import of ${resource.label[1]} only adds records.`);
  if (!Array.isArray(data)) refuse('data', 'data must be the list of the rows, one object per row.');
  else if (data.length > MOST_ROWS) {
    const sentence = `The file has ${data.length} rows; an import takes at most ${MOST_ROWS}. Please split the file.`;
    throw new Refusal(413, sentence);
  }
  const rows: unknown[] = Array.isArray(data) ? data : [];
  if (numbers !== undefined && !areLines(numbers, rows.length))
    refuse('row_numbers', 'row_numbers must hold the line number of every row.');
  const odd = rows.findIndex((cells) => !isObject(cells));
  if (odd >= 0) refuse('data', `data[${odd}] must be an object of header and cell.`);
  const notation = readNotation(request, errors);
  if (errors.length > 0) throw invalid(errors);

  const lines = numbers as number[] | undefined;
  return {
    dryRun: dryRun === true,
    update: update === true,
    notation,
    rows: rows.map((cells, at) => ({
      row: lines?.[at] ?? at + FIRST_ROW,
      cells: cells as Record<string, unknown>,
    })),
  };
}

const areLines = (numbers: unknown, count: number): numbers is number[] =>
  Array.isArray(numbers) &&
  numbers.length === count &&
  numbers.every((line: unknown) => Number.isSafeInteger(line) && Number(line) >= 1);
