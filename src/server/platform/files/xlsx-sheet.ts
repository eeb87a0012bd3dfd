import {
  cellXml,
  currencyOf,
  emptyCell,
  formulaCell,
  numberIn,
  textCell,
  widthOf,
  type RowLook,
  type SheetColumn,
} from './xlsx-cells.ts';
import { cellRange, columnName, escapeXml, sheetHead } from './xlsx-parts.ts';
import { STYLES, type MoneyStyles } from './xlsx-styles.ts';
import { Totals } from './xlsx-totals.ts';

interface SheetRows {
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly (readonly unknown[])[]>;
  heads?: (row: readonly unknown[]) => boolean;
}

const MOST_ROWS = 1_048_575;
const PORTION_LENGTH = 32_768;
const NARROWEST = 9;
const WIDEST = 48;
/** The button of the filter is beside the header. */
const FILTER_BUTTON = 4;

/** On paper a sheet is one page wide, and each page shows its number and how many there are. */
const PAGE =
  '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;L&amp;F&amp;C&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>';

/** The part of a sheet as text, portion by portion; `onEnd` hears how many rows there were. */
export async function* sheetXml(
  { columns, rows, heads }: SheetRows,
  money: MoneyStyles,
  onEnd: (rows: number) => void,
): AsyncGenerator<string> {
  const letters = columns.map((_, at) => columnName(at + 1));
  const totals = new Totals(columns);
  let count = 0;
  for await (const portion of rows) {
    // Columns are as wide as the first rows need: the widths come before the rows, which are not all known yet.
    let text = count === 0 ? opening(columns, portion) : '';
    for (const row of portion) {
      count += 1;
      if (count > MOST_ROWS) throw new Error(`A sheet takes ${MOST_ROWS} rows at most.`);
      totals.add(row);
      text += rowXml(columns, letters, row, count + 1, { money, heads: heads?.(row) ?? false });
      // Long texts cost memory twice, as text and as the bytes of it.
      if (text.length < PORTION_LENGTH) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  if (count === 0) yield opening(columns, []);
  yield totals.xml(count, money);
  onEnd(count);
  const all = cellRange(columns.length, count);
  // Digits that are text on purpose are not marked as mistakes.
  const texts = `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors>`;
  yield `</sheetData><autoFilter ref="${all}"/>${choicesXml(columns, count)}${PAGE}${texts}</worksheet>`;
}

/** The lists that cells of columns with choices offer; none for a sheet without rows. */
function choicesXml(columns: readonly SheetColumn[], rows: number): string {
  const lists = columns.flatMap((column, at) => {
    if (column.kind !== 'text' || !column.choices || rows === 0) return [];
    const letter = columnName(at + 1);
    const words = escapeXml(`"${column.choices.join(',')}"`);
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${letter}2:${letter}${rows + 1}"><formula1>${words}</formula1></dataValidation>`;
  });
  return lists.length === 0
    ? ''
    : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}

function opening(columns: readonly SheetColumn[], sample: readonly (readonly unknown[])[]): string {
  const widths = columns.map((column, at) => {
    const { header } = column;
    const longest = sample.reduce((most, row) => Math.max(most, lengthOf(row[at])), 0);
    const content = widthOf(column) ?? longest + room(column);
    return Math.min(WIDEST, Math.max(NARROWEST, header.length + FILTER_BUTTON, content));
  });
  const cols = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map(({ header: text }, at) =>
    textCell(`${columnName(at + 1)}1`, STYLES.header, text),
  );
  return `${sheetHead}<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
}

/** Beside the digits: margins, and for amounts the currency and what parts the thousands. */
const room = ({ kind }: SheetColumn) => (kind === 'money' || kind === 'formula' ? 8 : 2);

const lengthOf = (value: unknown): number =>
  value === null || value === undefined ? 0 : String(value).length;

function rowXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  row: readonly unknown[],
  number: number,
  look: RowLook,
): string {
  const { money, heads } = look;
  let cells = '';
  columns.forEach((column, at) => {
    const value = row[at];
    const isEmpty = value === null || value === undefined || value === '';
    const place = `${letters[at]}${number}`;
    if (column.kind === 'formula') {
      const { shows, formula } = column;
      const style = shows ? money.of(currencyOf(shows, row), shows.decimals, heads) : STYLES.number;
      const text = formula((other) => `${letters[other]}${number}`);
      cells += formulaCell(place, style, text, isEmpty ? null : numberIn(column, String(value)));
    } else cells += isEmpty ? emptyCell(place, look) : cellXml(place, column, row, value, look);
  });
  return `<row r="${number}">${cells}</row>`;
}
