import { describe, expect, it } from 'vitest';
import { findAnomalies, type DailySeries } from './detect.ts';

const DAYS = 120;
/** A Monday. */
const FROM = Date.UTC(2026, 0, 5) / 86_400_000;
const LOOK = { testedFrom: FROM + 60, least: 50 };

/** A series of which each day costs what `cost` says. */
const series = (cost: (at: number) => number, days = DAYS): DailySeries => ({
  from: FROM,
  values: Array.from({ length: days }, (_none, at) => cost(at)),
  accountSince: FROM,
});
/** A little more on some days than on others, the same each time. */
const about = (amount: number, at: number) => amount * (1 + ((at * 7919) % 11) / 100);
const isWeekend = (at: number) => at % 7 >= 5;
const dayOfMonth = (at: number) => new Date((FROM + at) * 86_400_000).getUTCDate();
const found = (cost: (at: number) => number, days = DAYS, look = LOOK) =>
  findAnomalies(series(cost, days), look).map(({ kind, firstDay, lastDay, isOver }) => ({
    kind,
    first: firstDay - FROM,
    last: lastDay - FROM,
    isOver,
  }));

describe('what is usual is no anomaly', () => {
  it.each<[string, (at: number) => number]>([
    ['days that vary a little', (at) => about(200, at)],
    ['weekends that cost much less', (at) => about(isWeekend(at) ? 40 : 400, at)],
    ['something that is done on Sundays alone', (at) => (at % 7 === 6 ? 500 : 0)],
    ['a fee on the first of each month', (at) => (dayOfMonth(at) === 1 ? 3000 : about(20, at))],
    ['growth by a twentieth each week', (at) => about(200 * 1.05 ** (at / 7), at)],
    ['costs that fall away', (at) => (at < 80 ? about(500, at) : 0)],
    ['a credit', (at) => (at === 90 ? -5000 : about(100, at))],
    ['a large part of what is small', (at) => (at === 90 ? 45 : about(2, at))],
    ['nothing', () => 0],
  ])('%s', (_what, cost) => {
    expect(found(cost)).toEqual([]);
  });

  it('of what is known for less than four weeks nothing is said', () => {
    const short = { testedFrom: FROM, least: 50 };
    expect(found((at) => (at === 20 ? 9000 : 100), 25, short)).toEqual([]);
  });
});

describe('what is unusual', () => {
  it('a day is found, with what was usual, and is over three days later', () => {
    const cost = (at: number) => (at === 90 ? 900 : about(200, at));
    expect(found(cost)).toEqual([{ kind: 'spike', first: 90, last: 90, isOver: true }]);
    expect(found(cost, 93)).toMatchObject([{ first: 90, isOver: false }]);
    expect(found(cost, 94)).toMatchObject([{ first: 90, isOver: true }]);
    const [only] = findAnomalies(series(cost), LOOK);
    expect(Math.round(only?.expected ?? 0)).toBeGreaterThanOrEqual(200);
    expect(Math.round(only?.expected ?? 0)).toBeLessThanOrEqual(220);
  });

  it('a weekend that costs as much as a working day is found', () => {
    const cost = (at: number) => about(isWeekend(at) && at !== 89 ? 40 : 400, at);
    expect(found(cost)).toEqual([{ kind: 'spike', first: 89, last: 89, isOver: true }]);
  });

  it('a step is one anomaly from its first day on, until its level is usual', () => {
    const cost = (at: number) => about(at < 62 ? 100 : 400, at);
    const [step, ...others] = found(cost);
    expect(step).toMatchObject({ kind: 'spike', first: 62, isOver: true });
    expect(others).toEqual([]);
    expect(found(cost, 85)).toEqual([{ kind: 'spike', first: 62, last: 84, isOver: false }]);
  });

  it('unusual days with two usual ones between them are one', () => {
    const cost = (at: number) => (at === 90 || at === 93 ? 900 : about(200, at));
    expect(found(cost)).toEqual([{ kind: 'spike', first: 90, last: 93, isOver: true }]);
    const [only] = findAnomalies(series(cost), LOOK);
    expect(only?.expected).toBeGreaterThanOrEqual(4 * 200);
  });

  it('a fee is found the first time that it comes', () => {
    const fees = found((at) => (at > 70 && dayOfMonth(at) === 1 ? 3000 : about(20, at)));
    expect(fees).toHaveLength(1);
  });

  it('a service that the account did not have is found, unless the account is new itself', () => {
    const cost = (at: number) => (at >= 100 ? 30 : 0);
    expect(found(cost)).toEqual([{ kind: 'new_service', first: 100, last: 119, isOver: false }]);
    expect(found((at) => (at >= 100 ? 5 : 0))).toEqual([]);
    const fresh = { ...series(cost), accountSince: FROM + 90 };
    expect(findAnomalies(fresh, LOOK)).toEqual([]);
  });

  it('a new service is over once it is known, or was not used for a week', () => {
    expect(found((at) => (at >= 70 ? 30 : 0))).toEqual([
      { kind: 'new_service', first: 70, last: 97, isOver: true },
    ]);
    expect(found((at) => (at >= 100 && at < 105 ? 30 : 0))).toEqual([
      { kind: 'new_service', first: 100, last: 104, isOver: true },
    ]);
  });
});
