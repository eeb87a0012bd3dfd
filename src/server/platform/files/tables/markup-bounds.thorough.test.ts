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
  ['what looks like tags in a value', SHEET, `${'<a b=">" c=\'"<x>\'/>'.repeat(300)}`],
  [
    'what looks like tags in a comment',
    SHEET,
    '<!-- "<a>\'<b> --><!-----><![CDATA[<a>]]><?a <b>?>'.repeat(300),
  ],
  ['as many numbers as cells may be', SHEET, '<v>0.30000000000000004</v>'.repeat(1_000_000)],
  ['texts as long as cells can be', SHEET, `<t>${'x'.repeat(164_000)}</t>`.repeat(300)],
  ['what is no XML', STRINGS, '>>></><></ <'],
])('takes %s, however it comes in pieces', (_what, name, text) => {
  for (const piece of [7, 1000, 65_536]) expect(() => take(name, text, piece)).not.toThrow();
});

it.each([
  ['markup that is deep', SHEET, '<a>'.repeat(201)],
  ['a tag that is long', SHEET, `<a ${'b'.repeat(100_000)}>`],
  ['a tag that never ends', SHEET, `<a ${'b'.repeat(100_000)}`],
  ['a text that is long', STRINGS, `<t>${'x'.repeat(4_000_001)}`],
  ['a value that never ends', SHEET, `<a b="${'><c/>'.repeat(20_000)}`],
  ['a comment that never ends', SHEET, `<!-->${'<c/>>'.repeat(20_001)}`],
  ['many long tags', SHEET, `<a b="${'x'.repeat(95_000)}"/>`.repeat(690)],
  ['many long texts', SHEET, `<a/>${'x'.repeat(201_000)}`.repeat(330)],
  ['more text than all cells may have', SHEET, `<a/>${'x'.repeat(100_000)}`.repeat(1002)],
  ['texts that are held and long together', STRINGS, `<t>${'x'.repeat(95_000)}</t>`.repeat(700)],
  ['a part that is held and long', 'xl/workbook.xml', `<a>${'x'.repeat(95_000)}</a>`.repeat(170)],
  ['many elements where all are held in memory', 'xl/workbook.xml', '<sheet/>'.repeat(100_001)],
  ['more texts than cells can share', STRINGS, '<si><t/></si>'.repeat(750_001)],
])('refuses %s', (_what, name, text) => {
  expect(() => take(name, text, 65_536)).toThrow('The workbook holds more than any worksheet does.');
});
