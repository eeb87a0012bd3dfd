import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { csvLines } from '#server/platform/files/csv.ts';
import { type EntryHead, type JournalLine } from './entry.ts';

/** The columns by what people call them and the field of SAP, in the order of its template. */
const COLUMNS: readonly [header: string, cell: (line: JournalLine, head: EntryHead) => string][] = [
  ['Document', ({ document }) => String(document)],
  ['Company Code (BUKRS)', ({ company_code }) => company_code],
  ['Document Type (BLART)', (_, { document_type }) => document_type],
  ['Document Date (BLDAT)', ({ document_date }) => dateOf(document_date)],
  ['Posting Date (BUDAT)', (_, { posting_date }) => dateOf(posting_date)],
  ['Period (MONAT)', (_, { posting_date }) => posting_date.slice(5, 7)],
  ['Currency (WAERS)', ({ currency }) => currency],
  ['Reference (XBLNR)', referenceOf],
  ['Header Text (BKTXT)', (_, head) => begun(head.text, LONGEST.head)],
  ['Line Item (BUZEI)', ({ line }) => String(line).padStart(3, '0')],
  ['Debit/Credit (SHKZG)', ({ sign }) => sign],
  ['GL Account (HKONT)', ({ gl_account }) => gl_account],
  ['Amount (WRBTR)', ({ amount }) => amount],
  ['Cost Center (KOSTL)', ({ cost_center }) => cost_center ?? ''],
  ['WBS Element (PS_POSID)', ({ wbs_element }) => wbs_element ?? ''],
  ['Order (AUFNR)', () => ''],
  ['Text (SGTXT)', (line) => textOf(line)],
];

/** How long SAP's fields are, in characters. */
export const LONGEST = {
  company: 4,
  account: 10,
  center: 10,
  element: 24,
  reference: 16,
  head: 25,
  text: 50,
} as const;

/** 2026-03-31 → 20260331, which no setting of a user of SAP reads otherwise. */
const dateOf = (day: string) => day.replaceAll('-', '');

/** An invoice number that the reference has no room for is whole in the text. */
function textOf({ reference, text }: JournalLine): string {
  const whole = reference.length > LONGEST.reference ? `${reference} ${text}` : text;
  return begun(whole, LONGEST.text).trimEnd();
}

/** The end of a reference. A sign that it would run with goes: what guards it would be a character too many. */
function referenceOf({ reference }: JournalLine): string {
  let end = reference.slice(-LONGEST.reference);
  if (neutraliseCell(end).length > LONGEST.reference) while (neutraliseCell(end) !== end) end = end.slice(1);
  return end;
}

/** The beginning of a text, with room for what guards it where it would run. */
function begun(text: string, longest: number): string {
  const begin = text.slice(0, longest);
  return neutraliseCell(begin).length > longest ? begin.slice(0, -1) : begin;
}

/** Rows of a portion of the file. */
const PORTION = 500;

/** The file that SAP's upload of journal entries takes: a row for each line, in UTF-8 without a mark of the order of bytes. */
export function* journalFile(lines: readonly JournalLine[], head: EntryHead): Generator<string> {
  yield csvLines([COLUMNS.map(([header]) => header)]);
  for (let at = 0; at < lines.length; at += PORTION)
    yield csvLines(
      lines
        .slice(at, at + PORTION)
        .map((line) => COLUMNS.map(([, cell]) => neutraliseCell(cell(line, head)))),
    );
}
