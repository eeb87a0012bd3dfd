import { expect, it } from 'vitest';
import { nextSort } from './sorts.ts';

it.each([
  [null, 'a', false, 'a'],
  ['a', 'a', false, '-a'],
  ['-a', 'a', false, null],
  ['b,-a', 'a', false, 'a'],
  ['a', 'b', true, 'a,b'],
  ['a,b', 'b', true, 'a,-b'],
  ['a,-b', 'b', true, 'a'],
  ['-a', 'a', true, null],
  [null, 'a', true, 'a'],
  ['a,b,c,d,e', 'f', true, 'a,b,c,d,f'],
])('from %s a press on %s (beside others: %s) leads to %s', (sort, id, adds, next) => {
  expect(nextSort(sort, id, adds)).toBe(next);
});
