import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { unzip } from './workbook.ts';

const PLACEHOLDER = 'the cell';

/**
 * A workbook of one column and one cell, which may be longer than spreadsheet programs allow; not packed.
 * @param cell without signs that XML has for itself
 */
export async function workbookOf(header: string, cell: string): Promise<Buffer> {
  const rows = async function* () {
    yield await Promise.resolve([[PLACEHOLDER]]);
  };
  const plain = await buffer(
    writeXlsx([{ name: 'Sheet', columns: [{ header, kind: 'text' }], rows: rows() }]),
  );
  const zip = new yazl.ZipFile();
  for (const [name, text] of unzip(plain))
    zip.addBuffer(Buffer.from(text.replace(PLACEHOLDER, () => cell)), name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
