import { restoreCell } from './csv-cells.ts';
import { isDemanded, isWritten, type CellResult, type ColumnReading } from '../fields/field.ts';
import { FAILED_FORMULA, isErrorValue } from '../fields/written-text.ts';
import { asLookup, kindOf, referencesOf, type Field } from '../fields/kinds.ts';
import { csvHeader, csvProperty } from './columns.ts';
import type { CsvColumn, ImportSpec, Resource } from '../resource.ts';
import type { DateOrder } from '../reading/days.ts';
import { textProblem } from '../storable.ts';
import { givenStamps } from '../system-fields.ts';

/** One column that an import takes, and the field of the payload that it fills. */
export interface ImportColumn {
  /** The row's property, such as `cloud_contact_email`. */
  property: string;
  /** The header as our own export writes it. */
  header: string;
  label: string;
  /** The payload's field, such as `cloud_contact_id`. */
  name: string;
  field: Field;
  /**
   * The target's field by which the column distinguishes records that show the same: a looked-up value beside the
   * reference that it is looked up through. Null for a column that fills the field itself.
   */
  narrows: string | null;
}

/** A problem of an import. `row` counts as people see the file: the header is row 1. */
export interface ImportProblem {
  row: number;
  /** The header as the file has it; the property's name where the file has no such column. */
  column: string;
  /** The payload's field; the header itself where it means none. */
  field: string;
  message: string;
  /** A hint to the reason, such as the other row of a duplicate. */
  detail?: string;
  /** The sheet, where the file has several. */
  sheet?: string;
}

/** How far an import is; sent as a line of its own while the import runs. */
export interface ImportProgress {
  phase: 'reading' | 'checking' | 'writing';
  done: number;
  total: number;
}

/** `data` of the answer to an import that was done. */
export interface ImportResult {
  created: number;
  /** Records that the file changed, and those that it says nothing new of; there where it may update. */
  updated?: number;
  unchanged?: number;
  /** Empty rows, which are left out. */
  skipped: number;
  /** Columns of the file that an import does not set, such as those that follow from another record. */
  ignored_columns: string[];
}

/** What an empty cell says of the record that its row is about: nothing, or that the value goes. */
export const EMPTY_CELLS = ['leave', 'clear'] as const;
export type EmptyCells = (typeof EMPTY_CELLS)[number];

/** A value of a record that is there, for which its row has an empty cell. */
export interface EmptiedValue {
  row: number;
  /** What tells the record apart, as the file has it. */
  record: string;
  /** The row's property, and what it shows now. */
  property: string;
  value: unknown;
}

/** Empty cells of a file below which records have a value. */
export interface Emptied {
  /** The first of them; where empty cells clear, these are the values that go. */
  values: EmptiedValue[];
  total: number;
}

/** One row that would be created or would update a record: what each property would show. */
export interface ImportPreviewRow {
  row: number;
  values: Record<string, unknown>;
  /** Of an update what each property that it changes shows now. */
  before?: Record<string, unknown>;
}

/** How a column of days is read of which some may be two days. */
export interface DaysRead {
  /** The header as the file has it. */
  column: string;
  /** The first cell that may be two days, such as 03/04/2026. */
  cell: string;
  /** null where neither the cells of the column nor a person decide it. */
  order: DateOrder | null;
  /** The sheet, where the file has several. */
  sheet?: string;
}

/** The sums of amounts that a file would add, one for each currency and whatever else keeps them apart. */
export interface ImportTotal {
  currency: string;
  /** A value for each of `by`; of days the month, such as 2026-10. */
  of: (string | null)[];
  amount: string;
  rows: number;
}

/** Names of a file that no record has. */
export interface UnknownNames {
  /** The field of the file, and what people call it. */
  field: string;
  label: string;
  /** The first of them, and how many there are. */
  names: string[];
  total: number;
  /** How many rows have one. */
  rows: number;
}

