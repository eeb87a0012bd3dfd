import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { azureMca } from './bill-files.ts';

/** 3 GB, in pieces that are packed once. */
const PIECE = 10_000_000;
const PIECES = 300;

const LONG = { meterName: 'x'.repeat(5000) };
const made = azureMca([{ account: 'bomb', amount: '1', invoice: 'bomb' }], LONG);
const [HEADER = '', LINE = ''] = made.split('\r\n');
const begin = Buffer.from(`${HEADER}\r\n`);
const repeated = (text: string) => Buffer.from(text.repeat(Math.ceil(PIECE / text.length)));
const lines = repeated(`${LINE}\r\n`);

/** A file in an archive that is written by hand. */
interface Entry {
  name: string;
  packed: Buffer;
  /** What its directory says that it unpacks to. */
  says: number;
}

/** What comes to `times` the same bytes. Each piece is whole for itself, so it may stand any number of times. */
function deflated(first: Buffer, piece: Buffer, times: number): Buffer {
  const flushed = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  const packed = deflateRawSync(piece, flushed);
  const parts = Array.from({ length: times }, () => packed);
  return Buffer.concat([deflateRawSync(first, flushed), ...parts, deflateRawSync(Buffer.alloc(0))]);
}

function archive(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, says } of entries) {
    const sizes = (at: Buffer, from: number) => {
      at.writeUInt16LE(8, from);
      at.writeUInt32LE(packed.length, from + 10);
      at.writeUInt32LE(says, from + 14);
      at.writeUInt16LE(name.length, from + 18);
    };
    const file = Buffer.alloc(30 + name.length);
    file.writeUInt32LE(0x04034b50, 0);
    sizes(file, 8);
    file.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    sizes(entry, 10);
    entry.writeUInt32LE(offset, 42);
    entry.write(name, 46);
    files.push(file, packed);
    directory.push(entry);
    offset += file.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const csv = () => deflated(begin, lines, PIECES);

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = (type: string, target: string) =>
  `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${DOCUMENT}/${type}" Target="${target}"/></Relationships>`;
/** All of a workbook but its only sheet. */
const AROUND_THE_SHEET = {
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
  'xl/_rels/workbook.xml.rels': relationships('worksheet', 'worksheets/sheet1.xml'),
  'xl/workbook.xml': `<workbook xmlns:r="${DOCUMENT}"><sheets><sheet name="Bill" sheetId="1" r:id="r1"/></sheets></workbook>`,
};
const workbook = (says: number) =>
  archive([
    ...Object.entries(AROUND_THE_SHEET).map(([name, text]) => ({
      name,
      packed: deflateRawSync(text),
      says: text.length,
    })),
    {
      name: 'xl/worksheets/sheet1.xml',
      packed: deflated(
        Buffer.from('<worksheet><sheetData>'),
        repeated(`<row>${' '.repeat(5000)}</row>`),
        PIECES,
      ),
      says,
    },
  ]);
const UNPACKED = PIECE * PIECES;
/** What is refused by no directory. */
const INNOCENT = 5_000_000;

/** Bills of 3 GB in 3 MB. Each begins as one that is right, and is to be refused with its sentence. */
export const bombs: readonly (readonly [what: string, make: () => Buffer, sentence: string])[] = [
  [
    'lines in gzip',
    () => Buffer.concat([gzipSync(begin), ...Array.from({ length: PIECES }, (_piece) => GZIPPED)]),
    'The file is packed more tightly than any bill is.',
  ],
  [
    'lines in a ZIP archive',
    () => archive([{ name: 'bill.csv', packed: csv(), says: UNPACKED }]),
    'The archive is packed more tightly than any worksheet is.',
  ],
  [
    'lines in a ZIP archive that says they are few',
    () => archive([{ name: 'bill.csv', packed: csv(), says: INNOCENT }]),
    'The archive is damaged. Please make it anew.',
  ],
  [
    'the sheet of a workbook',
    () => workbook(UNPACKED),
    'The archive is packed more tightly than any worksheet is.',
  ],
  [
    'the sheet of a workbook that says it is small',
    () => workbook(INNOCENT),
    'The archive is damaged. Please make it anew.',
  ],
];

const GZIPPED = gzipSync(lines, { level: 9 });
