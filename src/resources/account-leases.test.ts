import { describe, expect, it } from 'vitest';
import { comingOf, latestDay, reminderOf } from './account-leases.ts';

const terms = { ends_on: '2026-03-31', agreed_end: '2026-03-31', extension_days: 10, most_days: 15 };

describe('how far a lease may be extended', () => {
  it('is one extension from its end, as long as it runs', () => {
    expect(latestDay(terms, '2026-03-01')).toBe('2026-04-10');
  });

  it('is no further than all extensions together, from the end that the desk set', () => {
    expect(latestDay({ ...terms, ends_on: '2026-04-10' }, '2026-03-01')).toBe('2026-04-15');
  });

  it('counts from today once the end has passed, and is before today where that is too late', () => {
    expect(latestDay(terms, '2026-04-03')).toBe('2026-04-13');
    expect(latestDay(terms, '2026-05-01')).toBe('2026-04-15');
  });
});

describe('the reminders of a lease', () => {
  it.each([
    ['2026-03-16', null],
    ['2026-03-17', 14],
    ['2026-03-23', 14],
    ['2026-03-24', 7],
    ['2026-03-30', 1],
    ['2026-03-31', 1],
    ['2026-04-01', null],
  ])('on %s: %s', (day, days) => {
    expect(reminderOf('2026-03-31', day)).toBe(days);
  });

  it('are the next thing that comes, before the last day, the freeze and the closure', () => {
    expect(comingOf({ ends_on: '2026-03-31', close_after_days: 30 }, '2026-03-20')).toEqual([
      { day: '2026-03-24', what: 'Owner and desk are reminded of the end' },
      { day: '2026-03-31', what: 'Its last day' },
      { day: '2026-04-01', what: 'The account is frozen' },
      { day: '2026-05-01', what: 'Owner and desk are asked to close it' },
    ]);
    expect(comingOf({ ends_on: '2026-03-31', close_after_days: null }, '2026-03-31')).toEqual([
      { day: '2026-03-31', what: 'Its last day' },
      { day: '2026-04-01', what: 'The account is frozen' },
    ]);
  });
});