/** What the new rows of a file come to, for who looks at it before it is imported. */
export interface ImportSummary {
  /** The fields that keep amounts apart beside their currency. */
  by: string[];
  totals: ImportTotal[];
  unknown: UnknownNames[];
}

/** What a heading was known by: a person said it, or the name of the column in our own files, of its field, or its label. */
export type KnownBy = 'said' | 'header' | 'field' | 'label';

/** A heading of a file and the column of the import that it is taken for. */
export interface HeadingRead {
  /** As the file has it. */
  heading: string;
  /** The header of the column; null where the heading is left out, or nobody knows it. */
  takes: string | null;
  /** null where nobody knows it. */
  by: KnownBy | null;
  /** Of one that nobody knows, the only column of whose words it may be a short spelling. */
  suggests?: string;
  /** The first of its cells that is not blank. */
  example: string | null;
  /** The sheet, where the file has several. */
  sheet?: string;
}

/** How the headings of a file were understood, and what its new rows come to. */
export interface FileReading {
  headings: HeadingRead[];
  /** The columns for which a heading may stand. */
  columns: { header: string; label: string; field: string }[];
  /** null where its headings are not understood. */
  summary: ImportSummary | null;
}

/** `data` of the answer to a dry run. */
export interface ImportPreview extends FileReading {
  dry_run: true;
  valid: boolean;
  /** How many rows are right, whatever the others are. */
  would_create: number;
  /** There where the file may update records. */
  would_update?: number;
  unchanged?: number;
  /** The fields by which rows find their records, there where they may; empty where none tells them apart. */
  found_by?: string[];
  emptied?: Emptied;
  /** How many rows the file has. */
  total: number;
  /** The sheets of a workbook that has several, and the one that was read. */
  sheets?: readonly string[];
  sheet?: string | null;
  skipped: number;
  ignored_columns: string[];
  days: DaysRead[];
  /** The fields that a second person approves, for whom the whole file would wait; absent where it would not. */
  second_person?: string[];
  /** The first of the right rows. */
  rows: ImportPreviewRow[];
  errors: ImportProblem[];
  /** How many errors there are; `errors` lists the first of them. */
  error_total: number;
}

/** The line number of the first row below the header. */
export const FIRST_ROW = 2;

/**
 * The import of a model; null where it has none. One that declares none, and whose records people add and change, takes
 * those columns of its export that can be given, where these are all that a new record needs.
 */
export function importOf(resource: Resource): ImportSpec | null {
  const { csv, actions, source, fields, title } = resource;
  if (!actions.includes('create') || !csv) return null;
  if (csv.import) return csv.import;
  if (source !== 'table' || !actions.includes('update')) return null;
  const given = csv.export.flatMap((written) => {
    const column = hasEveryValue(csv.export, written) ? givenColumn(resource, written) : null;
    return column ? [{ written, column }] : [];
  });
  const own = new Set(given.filter(({ column }) => column.narrows === null).map(({ column }) => column.name));
  const lacks = Object.entries(fields).some(([name, field]) => isDemanded(field) && !own.has(name));
  if (own.size === 0 || lacks) return null;
  const unique = [...own].filter((name) => fields[name]?.unique !== undefined);
  const key = unique.includes(title) ? title : unique[0];
  const columns = given.filter(({ column }) => own.has(column.name)).map(({ written }) => written);
  return key === undefined ? { columns } : { columns, key };
}

/** What a file may fill of a model: that of `importOf`, or as it is declared for a model that only the `inventory import` command feeds. */
export const fileImportOf = (resource: Resource): ImportSpec | null =>
  resource.csv?.import ?? importOf(resource);

/** Whether our file has every value of a property: in one column, or in two by whether a text is in it. */
function hasEveryValue(columns: readonly CsvColumn[], column: CsvColumn): boolean {
  const of = columns
    .filter((other) => csvProperty(other) === csvProperty(column))
    .map((other) => (typeof other === 'string' ? undefined : other[2]));
  const lacking = of.flatMap((where) => (where && 'lacks' in where ? [where.lacks] : []));
  return of.some((where) => !where || ('has' in where && lacking.includes(where.has)));
}

