import { describe, expect, it } from 'vitest';
import { slicesOf } from './estate.ts';

const itself = (key: string) => key;

describe('the slices of a whole', () => {
  it('come the largest first, each with its share', () => {
    expect(slicesOf({ aws: 1, gcp: 3 }, (key) => key.toUpperCase())).toEqual([
      { key: 'gcp', name: 'GCP', count: 3, share: 0.75 },
      { key: 'aws', name: 'AWS', count: 1, share: 0.25 },
    ]);
  });

  it('leave out what there is none of', () => {
    expect(slicesOf({ aws: 0 }, itself)).toEqual([]);
  });

  it('are eight at most: the smallest are one, and nothing of the whole is lost', () => {
    const counts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`form ${at}`, at + 1]));
    const slices = slicesOf(counts, itself);
    expect(slices).toHaveLength(8);
    expect(slices.at(-1)).toMatchObject({ key: null, name: 'Other (5)', count: 1 + 2 + 3 + 4 + 5 });
    expect(slices.reduce((sum, { count }) => sum + count, 0)).toBe(78);
  });
});
