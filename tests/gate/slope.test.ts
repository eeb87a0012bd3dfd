import { describe, expect, it } from 'vitest';
import { growthOf } from '../../bench/slope.ts';

const every30 = (values: number[]) => values.map((value, index) => ({ at: index * 30, value }));

describe('how much something grew', () => {
  it('is what a steady leak loses in the whole time', () => {
    expect(growthOf(every30(Array.from({ length: 100 }, (_, at) => 200 + at * 0.5)))).toBeCloseTo(49.5);
  });

  it('is nothing where peaks come and go', () => {
    const peaks = Array.from({ length: 100 }, (_, at) => (at % 10 === 0 ? 350 : 200));
    expect(growthOf(every30(peaks))).toBe(0);
  });

  it('is seen through the peaks above it', () => {
    const leaking = Array.from({ length: 100 }, (_, at) => 200 + at + (at % 10 === 0 ? 150 : 0));
    expect(growthOf(every30(leaking))).toBeCloseTo(99, 0);
  });

  it('is nothing where there is one moment, or none', () => {
    expect([growthOf([]), growthOf(every30([7]))]).toEqual([0, 0]);
  });
});
