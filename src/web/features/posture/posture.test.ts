import { describe, expect, it } from 'vitest';
import { accountsBehind, linesOf, readUnits, totalOf, writeUnits } from './posture.ts';

const all = ['CCOE', 'CORP', 'GAM', 'LOT', 'BET', 'CIO'];

describe('the units of an address', () => {
  it('are all where it says nothing, or nothing that there is', () => {
    for (const text of ['', 'SALES', ',']) expect(readUnits(text)).toEqual(all);
    expect(writeUnits(all)).toBeUndefined();
  });

  it('come back as they were, in their order, also where none is chosen', () => {
    expect(readUnits('LOT,SALES,GAM')).toEqual(['GAM', 'LOT']);
    expect(readUnits(writeUnits(['LOT', 'GAM']) ?? '')).toEqual(['GAM', 'LOT']);
    expect(readUnits(writeUnits([]) ?? '')).toEqual([]);
  });
});

describe('the lines of a cloud', () => {
  const counts = { production: 2, Other: 1, test: 0 };

  it('are all of its environments and the others, and add up', () => {
    expect(linesOf('GcpCloudParent', counts)).toEqual([
      { bucket: 'production', words: 'production, sites or env', count: 2 },
      { bucket: 'test', words: 'test or staging', count: 0 },
      { bucket: 'development', words: 'development', count: 0 },
      { bucket: 'sandbox', words: 'sandbox', count: 0 },
      { bucket: 'Other', words: 'Other', count: 1 },
    ]);
    expect(totalOf(counts)).toBe(3);
  });

  it('lead to the accounts of the chosen units alone, unless all are chosen', () => {
    expect(accountsBehind(['GAM'], 'GcpCloudParent', 'test')).toEqual({
      by_terminated: 'false',
      by_provider_type: 'GcpCloudParent',
      by_environment_bucket: 'test',
      by_units: 'GAM',
    });
    expect(accountsBehind(all)).toEqual({ by_terminated: 'false' });
  });
});
