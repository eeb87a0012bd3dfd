import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { JournalLine } from './entry.ts';
import { journalFile, LONGEST } from './journal-file.ts';

const HEAD = { document_type: 'SA', posting_date: '2026-03-31', text: 'Run 1' };
const LINE: JournalLine = {
  document: 1,
  line: 1,
  company_code: '1000',
  currency: 'EUR',
  reference: 'R-1',
  document_date: '2026-03-31',
  gl_account: '520109',
  cost_center: 'CC1',
  wbs_element: null,
  sign: 'S',
  amount: '10.00',
  text: 'Azure 2026-03',
};
/** The cells of the one row of a journal, by header. */
function cellsOf(line: Partial<JournalLine>, head = HEAD): Record<string, string> {
  const text = [...journalFile([{ ...LINE, ...line }], head)].join('');
  const [row] = parse(text, { columns: true }) as Record<string, string>[];
  return row ?? {};
}

it.each([
  ['INVOICE-2026-000123456', 'E-2026-000123456'],
  ['INVOICE-2026-0001234567', '2026-0001234567'],
  ['INVOICE 2026-=+@000123456789', '000123456789'],
  ['=123456789012345', '123456789012345'],
  ["INVOICE '=12345678901234", '12345678901234'],
  ['-123456789012345', '-123456789012345'],
  ['=12', "'=12"],
])('writes of the reference %s what SAP has room for, and nothing that runs', (reference, written) => {
  const cell = cellsOf({ reference })['Reference (XBLNR)'] ?? '';
  expect(cell).toBe(written);
  expect(cell.length).toBeLessThanOrEqual(LONGEST.reference);
});

it('keeps texts that would run within what SAP has room for', () => {
  const text = `=${'x'.repeat(LONGEST.text)}`;
  const cells = cellsOf({ text }, { ...HEAD, text });
  expect(cells['Text (SGTXT)']).toBe(`'=${'x'.repeat(LONGEST.text - 2)}`);
  expect(cells['Header Text (BKTXT)']).toBe(`'=${'x'.repeat(LONGEST.head - 2)}`);
});
