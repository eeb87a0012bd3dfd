import { expect, it } from 'vitest';
import type { BoardRun } from './board-run.ts';
import { missingOf } from './missing.ts';

it('writes what nobody is charged for as all amounts are written, with groups of three digits', () => {
  const run: BoardRun = {
    id: 7,
    provider: 'gcp',
    month: '2026-03',
    state: 'needs_review',
    file_name: 'march.csv',
    error: null,
    exceptions: 2,
    unallocated: [
      { currency: 'EUR', amount: '1369.18' },
      { currency: 'JPY', amount: '-2500000' },
    ],
    differences: 0,
    booked: false,
    invoices: { stated_total: 1, person: 0, nothing: 0 },
    finalized_unasked: false,
    decisions: [],
  };
  const known = { month: '2026-03', provider: 'gcp', accrual: null, mayAccrue: false } as const;
  const missing = missingOf({ ...known, state: 'unallocated', runs: [run], counting: [run] });
  expect(missing.map(({ message }) => message)).toEqual([
    '2 exceptions of run 7 to be worked through: nobody is charged for 1,369.18 EUR and -2,500,000 JPY.',
  ]);
});
