import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withPortal } from '#tests/support/portal.ts';
import { writtenWorkbook } from '#tests/support/written-workbook.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();

const OTHER = 'Name,Cost\r\nNobody,1\r\n';
/** Files that can be no bill of Azure or Google, and what the answer says of them. */
const files: [what: string, make: () => Promise<Buffer> | Buffer, says: RegExp][] = [
  ['a table of something else', () => Buffer.from(OTHER), /^The columns of this file are not known\./],
  ['the same, packed', () => gzipSync(OTHER), /^The columns of this file are not known\./],
  ['an archive of it', () => zipped({ 'bill.csv': OTHER }), /The columns of this file are not known\./],
  ['an archive of a text', () => zipped({ 'notes.txt': 'x' }), /^The archive holds no CSV or Parquet file/],
  [
    'a workbook of something else',
    () =>
      writtenWorkbook([
        {
          name: 'Sheet1',
          rows: [
            ['Name', 'Cost'],
            ['Nobody', '1'],
          ],
        },
      ]),
    /\S/,
  ],
  ['a PDF', () => Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\n', 'latin1'), /\S/],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /\S/],
  ['an archive that broke off', async () => (await zipped({ 'bill.csv': OTHER })).subarray(0, 40), /\S/],
];

/** The ways in which a person sends a file. */
const ways: [way: string, send: (file: Buffer) => ReturnType<typeof portal.api.post>][] = [
  [
    'process_azure_invoice',
    (file) =>
      portal.api.post('/cloud_bills/process_azure_invoice', {
        cloud_bill: { data: file.toString('base64') },
      }),
  ],
  [
    'process_google_invoice',
    (file) =>
      portal.api.post('/cloud_bills/process_google_invoice', {
        cloud_bill: { data: file.toString('base64'), date: '2026-03' },
      }),
  ],
  [
    'a new billing run',
    (file) =>
      portal.api.send('POST', '/billing_runs?provider=azure&name=bill.csv', file as unknown as string, {
        'content-type': 'text/csv',
      }),
  ],
];

describe.each(ways)('a file that is no bill, by %s', (_way, send) => {
  it.each(files)('is refused with the reason before any run begins: %s', async (_what, make, says) => {
    const { status, body } = await send(await make());
    expect([status, body.error]).toEqual([422, expect.stringMatching(says)]);
    const { rows } = await portal.db.query('SELECT id FROM billing_runs');
    expect(rows).toEqual([]);
    const { rows: left } = await portal.db.query('SELECT file_id FROM billing_sent_files');
    expect(left).toEqual([]);
  });
});
