import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { MOST_IN_BATCH } from '#calls/batches.ts';
import { XLSX_TYPE } from '#calls/shapes.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import { restoreCell } from '#kernel/csv/csv-cells.ts';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { readTables, type FileTable } from '#server/platform/files/tables/read-tables.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';

/** Stands behind the headings of what must be filled in. */
const REQUIRED = ' *';

/** A column of a worksheet: a field of the form. */
interface Column {
  name: string;
  field: Field;
  header: string;
}

/** The columns of a worksheet of requests, in the order of the form. */
const columnsOf = ({ groups, fields }: CloudRequest): Column[] =>
  groups.flatMap((group) =>
    group.fields.flatMap((name) => {
      const field = fields[name];
      if (!field) return [];
      const isDemanded = field.writing === 'required' && kindOf(field).preset(field, '') === undefined;
      return [{ name, field, header: `${field.label}${isDemanded ? REQUIRED : ''}` }];
    }),
  );

/** Sends an empty worksheet. */
export function sendSheet(reply: FastifyReply, request: CloudRequest, format: 'xlsx' | 'csv'): FastifyReply {
  const columns = columnsOf(request);
  const name = `${request.name}s.${format}`;
  if (format === 'csv') {
    const text = BYTE_ORDER_MARK + csvLines([columns.map(({ header }) => header)]);
    return asDownload(reply, name, 'text/csv; charset=utf-8').send(text);
  }
  const sheet = {
    name: `${request.label}s`,
    // Texts, so that a spreadsheet takes no leading zero off a cost center.
    columns: columns.map(({ header }) => ({ header, kind: 'text' as const })),
    rows: noRows(),
  };
  return asDownload(reply, name, XLSX_TYPE).send(writeXlsx([sheet]));
}

const noRows = (): AsyncIterable<readonly (readonly unknown[])[]> => Readable.from([]);

/** A row of a worksheet as its cells say it. */
export interface SheetRow {
  /** As people see the file: the header is row 1. */
  row: number;
  values: Values;
  /** Cells that are no value of their field. */
  errors: FieldError[];
}

/** The rows of a worksheet that are not empty, and the headings that are no column of it. */
interface SheetRows {
  rows: SheetRow[];
  ignored: string[];
}

/**
 * Reads a worksheet of requests. Its headings are those of the empty one, with or without the star, or the names of the fields.
 * @throws {Refusal} 413, 422 for what cannot be read, holds no row or too many
 */
export async function readSheet(
  request: CloudRequest,
  bytes: Uint8Array<ArrayBuffer>,
  encoding?: OtherEncoding,
): Promise<SheetRows> {
  const { tables } = await readTables(bytes, ['csv', 'xlsx'], { encoding });
  const [table, ...others] = tables.filter(({ rows }) => rows.length > 0);
  if (others.length > 0) throw unfit('The workbook has rows in several sheets. Send one sheet.');
  const filled = table ? filledRows(table) : [];
  if (filled.length === 0)
    throw unfit('The worksheet has no row below its headings. Fill in one row for each account.');
  if (filled.length > MOST_IN_BATCH)
    throw unfit(
      `The worksheet has ${filled.length} rows; at most ${MOST_IN_BATCH} are taken at once. Split it.`,
    );
  const headings = [...new Set(filled.flatMap(({ cells }) => Object.keys(cells)))];
  const columns = columnsOf(request);
  const known = new Map(headings.map((heading) => [heading, columnOf(columns, heading)]));
  const found = [...known.values()].filter((column) => column !== undefined);
  if (found.length === 0)
    throw unfit(
      `None of its headings is a column of ${request.label}s. Download the empty worksheet, and fill that in.`,
    );
  const twice = found.find((column, at) => found.indexOf(column) !== at);
  if (twice) throw unfit(`Two of its headings stand for ${twice.field.label}. Remove one.`);
  const rows = filled.map(({ row, cells, faults = {} }) => readRow(row, cells, faults, known));
  return { rows, ignored: headings.filter((heading) => !known.get(heading)) };
}

const unfit = (message: string): Refusal =>
  new Refusal(422, message, { errors: [{ field: 'file', message }] });

const filledRows = ({ rows }: FileTable) =>
  rows.filter(({ cells }) => Object.values(cells).some((cell) => cell.trim() !== ''));

const plain = (heading: string) =>
  heading
    .replace(/\s*\*\s*$/, '')
    .trim()
    .toLowerCase();

const columnOf = (columns: readonly Column[], heading: string): Column | undefined =>
  columns.find(({ field }) => plain(field.label) === plain(heading)) ??
  columns.find(({ name }) => plain(name) === plain(heading));

function readRow(
  row: number,
  cells: Readonly<Record<string, string>>,
  faults: Readonly<Record<string, string>>,
  known: ReadonlyMap<string, Column | undefined>,
): SheetRow {
  const values: Values = {};
  const errors: FieldError[] = [];
  for (const [heading, written] of Object.entries(cells)) {
    const column = known.get(heading);
    const cell = restoreCell(written).trim();
    if (!column || cell === '') continue;
    const { name, field } = column;
    const fault = faults[heading];
    const read = fault === undefined ? readCell(field, cell) : { error: `'${cell}' ${fault}` };
    if ('error' in read) errors.push({ field: name, message: read.error });
    else values[name] = read.value;
  }
  return { row, values, errors };
}

/** Lists whose texts may have commas between them are read as their form reads them. */
const readCell = (field: Field, cell: string) =>
  'commas' in field && field.commas ? { value: cell } : kindOf(field).parseCell(field, cell);
