import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf } from '../currencies.ts';
import { decimalText, sumOfDecimals, unitsOf } from '../decimal-sum.ts';
import { comeTo, roundTogether, splitByWeights } from './split.ts';

const amountsOf = (...given: Parameters<typeof splitByWeights>) =>
  splitByWeights(...given).map(({ key, amount, rounding }) => [key, amount, rounding]);
const even = (...keys: string[]) => keys.map((key) => ({ key, weight: '1' }));

describe('an amount that is split by weights', () => {
  it('gives what is left to the largest remainders, and of equals to the first by name', () => {
    expect(amountsOf('100.00', 2, even('C', 'A', 'B'))).toEqual([
      ['A', '33.34', 1],
      ['B', '33.33', 0],
      ['C', '33.33', 0],
    ]);
    expect(
      amountsOf('9876.54', 2, [
        { key: 'A', weight: '25' },
        { key: 'B', weight: '175' },
      ]),
    ).toEqual([
      ['A', '1234.57', 0],
      ['B', '8641.97', 0],
    ]);
    expect(amountsOf('0.05', 2, even('A', 'B'))).toEqual([
      ['A', '0.03', 0],
      ['B', '0.02', -1],
    ]);
  });

  it('is split in the smallest unit of its currency', () => {
    expect(amountsOf('100', 0, even('A', 'B', 'C')).map(([, amount]) => amount)).toEqual(['34', '33', '33']);
    expect(amountsOf('1.000', 3, even('A', 'B', 'C')).map(([, amount]) => amount)).toEqual([
      '0.334',
      '0.333',
      '0.333',
    ]);
  });

  it('is split alike below zero', () => {
    expect(amountsOf('-0.10', 2, even('A', 'B', 'C')).map(([, amount]) => amount)).toEqual([
      '-0.03',
      '-0.03',
      '-0.04',
    ]);
  });

  it('keeps finer digits with one part, and gives nothing to whom has no weight', () => {
    expect(amountsOf('10.0031', 2, [...even('A', 'B'), { key: 'N', weight: '0.00' }])).toEqual([
      ['A', '5.0031', 0],
      ['B', '5.0000', 0],
    ]);
    expect(splitByWeights('10', 2, [{ key: 'N', weight: '0' }])).toEqual([]);
    expect(splitByWeights('10', 2, [])).toEqual([]);
  });
});

const decimal = (digits: bigint, scale: number) => decimalText(digits, scale);
const someDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => decimal(digits, scale));
const someBearers = fc.uniqueArray(
  fc.record({
    key: fc.string({ minLength: 1, maxLength: 6 }),
    weight: fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, scale]) => decimal(digits, scale)),
  }),
  { selector: ({ key }) => key, maxLength: 40 },
);
const someCurrency = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CLF');

describe('whatever is split', () => {
  it('comes to the whole with all of its digits, in whole units of its currency but for one part', () => {
    fc.assert(
      fc.property(someDecimal, someCurrency, someBearers, (whole, currency, bearers) => {
        const decimals = decimalsOf(currency);
        const parts = splitByWeights(whole, decimals, bearers);
        const weighed = bearers.filter(({ weight }) => unitsOf(weight).units > 0n);
        expect(parts.map(({ key }) => key).toSorted()).toEqual(weighed.map(({ key }) => key).toSorted());
        const amounts = parts.map(({ amount }) => amount);
        expect(comeTo(amounts, weighed.length > 0 ? whole : '0')).toBe(true);
        const fine = parts.filter(({ amount }) => {
          const { units, decimals: own } = unitsOf(amount);
          return own > decimals && units % 10n ** BigInt(own - decimals) !== 0n;
        });
        expect(fine.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('gives nobody another unit more or less than the share that is rounded by itself, whatever the order', () => {
    fc.assert(
      fc.property(someDecimal, someCurrency, someBearers, (whole, currency, bearers) => {
        const parts = splitByWeights(whole, decimalsOf(currency), bearers);
        expect(parts.every(({ rounding }) => Math.abs(rounding) <= 1)).toBe(true);
        expect(splitByWeights(whole, decimalsOf(currency), bearers.toReversed())).toEqual(parts);
      }),
    );
  });

  it('is known to come to a whole only where it does', () => {
    fc.assert(
      fc.property(fc.array(someDecimal), (parts) => {
        expect(comeTo(parts, sumOfDecimals(parts))).toBe(true);
        expect(comeTo([...parts, '0.000001'], sumOfDecimals(parts))).toBe(false);
      }),
    );
  });
});

describe('amounts that are rounded together', () => {
  it('come to what they are rounded to all together', () => {
    expect(roundTogether(['1.005', '1.004', '-0.001'], 2)).toEqual(['1.01', '1.00', '0.00']);
    expect(roundTogether(['10'], 3)).toEqual(['10.000']);
    expect(roundTogether([], 2)).toEqual([]);
    fc.assert(
      fc.property(fc.array(someDecimal, { minLength: 1 }), someCurrency, (amounts, currency) => {
        const decimals = decimalsOf(currency);
        const sum = sumOfDecimals(roundTogether(amounts, decimals));
        expect(roundTogether([sumOfDecimals(amounts)], decimals)).toEqual([sum]);
      }),
    );
  });
});
