import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import { awsCur, azureEa, azureMca, focus, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { openText } from './bill-text.ts';

const line = { account: 'separated', amount: '1' };

async function opened(file: Buffer, encoding: OtherEncoding | null = null, size = 100) {
  const parts = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
    file.subarray(at * size, (at + 1) * size),
  );
  const { delimiter, bytes } = await openText(Readable.from(parts), 'azure', encoding);
  return { delimiter, text: (await buffer(bytes)).toString().replace(/^\uFEFF/, '') };
}

it.each([
  [azureMca([line])],
  [azureEa([line])],
  [googleCostTable([line], { total: '1' })],
  [awsCur([line])],
  [focus([line])],
])('the delimiter of a bill is that of its header', async (file) => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const written = file.replaceAll(',', delimiter);
    expect(await opened(Buffer.from(written))).toEqual({ delimiter, text: written });
  }
});

it('titles and decimal commas above and below the header are no delimiters', async () => {
  const bill = azureMca([line])
    .replaceAll(',', ';')
    .replace('Virtual Machines', 'a,b,c,d,e,f,g,h,i,j,k,l,m,n');
  const text = `Costs, by subscription, of October\r\n\r\n${bill}`;
  expect(await opened(Buffer.from(text))).toEqual({ delimiter: ';', text });
});

it.each(['', '\uFEFF'])('a first line that names the delimiter is no row', async (mark) => {
  const bill = azureMca([line]).replaceAll(',', '|');
  expect(await opened(Buffer.from(`${mark}sep=|\r\n${bill}`))).toEqual({ delimiter: '|', text: bill });
});

describe('text is read in the encoding that it has', () => {
  const text = azureMca([{ ...line, account: 'Köln' }]);
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const wide = Buffer.from(text, 'utf16le');
  const marked = Buffer.from(`\uFEFF${text}`, 'utf16le');

  it.each<[string, Buffer, OtherEncoding | null]>([
    ['UTF-8', Buffer.from(text), null],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), null],
    ['UTF-8 with a mark, whatever was said', Buffer.from(`\uFEFF${text}`), 'windows-1252'],
    ['UTF-16, its low bytes first', marked, null],
    ['UTF-16, its high bytes first', swapped(marked), null],
    ['UTF-16 without a mark', wide, null],
    ['UTF-16 of high bytes first without a mark', swapped(wide), null],
    ['Windows-1252 as it was said', Buffer.from(text, 'latin1'), 'windows-1252'],
  ])('%s', async (_name, file, encoding) => {
    expect(await opened(file, encoding, 101)).toEqual({ delimiter: ',', text });
  });

  it('and what was cut off is no text', async () => {
    await expect(opened(marked.subarray(0, -1))).rejects.toThrow('The file is no text in UTF-8.');
  });
});
