import { describe, expect, it } from 'vitest';
import { type EntryPosting, journalLines, MOST_LINES } from './entry.ts';

const posting = (amount: string, more: Partial<EntryPosting> = {}): EntryPosting => ({
  n: 1,
  reference: 'R-1',
  currency: 'EUR',
  company_code: '1000',
  gl_account: '520109',
  cost_center: 'CC1',
  wbs_element: null,
  amount,
  text: 'Azure 2026-03',
  document_date: null,
  ...more,
});
const clearing = new Map([
  ['1000', '210000'],
  ['2000', '220000'],
]);
const lines = (postings: EntryPosting[]) => journalLines(postings, { posting_date: '2026-03-31' }, clearing);
const centsOf = ({ sign, amount }: { sign: string; amount: string }) =>
  BigInt(amount.replace('.', '')) * (sign === 'S' ? 1n : -1n);

describe('the lines of a journal', () => {
  it('debit what is charged, credit what is given back, and balance it on the clearing account', () => {
    expect(
      lines([posting('10.00'), posting('-2.50', { cost_center: null, wbs_element: 'W/1' })]),
    ).toMatchObject([
      { document: 1, line: 1, sign: 'S', amount: '10.00', cost_center: 'CC1', gl_account: '520109' },
      { document: 1, line: 2, sign: 'H', amount: '2.50', wbs_element: 'W/1' },
      { document: 1, line: 3, sign: 'H', amount: '7.50', gl_account: '210000', cost_center: null },
    ]);
  });

  it('are a document for each company, currency and invoice', () => {
    const made = lines([
      posting('1.00'),
      posting('1.00', { company_code: '2000' }),
      posting('1', { currency: 'JPY' }),
      posting('1.00', { reference: 'R-2', document_date: '2026-04-02' }),
    ]);
    expect(made.map(({ document, gl_account, amount }) => [document, gl_account, amount])).toEqual([
      [1, '520109', '1.00'],
      [1, '210000', '1.00'],
      [2, '520109', '1.00'],
      [2, '220000', '1.00'],
      [3, '520109', '1'],
      [3, '210000', '1'],
      [4, '520109', '1.00'],
      [4, '210000', '1.00'],
    ]);
    expect(made.map(({ document_date }) => document_date).slice(-3)).toEqual([
      '2026-03-31',
      '2026-04-02',
      '2026-04-02',
    ]);
  });

  it('need no balancing line where they come to zero, and leave out what is nothing', () => {
    expect(lines([posting('3.00'), posting('-3.00'), posting('0.00')]).map(({ sign }) => sign)).toEqual([
      'S',
      'H',
    ]);
  });

  it('are split into documents of at most 999 lines, each of which comes to zero', () => {
    const many = Array.from({ length: 2500 }, (_, at) => posting(`${at}.0${at % 10}`));
    const documents = [...Map.groupBy(lines(many), ({ document }) => document).values()];
    expect(documents.map(({ length }) => length)).toEqual([MOST_LINES, MOST_LINES, 504]);
    for (const document of documents)
      expect(document.reduce((sum, line) => sum + centsOf(line), 0n)).toBe(0n);
  });
});
