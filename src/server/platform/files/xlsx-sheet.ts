import { neutraliseCell } from '#kernel/csv-cells.ts';
import { cellRange, columnName, escapeXml, sheetHead, STYLES } from './xlsx-parts.ts';

/**
 * How the values of a column stand in the sheet. `text`: as they are, digits included. `number`: whole numbers.
 * `money`: decimal strings. `date`: YYYY-MM-DD. `instant`: ISO 8601, shown in UTC.
 */
export type ColumnKind = 'text' | 'number' | 'money' | 'date' | 'instant';

interface Column {
  /** The width that its values need in characters; null where it is that of the longest one. */
  width: number | null;
  /** What a value is in the sheet; null where only its text tells it exactly. */
  number: (text: string) => string | number | null;
}

export interface SheetColumn {
  header: string;
  kind: ColumnKind;
}

interface SheetRows {
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly (readonly unknown[])[]>;
}

const MOST_ROWS = 1_048_575;
const PORTION_LENGTH = 32_768;
const LONGEST_CELL = 32_767;
const NARROWEST = 9;
const WIDEST = 48;
/** The button of the filter stands beside the header. */
const FILTER_BUTTON = 4;
const DAY_MS = 86_400_000;
/** Spreadsheets count days from here, and take 1900 for a leap year: only days after February 1900 are told right. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_TRUE_DAY = 61;
/** More digits than this a spreadsheet rounds. */
const EXACT_DIGITS = 15;
const COLUMNS: Record<ColumnKind, Column> = {
  text: { width: null, number: () => null },
  number: { width: null, number: exactNumber },
  money: { width: null, number: exactNumber },
  date: { width: 12, number: serialOf },
  instant: { width: 18, number: serialOf },
};

/** The part of a sheet as text, portion by portion; `onEnd` hears how many rows there were. */
export async function* sheetXml(
  { columns, rows }: SheetRows,
  onEnd: (rows: number) => void,
): AsyncGenerator<string> {
  const letters = columns.map((_, at) => columnName(at + 1));
  let count = 0;
  for await (const portion of rows) {
    // Columns are as wide as the first rows need: the widths come before the rows, which are not all known yet.
    let text = count === 0 ? opening(columns, portion) : '';
    for (const row of portion) {
      count += 1;
      if (count > MOST_ROWS) throw new Error(`A sheet takes ${MOST_ROWS} rows at most.`);
      text += rowXml(columns, letters, row, count + 1);
      // Long texts cost memory twice, as text and as the bytes of it.
      if (text.length < PORTION_LENGTH) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  if (count === 0) yield opening(columns, []);
  onEnd(count);
  const all = cellRange(columns.length, count);
  // Digits that are text on purpose are not marked as mistakes.
  const texts = `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors>`;
  yield `</sheetData><autoFilter ref="${all}"/>${texts}</worksheet>`;
}

function opening(columns: readonly SheetColumn[], sample: readonly (readonly unknown[])[]): string {
  const widths = columns.map(({ header, kind }, at) => {
    const longest = sample.reduce((most, row) => Math.max(most, lengthOf(row[at])), 0);
    const content = COLUMNS[kind].width ?? longest + 2;
    return Math.min(WIDEST, Math.max(NARROWEST, header.length + FILTER_BUTTON, content));
  });
  const cols = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map(({ header: text }, at) =>
    textCell(`${columnName(at + 1)}1`, STYLES.header, text),
  );
  return `${sheetHead}<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
}

const lengthOf = (value: unknown): number =>
  value === null || value === undefined ? 0 : String(value).length;

function rowXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  row: readonly unknown[],
  number: number,
): string {
  let cells = '';
  columns.forEach(({ kind }, at) => {
    const value = row[at];
    if (value !== null && value !== undefined && value !== '')
      cells += cellXml(`${letters[at]}${number}`, kind, value);
  });
  return `<row r="${number}">${cells}</row>`;
}

function cellXml(at: string, kind: ColumnKind, value: unknown): string {
  const text = String(value);
  const number = COLUMNS[kind].number(text);
  if (number !== null) return `<c r="${at}" s="${STYLES[kind]}"><v>${number}</v></c>`;
  return textCell(at, STYLES.text, neutraliseCell(text));
}

const textCell = (at: string, style: number, text: string): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, LONGEST_CELL))}</t></is></c>`;

function exactNumber(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return /^-?\d+(?:\.\d+)?$/.test(text) && digits.length <= EXACT_DIGITS ? text : null;
}

/** Days since the spreadsheets' day zero; null for what they cannot tell as a date. */
function serialOf(text: string): number | null {
  const time = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
  const serial = (time - DAY_ZERO) / DAY_MS;
  return serial >= FIRST_TRUE_DAY && new Date(time).getUTCFullYear() <= 9999
    ? Number(serial.toFixed(6))
    : null;
}
