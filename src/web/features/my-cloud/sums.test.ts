import { expect, test } from 'vitest';
import type { MySpend } from '#calls/my-cloud.ts';
import { asSums, monthsOf, partName } from './my-cloud.ts';
import { rowsOf } from './sums.ts';

const of = (month: string, part: MySpend['part'], service: string | null, amount: string): MySpend => ({
  month,
  part,
  service,
  amount,
  currency: 'EUR',
  postings: 1,
});
const spend = [
  of('2026-02', 'service', 'Compute', '0.10'),
  of('2026-02', 'shared', null, '-0.03'),
  of('2026-03', 'service', 'Compute', '0.20'),
  of('2026-03', 'others', null, '5'),
];

test('a row of the table has what a service comes to in each month', () => {
  const rows = rowsOf(spend, 'EUR');
  expect(rows.map(({ name }) => name)).toEqual(['Compute', 'Shared costs and rounding', 'Other services']);
  expect([...(rows[0]?.amounts ?? [])]).toEqual([
    ['2026-02', '0.10'],
    ['2026-03', '0.20'],
  ]);
  expect(rowsOf(spend, 'USD')).toEqual([]);
});

test('the chart has a bar for each month, and what has no name of its own as the rest', () => {
  expect(asSums(spend, 'EUR').map(({ date, identifier }) => [date, identifier])).toEqual([
    ['2026-02-01', 'Compute'],
    ['2026-02-01', 'Shared costs and rounding'],
    ['2026-03-01', 'Compute'],
    ['2026-03-01', null],
  ]);
  expect(monthsOf(spend)).toEqual(['2026-03', '2026-02']);
});

test('lines that name no service are listed as other services', () => {
  expect(partName({ part: 'others', service: null })).toBe('Other services');
});
