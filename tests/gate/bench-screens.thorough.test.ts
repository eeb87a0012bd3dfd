import { expect, test } from 'vitest';
import { everyAddress } from '../../bench/screens/addresses.ts';

test('the benchmark of screens knows the address of every page of one record, and leaves out what has no record', async () => {
  const all = await everyAddress(async () => 7);
  expect(all).toEqual(expect.arrayContaining(['/auth/attestations/7', '/auth/view/companies/7']));
  expect(all.filter((address) => address.includes('$'))).toEqual([]);
  const without = await everyAddress(async () => null);
  expect(without).toContain('/auth/home');
  expect(without.filter((address) => /\/(?:7|null)$/.test(address))).toEqual([]);
});
