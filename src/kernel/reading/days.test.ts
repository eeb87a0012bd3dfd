import { describe, expect, it } from 'vitest';
import { DateOrders, readDay, serialDay, whichDay } from './days.ts';

type Noted = readonly [text: string, what?: 'day' | 'period' | 'other'];

const ordersOf = (dates: readonly Noted[]) => {
  const orders = new DateOrders();
  for (const [text, what] of dates) orders.note(text, what);
  return orders;
};

describe('the order of dates', () => {
  it.each<[string, readonly Noted[], string]>([
    ['a day above 12 in the first place', [['09-01-2026'], ['15-01-2026']], 'day_first'],
    ['a day above 12 in the second place', [['09/01/2026'], ['01/15/2026']], 'month_first'],
    ['points', [['09.01.2026']], 'day_first'],
    [
      'a period that begins with the first of a month',
      [
        ['10/01/2026', 'period'],
        ['10/03/2026', 'day'],
      ],
      'month_first',
    ],
    [
      'a period that begins so, day first',
      [
        ['01/10/2026', 'period'],
        ['03/10/2026', 'day'],
      ],
      'day_first',
    ],
    [
      'the month of a period',
      [
        ['01/01/2026', 'period'],
        ['01/03/2026', 'day'],
        ['01/04/2026', 'day'],
      ],
      'month_first',
    ],
    [
      'the one month of all days',
      [
        ['02/10/2026', 'day'],
        ['03/10/2026', 'day'],
      ],
      'day_first',
    ],
    ['dates that are the same in both', [['04/04/2026']], 'month_first'],
    ['a time beside them', [['1/9/2026 0:00'], ['1/15/2026 13:00']], 'month_first'],
  ])('is settled by %s', (_why, dates, order) => {
    expect(ordersOf(dates).order).toBe(order);
  });

  it('is left open by dates that are days in both, which are reported', () => {
    const { order, open } = ordersOf([['2026-03-04'], ['03/04/2026'], ['05/06/2026']]);
    expect(order).toBeNull();
    expect(open && whichDay('Date', open)).toBe(
      "Date '03/04/2026' is 2026-03-04 with the month first and 2026-04-03 with the day first, and no other date of the file settles which. Send the file again with date_order=month_first or date_order=day_first.",
    );
  });

  it.each<[string, readonly Noted[], string]>([
    ['one date alone', [['03/04/2026', 'day']], 'month_first'],
    [
      'days of several months',
      [
        ['03/10/2026', 'day'],
        ['05/10/2026', 'day'],
      ],
      'month_first',
    ],
    [
      'a period within a month',
      [
        ['01/04/2026', 'period'],
        ['01/05/2026', 'day'],
      ],
      'month_first',
    ],
    [
      'a period and its first day',
      [
        ['01/04/2026', 'period'],
        ['01/04/2026', 'day'],
      ],
      'month_first',
    ],
    [
      'a period within a month, and its end',
      [
        ['01/04/2026', 'period'],
        ['01/31/2026', 'day'],
      ],
      'month_first',
    ],
    [
      'a day above 12 in the first place',
      [
        ['03/04/2026', 'day'],
        ['13/04/2026', 'day'],
      ],
      'day_first',
    ],
    [
      'a month and its days',
      [
        ['01/10/2026', 'period'],
        ['03/10/2026', 'day'],
      ],
      'day_first',
    ],
  ])('where the source writes the month first, is by %s', (_what, dates, order) => {
    const orders = new DateOrders();
    orders.documented = 'month_first';
    for (const [text, what] of dates) orders.note(text, what);
    expect([orders.order, orders.open]).toEqual([order, null]);
  });

  it('is none where dates contradict each other', () => {
    expect(ordersOf([['13/01/2026'], ['01/13/2026']]).against).toEqual(['13/01/2026', '01/13/2026']);
    expect(ordersOf([['10.03.2026'], ['10/13/2026']]).against).toEqual(['10.03.2026', '10/13/2026']);
  });
});

it.each([
  ['15-01-2026', 'day_first', '2026-01-15'],
  ['09-01-2026', 'day_first', '2026-01-09'],
  ['09/01/2026', 'month_first', '2026-09-01'],
  ['09.01.2026', 'month_first', '2026-01-09'],
  ['20260109', 'day_first', '2026-01-09'],
  ['9-Jan-2026', 'month_first', '2026-01-09'],
  ['31/02/2026', 'day_first', null],
  ['20261301', 'day_first', null],
  ['46296', 'day_first', null],
] as const)('%s with %s is %s', (text, order, day) => {
  expect(readDay(text, order)).toBe(day);
});

it.each([
  ['46296', '2026-10-01'],
  ['46296.5', '2026-10-01'],
  ['36526', '2000-01-01'],
  ['1234', null],
  ['99999', null],
])('the number %s of a spreadsheet is the day %s', (text, day) => {
  expect(serialDay(text)).toBe(day);
});