/**
 * What tells the records of a model apart by columns of its import: the fields that are unique alone, the declared one
 * first, and those that are unique together. Empty where nothing does.
 */
export function importKeys(resource: Resource): readonly (readonly string[])[] {
  const spec = fileImportOf(resource);
  if (!spec) return [];
  const columns = importColumns(resource).filter(({ narrows }) => narrows === null);
  const own = new Set(columns.map(({ name }) => name));
  const alone = [...own].filter((name) => name !== spec.key && resource.fields[name]?.unique !== undefined);
  const together = (resource.unique ?? [])
    .map(({ fields }) => fields)
    .filter((fields) => fields.every((name) => own.has(name)));
  return [...(spec.key === undefined ? [] : [[spec.key]]), ...alone.map((name) => [name]), ...together];
}

/** The columns that an import of `resource` takes, in the order of the declaration: those of `fileImportOf` by default. */
export function importColumns(
  resource: Resource,
  declared: readonly CsvColumn[] = fileImportOf(resource)?.columns ?? [],
): ImportColumn[] {
  const columns = declared.map((column) => importColumn(resource, column));
  for (const { narrows, name, property } of columns)
    if (narrows !== null && !columns.some((other) => other.name === name && other.narrows === null))
      throw new Error(`Resource ${resource.name}, csv.import: ${property} stands without its reference.`);
  return columns;
}

/** The column of an import, which a creation must be able to set. */
function importColumn(resource: Resource, column: CsvColumn): ImportColumn {
  const given = givenColumn(resource, column);
  if (given) return given;
  throw new Error(`Resource ${resource.name}, csv.import: a creation cannot set ${csvProperty(column)}.`);
}

/** What a column of a file fills in a new record; null where a creation cannot set it. */
function givenColumn(resource: Resource, column: CsvColumn): ImportColumn | null {
  const property = csvProperty(column);
  const header = csvHeader(column);
  const through = asLookup(resource.fields[property]);
  if (through?.via) {
    const { label, via: name, field: narrows } = through;
    const field = resource.fields[name];
    if (field) return { property, header, label, name, field, narrows };
  }
  const [name, field] =
    Object.entries(resource.fields).find(([key, own]) => key === property && !asLookup(own)) ??
    referencesOf(resource).find(([, { as }]) => as === property) ??
    [];
  const stamp = name === undefined ? givenStamps(resource, 'create').find(([one]) => one === property) : null;
  if (stamp)
    return { property, header, label: stamp[1].label, name: stamp[0], field: stamp[1], narrows: null };
  if (!name || !field || !isWritten(field, 'create') || kindOf(field).hidden) return null;
  return { property, header, label: field.label, name, field, narrows: null };
}

/** The text of a parsed cell; null where a parser made something else of it than text, a number or a boolean. */
export function cellText(cell: unknown): string | null {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return String(cell);
  return typeof cell === 'number' && (!Number.isInteger(cell) || Number.isSafeInteger(cell))
    ? String(cell)
    : null;
}

/**
 * Reads one cell: null where it is blank, else what the field stores. A reference gives the shown value,
 * which the server resolves. The apostrophe that our export puts before formulas is taken back.
 * @param reading of the column, as all of its cells decide it
 */
export function readCell(column: ImportColumn, cell: unknown, reading?: ColumnReading): CellResult | null {
  const written = cellText(cell);
  if (written === null) return { error: `${column.label} must be text.` };
  const problem = textProblem(column.field, written);
  if (problem !== null) return { error: problem };
  const text = restoreCell(written).trim();
  if (text === '') return null;
  if (isErrorValue(text)) return { error: `${column.label} '${text}' ${FAILED_FORMULA}` };
  if (column.narrows !== null) return { value: text };
  // A number of JSON has a decimal point, whatever texts of its column have.
  return kindOf(column.field).parseCell(column.field, text, typeof cell === 'number' ? undefined : reading);
}
