import { describe, expect, it } from 'vitest';
import { daysOfPeriod, whenInWords, type When } from '#kernel/schedule.ts';
import { nextRun } from './next-run.ts';

const when = (more: Partial<When> = {}): When => ({
  rhythm: 'daily',
  weekdays: [],
  at: '02:30',
  time_zone: 'Europe/Berlin',
  ...more,
});
/** The next times after a moment. */
const after = (moment: string, wanted: When, count = 1): string[] => {
  const times: string[] = [];
  for (let last = new Date(moment); times.length < count; last = new Date(times.at(-1) ?? '')) {
    times.push(nextRun(wanted, last).toISOString());
  }
  return times;
};

describe('the next time', () => {
  it('follows the clocks of its zone, whatever they are ahead of UTC', () => {
    expect(after('2026-03-01T12:00:00Z', when({ at: '07:15' }))).toEqual(['2026-03-02T06:15:00.000Z']);
    expect(after('2026-07-01T12:00:00Z', when({ at: '07:15' }))).toEqual(['2026-07-02T05:15:00.000Z']);
    const tokyo = when({ at: '07:15', time_zone: 'Asia/Tokyo' });
    expect(after('2026-03-01T22:14:00Z', tokyo, 2)).toEqual([
      '2026-03-01T22:15:00.000Z',
      '2026-03-02T22:15:00.000Z',
    ]);
    const kathmandu = when({ at: '00:00', time_zone: 'Asia/Kathmandu' });
    expect(after('2026-03-01T12:00:00Z', kathmandu)).toEqual(['2026-03-01T18:15:00.000Z']);
  });

  it('is the next that exists where the clocks go forward over it', () => {
    expect(after('2026-03-28T12:00:00Z', when(), 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    const newYork = when({ at: '02:00', time_zone: 'America/New_York' });
    expect(after('2026-03-07T12:00:00Z', newYork)).toEqual(['2026-03-08T07:00:00.000Z']);
  });

  it('comes once where the clocks go back and show it twice', () => {
    expect(after('2026-10-24T12:00:00Z', when(), 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('is on the chosen days of the week', () => {
    const wanted = when({
      rhythm: 'weekly',
      weekdays: ['Thursday', 'Monday'],
      at: '09:00',
      time_zone: 'UTC',
    });
    expect(after('2026-03-02T09:00:00Z', wanted, 3)).toEqual([
      '2026-03-05T09:00:00.000Z',
      '2026-03-09T09:00:00.000Z',
      '2026-03-12T09:00:00.000Z',
    ]);
    expect(whenInWords(wanted)).toBe('Each Monday and Thursday at 09:00, UTC');
  });

  it('is on the first or the last day of a month, however long it is', () => {
    const last = when({ rhythm: 'last', at: '23:45', time_zone: 'UTC' });
    expect(after('2028-01-31T23:45:00Z', last, 3)).toEqual([
      '2028-02-29T23:45:00.000Z',
      '2028-03-31T23:45:00.000Z',
      '2028-04-30T23:45:00.000Z',
    ]);
    const first = when({ rhythm: 'first', at: '00:00', time_zone: 'Pacific/Auckland' });
    expect(after('2026-12-15T00:00:00Z', first)).toEqual(['2026-12-31T11:00:00.000Z']);
  });
});

describe('the days of a report', () => {
  it('move with the day on which it is made', () => {
    expect(daysOfPeriod('month_before', '2026-01-15')).toEqual(['2025-12-01', '2025-12-31']);
    expect(daysOfPeriod('month_before', '2028-03-31')).toEqual(['2028-02-01', '2028-02-29']);
    expect(daysOfPeriod('this_month', '2026-02-03')).toEqual(['2026-02-01', '2026-02-28']);
    expect(daysOfPeriod('last_7_days', '2026-03-03')).toEqual(['2026-02-24', '2026-03-02']);
    expect(daysOfPeriod('last_30_days', '2026-03-31')).toEqual(['2026-03-01', '2026-03-30']);
  });
});
