import { inflateRawSync } from 'node:zlib';

/** A cell as the sheet holds it: `number` for numbers and dates, whose text is the serial number. */
export interface Cell {
  type: 'text' | 'number';
  text: string;
}

const END_OF_ARCHIVE = 0x06054b50;

/** The files of a zip archive by their names, read by its directory as spreadsheet programs do. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_ARCHIVE) throw new Error('This is no zip archive.');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    files.set(name, (method === 8 ? inflateRawSync(packed) : packed).toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const plain = (xml: string) => xml.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** The rows of every sheet of a workbook, by the sheets' names; a cell that is not there is undefined. */
export function readWorkbook(content: Buffer): Map<string, (Cell | undefined)[][]> {
  const files = unzip(content);
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)];
  return new Map(
    names.map(([, name = ''], at) => [
      plain(name),
      readSheet(files.get(`xl/worksheets/sheet${at + 1}.xml`) ?? ''),
    ]),
  );
}

function readSheet(xml: string): (Cell | undefined)[][] {
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, cells = '']) => {
    const row: (Cell | undefined)[] = [];
    for (const [, letters = '', attributes = '', inner = ''] of cells.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs,
    )) {
      const isText = attributes.includes('t="inlineStr"');
      const text = (isText ? /<t[^>]*>(.*)<\/t>/s : /<v>(.*)<\/v>/).exec(inner)?.[1] ?? '';
      row[columnNumber(letters) - 1] = { type: isText ? 'text' : 'number', text: plain(text) };
    }
    return row;
  });
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
