import { decimalText, unitsOf } from '../decimal-sum.ts';

/** Somebody who bears a part of an amount, in proportion to a weight that is not below zero. */
export interface Bearer {
  /** The identifier by which ties are settled. */
  key: string;
  /** A decimal. */
  weight: string;
}

/** The part of an amount that a bearer gets. */
export interface BornePart {
  key: string;
  /** A decimal. The parts come to the whole exactly, with all the digits that it has. */
  amount: string;
  /** The units of the last digit of the currency by which it differs from the share that is rounded by itself: -1, 0 or 1. */
  rounding: number;
}

const TEN = 10n;

/** Rounds towards the smaller number, also below zero. */
const floorOf = (dividend: bigint, divisor: bigint): bigint => {
  const whole = dividend / divisor;
  return dividend % divisor < 0n ? whole - 1n : whole;
};

/** Rounds a half away from zero, as PostgreSQL rounds decimals. */
const rounded = (dividend: bigint, divisor: bigint): bigint =>
  dividend < 0n ? -rounded(-dividend, divisor) : floorOf(2n * dividend + divisor, 2n * divisor);

/** Decimals as whole numbers that keep their proportions. */
function onOneScale(decimals: readonly string[]): bigint[] {
  const parts = decimals.map(unitsOf);
  const most = Math.max(0, ...parts.map((part) => part.decimals));
  return parts.map(({ units, decimals: own }) => units * TEN ** BigInt(most - own));
}

/** Whether decimals come to another one exactly. */
export function comeTo(decimals: readonly string[], whole: string): boolean {
  const [wanted = 0n, ...parts] = onOneScale([whole, ...decimals]);
  return parts.reduce((sum, part) => sum + part, 0n) === wanted;
}

/**
 * Splits an amount by weights, to the smallest unit of its currency: by the largest remainder, and of two that are alike the one
 * whose key comes first. What an amount has of finer digits, which no posting shows, goes with the first part that would be rounded up.
 * @param decimals the digits after the point of the currency
 * @returns the parts of those with a weight above zero, in the order of their keys; empty where nobody has one
 */
export function splitByWeights(whole: string, decimals: number, bearers: readonly Bearer[]): BornePart[] {
  const weights = onOneScale(bearers.map(({ weight }) => weight));
  const borne = bearers
    .map(({ key }, at) => ({ key, weight: weights[at] ?? 0n }))
    .filter(({ weight }) => weight > 0n)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const total = borne.reduce((sum, { weight }) => sum + weight, 0n);
  if (total === 0n) return [];
  const exact = unitsOf(whole);
  const finer = Math.max(0, exact.decimals - decimals);
  const scale = TEN ** BigInt(finer);
  const units = exact.units * TEN ** BigInt(Math.max(0, decimals - exact.decimals));
  const due = rounded(units, scale);
  const parts = borne.map(({ key, weight }, at) => {
    const least = floorOf(due * weight, total);
    return { key, at, least, left: due * weight - least * total, alone: rounded(due * weight, total) };
  });
  const ranked = parts.toSorted((one, other) =>
    one.left === other.left ? one.at - other.at : one.left > other.left ? -1 : 1,
  );
  const more = Number(due - parts.reduce((sum, { least }) => sum + least, 0n));
  const first = ranked[0]?.at;
  const raised = new Set(ranked.slice(0, more).map(({ at }) => at));
  return parts.map(({ key, at, least, alone }) => {
    const own = least + (raised.has(at) ? 1n : 0n);
    const kept = own * scale + (at === first ? units - due * scale : 0n);
    return { key, amount: decimalText(kept, decimals + finer), rounding: Number(own - alone) };
  });
}

/**
 * Rounds amounts of which all together are rounded as well, so that they come to that: by the largest remainder, and of two that
 * are alike the first.
 */
export function roundTogether(amounts: readonly string[], decimals: number): string[] {
  const exact = onOneScale([...amounts, `0.${'0'.repeat(decimals)}0`]).slice(0, -1);
  const finest = Math.max(decimals + 1, ...amounts.map((one) => unitsOf(one).decimals));
  const scale = TEN ** BigInt(finest - decimals);
  const parts = exact.map((units, at) => ({
    at,
    least: floorOf(units, scale),
    left: units - floorOf(units, scale) * scale,
  }));
  const due = rounded(
    exact.reduce((sum, units) => sum + units, 0n),
    scale,
  );
  const more = Number(due - parts.reduce((sum, { least }) => sum + least, 0n));
  const ranked = parts.toSorted((one, other) =>
    one.left === other.left ? one.at - other.at : one.left > other.left ? -1 : 1,
  );
  const raised = new Set(ranked.slice(0, more).map(({ at }) => at));
  return parts.map(({ at, least }) => decimalText(least + (raised.has(at) ? 1n : 0n), decimals));
}
