import { findAnomalies, type FoundAnomaly } from '#server/modules/billing/reports/anomalies/detect.ts';
import { atLeast, onlyTold, type Figure } from '../figures.ts';

const DAYS = 730;
const ACCOUNTS = 60;
const SERVICES = 5;
/** The days from which on something is planted: before, too little is known. */
const FIRST_PLANTED = 90;
const LEAST = 50;
const FROM = Date.UTC(2024, 10, 1) / 86_400_000;
const DAY_MS = 86_400_000;

const SPIKES = 150;
const STEPS = 50;
const NEW_SERVICES = 40;

/** A step is unusual for so many days; then it is its level. */
const STEP_DAYS = 35;

/** What was planted in a series: from its first day to its last one, counted from the first of the series. */
interface Planted {
  series: number;
  first: number;
  last: number;
}

/** Numbers from 0 to 1, the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = seeded(20_261_128);
const between = (least: number, most: number) => least + random() * (most - least);
const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
/** Around 0, as sums of chances are. */
const normal = () => between(-1, 1) + between(-1, 1) + between(-1, 1);

/** Two years of a service: weekdays, growth, chance, and what comes once a month or a week. */
function usualSeries(): number[] {
  const base = 20 * 100 ** random();
  const weekend = between(0.25, 1);
  const noise = between(0.02, 0.12);
  const growth = between(-0.005, 0.02);
  const fee = random() < 0.35 ? base * between(3, 12) : 0;
  const feeDay = random() < 0.7 ? 1 : whole(2, 28);
  const isWeekly = random() < 0.1;
  return Array.from({ length: DAYS }, (_none, at) => {
    const day = new Date((FROM + at) * DAY_MS);
    const weekday = day.getUTCDay();
    const ofWeek = isWeekly ? Number(weekday === 3) * 4 : weekday % 6 === 0 ? weekend : 1;
    const value = base * ofWeek * (1 + growth) ** (at / 7) * (1 + noise * normal());
    return Math.max(0, value) + (day.getUTCDate() === feeDay ? fee : 0);
  });
}

/** Plants what is to be found, apart from each other. */
function plant(all: number[][]): Planted[] {
  const planted: Planted[] = [];
  /** A place of so many days with nothing else near, where days cost so much that as much again is noticed. */
  const placeFor = (days: number): { series: number; first: number } => {
    for (;;) {
      const series = whole(0, all.length - 1);
      const first = whole(FIRST_PLANTED, DAYS - days - 1);
      const values = all[series]?.slice(first - 7, first) ?? [];
      const isNear = planted.some(
        (one) => one.series === series && one.first < first + days + 70 && one.last > first - 70,
      );
      if (!isNear && Math.min(...values) > 2 * LEAST) return { series, first };
    }
  };
  for (let n = 0; n < SPIKES; n += 1) {
    const days = whole(1, 3);
    const { series, first } = placeFor(days);
    const times = between(1.5, 6);
    for (let at = first; at < first + days; at += 1) change(all, series, at, times);
    planted.push({ series, first, last: first + days - 1 });
  }
  for (let n = 0; n < STEPS; n += 1) {
    const { series, first } = placeFor(STEP_DAYS);
    const times = between(1.5, 4);
    for (let at = first; at < DAYS; at += 1) change(all, series, at, times);
    planted.push({ series, first, last: first + STEP_DAYS });
  }
  return planted;
}

function change(all: number[][], series: number, at: number, times: number): void {
  const values = all[series];
  if (values) values[at] = (values[at] ?? 0) * times;
}

/** Services that accounts get later than the others; some cost too little to be noticed. */
function plantServices(all: number[][]): Planted[] {
  return Array.from({ length: NEW_SERVICES }, () => {
    const first = whole(FIRST_PLANTED, DAYS - 40);
    const values = usualSeries().map((value, at) => (at < first ? 0 : value + LEAST / 4));
    all.push(values);
    return { series: all.length - 1, first, last: first + 28 };
  });
}

const overlaps = (one: FoundAnomaly, { first, last }: Planted) =>
  one.firstDay - FROM <= last + 2 && one.lastDay - FROM >= first - 1;

/**
 * Two years of synthetic spend, the same in each run, in which spikes, steps and new services are planted: how many of those are found,
 * and how much of what is found was planted.
 */
export async function measureAnomalies(_world: unknown, say: (line: string) => void): Promise<Figure[]> {
  const all = Array.from({ length: ACCOUNTS * SERVICES }, usualSeries);
  const planted = [...plant(all), ...plantServices(all)];
  const begun = performance.now();
  const found = all.flatMap((values, series) =>
    findAnomalies({ from: FROM, values, accountSince: FROM }, { testedFrom: FROM + 60, least: LEAST }).map(
      (one) => ({ series, one }),
    ),
  );
  const took = performance.now() - begun;
  const isOf = (place: Planted) => (other: (typeof found)[number]) =>
    other.series === place.series && overlaps(other.one, place);
  const right = found.filter((other) => planted.some((place) => isOf(place)(other))).length;
  const hits = (places: readonly Planted[]) => places.filter((place) => found.some(isOf(place))).length;
  const [spikes, steps, fresh] = [
    planted.slice(0, SPIKES),
    planted.slice(SPIKES, SPIKES + STEPS),
    planted.slice(SPIKES + STEPS),
  ];
  say(`${all.length} services of ${ACCOUNTS} accounts, ${DAYS} days each; ${found.length} anomalies found`);
  say(
    `spikes ${hits(spikes)} of ${SPIKES}, steps ${hits(steps)} of ${STEPS}, new services ${hits(fresh)} of ${NEW_SERVICES}`,
  );
  const precision = right / found.length;
  const recall = hits(planted) / planted.length;
  return [
    atLeast('anomalies: precision', precision, 0.9, { digits: 3, beside: `${right} of ${found.length}` }),
    atLeast('anomalies: recall', recall, 0.9, { digits: 3, beside: `${hits(planted)} of ${planted.length}` }),
    onlyTold('anomalies: all days of a service', took / all.length, { unit: 'ms', digits: 1 }),
  ];
}
