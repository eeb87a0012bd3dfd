import { expect, it } from 'vitest';
import { MarkupBounds } from './markup-bounds.ts';

const STRINGS = 'xl/sharedStrings.xml';
const SHEET = 'xl/worksheets/sheet1.xml';

/** Takes a text in pieces of this length. */
function take(name: string, text: string, piece = 7): void {
  const bounds = new MarkupBounds(name);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) bounds.take(bytes.subarray(at, at + piece));
}

it.each([
  ['a part of a workbook', STRINGS, '<?xml version="1.0"?><sst a="1"><si><t>a</t></si><si/><!-- x --></sst>'],
  ['many rows of a sheet', SHEET, `<sheetData>${'<row/>'.repeat(200_000)}</sheetData>`],
  ['a long text of a sheet', SHEET, `<t>${'x'.repeat(5_000_000)}</t>`],
  ['many elements side by side', SHEET, '<a></a>'.repeat(1000)],
  ['what is no XML', STRINGS, '>>></><></ <'],
])('takes %s, however it comes in pieces', (_what, name, text) => {
  for (const piece of [7, 1000, 65_536]) expect(() => take(name, text, piece)).not.toThrow();
});

it.each([
  ['markup that is deep', SHEET, '<a>'.repeat(201)],
  ['a tag that is long', SHEET, `<a ${'b'.repeat(100_000)}>`],
  ['a tag that never ends', SHEET, `<a ${'b'.repeat(100_000)}`],
  ['a text that is long', STRINGS, `<t>${'x'.repeat(4_000_001)}`],
  ['many elements where all are held in memory', 'xl/workbook.xml', '<sheet/>'.repeat(100_001)],
  ['more texts than cells can share', STRINGS, '<si><t/></si>'.repeat(750_001)],
])('refuses %s', (_what, name, text) => {
  expect(() => take(name, text, 65_536)).toThrow('The workbook holds more than any worksheet does.');
});
