import { neutraliseCell } from '#kernel/csv-cells.ts';
import { cellRange, columnName, escapeXml, sheetHead, STYLES } from './xlsx-parts.ts';

/**
 * How the values of a column stand in the sheet. `text`: as they are, digits included. `number`: numbers and
 * decimal strings. `date`: YYYY-MM-DD. `instant`: ISO 8601, shown in UTC.
 */
export type ColumnKind = 'text' | 'number' | 'date' | 'instant';

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
const SHOWN_WIDTH: Record<ColumnKind, number> = { text: 0, number: 0, date: 12, instant: 18 };

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
    const content = kind === 'text' || kind === 'number' ? longest + 2 : SHOWN_WIDTH[kind];
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
  if (kind === 'number' && isExactNumber(text)) return `<c r="${at}" s="${STYLES.number}"><v>${text}</v></c>`;
  if (kind === 'date' || kind === 'instant') {
    const serial = serialOf(text);
    if (serial !== null) return `<c r="${at}" s="${STYLES[kind]}"><v>${serial}</v></c>`;
  }
  return textCell(at, STYLES.text, neutraliseCell(text));
}

const textCell = (at: string, style: number, text: string): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, LONGEST_CELL))}</t></is></c>`;

const isExactNumber = (text: string): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(text) && text.replace(/\D/g, '').replace(/^0+/, '').length <= EXACT_DIGITS;

/** Days since the spreadsheets' day zero; null for what they cannot tell as a date. */
function serialOf(text: string): number | null {
  const time = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
  const serial = (time - DAY_ZERO) / DAY_MS;
  return serial >= FIRST_TRUE_DAY && new Date(time).getUTCFullYear() <= 9999
    ? Number(serial.toFixed(6))
    : null;
}
