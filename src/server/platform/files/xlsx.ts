import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import {
  contentTypesXml,
  type FilterRange,
  relationshipsXml,
  stylesXml,
  workbookRelationshipsXml,
  workbookXml,
} from './xlsx-parts.ts';
import type { SheetColumn } from './xlsx-cells.ts';
import { sheetXml } from './xlsx-sheet.ts';
import { MoneyStyles } from './xlsx-styles.ts';

export interface Sheet {
  /** At most 31 characters, without : \ / ? * [ ] */
  name: string;
  columns: readonly SheetColumn[];
  /** The rows in portions, each row with a value per column; null for an empty cell. */
  rows: AsyncIterable<readonly (readonly unknown[])[]>;
  /** Whether a row is over those below it, as the total of a block: it is bold. None by default. */
  heads?: (row: readonly unknown[]) => boolean;
}

const FORBIDDEN_IN_NAMES = /[:\\/?*[\]]/;
const LONGEST_NAME = 31;

/**
 * A workbook with a frozen header, filters and fitting columns on each sheet, which is one page wide on paper, amounts in their currencies, and the
 * sums that columns have. No formula runs but those that columns declare. Rows are read as the workbook is
 * read, one sheet after the other, so it takes the same memory whatever its length.
 * @throws {Error} for a sheet name that a spreadsheet refuses; the stream fails when the rows do
 */
export function writeXlsx(sheets: readonly Sheet[]): Readable {
  for (const { name } of sheets)
    if (name === '' || name.length > LONGEST_NAME || FORBIDDEN_IN_NAMES.test(name))
      throw new Error(`'${name}' cannot be the name of a sheet.`);
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  // Rows may fail before anybody reads; who reads then gets the error.
  output.on('error', () => undefined);
  const names = sheets.map(({ name }) => name);
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path);

  add('[Content_Types].xml', contentTypesXml(names));
  add('_rels/.rels', relationshipsXml());
  add('xl/_rels/workbook.xml.rels', workbookRelationshipsXml(names));
  const money = new MoneyStyles();
  const computes = sheets.some(({ columns }) =>
    columns.some((column) => column.kind === 'formula' || ('total' in column && column.total === true)),
  );
  const ranges: FilterRange[] = [];
  sheets.forEach((sheet, at) => {
    addLater(zip, `xl/worksheets/sheet${at + 1}.xml`, fail, () =>
      sheetXml(sheet, money, (rows) =>
        ranges.push({ sheet: sheet.name, columns: sheet.columns.length, rows }),
      ),
    );
  });
  // It has how far the filters of the sheets reach, which is known once they are written.
  addLater(zip, 'xl/workbook.xml', fail, async function* () {
    yield workbookXml(names, ranges, computes);
  });
  // Which currencies there are is known then, too.
  addLater(zip, 'xl/styles.xml', fail, async function* () {
    yield stylesXml(money);
  });
  zip.end();
  zip.outputStream.on('error', fail);
  zip.outputStream.pipe(output);
  return output;
}

/** A part whose text is made when its turn in the archive comes. */
function addLater(
  zip: yazl.ZipFile,
  path: string,
  fail: (error: unknown) => void,
  text: () => AsyncGenerator<string>,
): void {
  zip.addReadStreamLazy(path, (give) => {
    const stream = Readable.from(text(), { objectMode: false });
    stream.on('error', fail);
    give(null, stream);
  });
}
