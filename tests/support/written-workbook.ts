import { zipped } from './zipped.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The styles of cells: 0 as it is, 1 a day, 2 ten digits with zeros before them, 3 a code with a dash in it. */
export const STYLE = { day: 1, tenDigits: 2, dashed: 3 } as const;

const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="165" formatCode="0000000000"/><numFmt numFmtId="166" formatCode="000\\-000"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;

/** A text cell, which is escaped; a number, a formula or an error stands in XML as spreadsheets write it. */
export type WrittenCell = string | { xml: string } | null;

export const cell = {
  number: (value: string, style = 0): WrittenCell => ({ xml: `s="${style}"><v>${value}</v>` }),
  error: (value: string): WrittenCell => ({ xml: `t="e"><v>${value}</v>` }),
  /** A formula with the result that was saved with it; null where none was. */
  formula: (formula: string, result: string | null, type = 'n'): WrittenCell => ({
    xml: `t="${type}"><f>${formula}</f>${result === null ? '' : `<v>${result}</v>`}`,
  }),
};

export interface WrittenSheet {
  name?: string;
  rows: readonly (readonly WrittenCell[])[];
  /** Such as A2:A3. */
  merged?: readonly string[];
}

interface Written {
  /** The folder of the workbook in its archive. */
  folder?: string;
  /** What stands between folders in the names of its files. */
  separator?: string;
  /** Whether it counts days from 1904. */
  is1904?: boolean;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function cellXml(written: WrittenCell, place: string): string {
  if (written === null) return '';
  const inner =
    typeof written === 'string' ? `t="inlineStr"><is><t>${escaped(written)}</t></is>` : written.xml;
  return `<c r="${place}" ${inner}</c>`;
}

function sheetXml({ rows, merged = [] }: WrittenSheet): string {
  const lines = rows.map((row, at) => {
    const cells = row.map((one, column) => cellXml(one, `${String.fromCharCode(65 + column)}${at + 1}`));
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData>${merges && `<mergeCells count="${merged.length}">${merges}</mergeCells>`}</worksheet>`;
}

/** A workbook as a spreadsheet program writes it, part by part. */
export function writtenWorkbook(
  sheets: readonly WrittenSheet[],
  { folder = 'xl', separator = '/', is1904 = false }: Written = {},
): Promise<Buffer> {
  const list = sheets.map(
    ({ name = 'Data' }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const links = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const files = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="${folder}/workbook.xml"/></Relationships>`,
    [`${folder}/workbook.xml`]: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${list.join('')}</sheets></workbook>`,
    [`${folder}/_rels/workbook.xml.rels`]: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}<Relationship Id="rIdS" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
    [`${folder}/styles.xml`]: styles,
    ...Object.fromEntries(
      sheets.map((sheet, at) => [`${folder}/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)]),
    ),
  };
  return zippedAs(files, separator);
}

/** An archive whose names have another sign between folders than they should: of the same length, so it is put in afterwards. */
export async function zippedAs(files: Readonly<Record<string, string>>, separator: string): Promise<Buffer> {
  const archive = await zipped(files, { compress: false });
  for (const name of Object.keys(files)) {
    if (separator === '/' || !name.includes('/')) continue;
    const written = Buffer.from(name.replaceAll('/', separator));
    // Names stand before each file and in the directory; no content is one.
    for (let at = archive.indexOf(name); at >= 0; at = archive.indexOf(name, at + 1)) {
      const isName = [0x04034b50, 0x02014b50].some(
        (sign, of) => at >= (of ? 46 : 30) && archive.readUInt32LE(at - (of ? 46 : 30)) === sign,
      );
      if (isName) written.copy(archive, at);
    }
  }
  return archive;
}
