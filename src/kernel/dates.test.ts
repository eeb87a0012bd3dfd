import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfInstant, formatDay, parseIsoDay, parseWrittenDay } from './dates.ts';

const anyDay = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));

describe('calendar days', () => {
  it('read an ISO day, and the written day of an ISO date-time whatever its offset', () => {
    expect(parseIsoDay('2026-03-29')).toBe('2026-03-29');
    expect(parseIsoDay('2026-03-29T23:30:00-08:00')).toBe('2026-03-29');
    expect(parseIsoDay('2026-03-29T00:00:00.000Z')).toBe('2026-03-29');
  });

  it('refuse a day that the calendar does not have', () => {
    expect(parseIsoDay('2026-02-30')).toBeNull();
    expect(parseIsoDay('2025-02-29')).toBeNull();
    expect(parseWrittenDay('31-Jun-2026')).toBeNull();
  });

  it('read days as spreadsheets and people write them', () => {
    for (const written of [
      '29-Mar-2026',
      '29 March 2026',
      '29.03.2026',
      '29.3.2026',
      '03/29/2026',
      '3-29-2026',
    ])
      expect(parseWrittenDay(written)).toBe('2026-03-29');
  });

  it('refuse a written day whose month does not exist rather than guess', () => {
    expect(parseWrittenDay('29/03/2026')).toBeNull();
    expect(parseWrittenDay('soon')).toBeNull();
  });

  it('show every day so that it reads back as the same day', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(parseWrittenDay(formatDay(day))).toBe(day);
      }),
    );
  });

  it('show as DD-MMM-yyyy', () => {
    expect(formatDay('2026-03-09')).toBe('09-Mar-2026');
  });

  it('take the day of an instant in the wanted zone', () => {
    expect(dayOfInstant(new Date('2026-03-29T23:59:59Z'), 'utc')).toBe('2026-03-29');
    const local = new Date(2026, 2, 29, 0, 30);
    expect(dayOfInstant(local, 'local')).toBe('2026-03-29');
  });
});
