import { expect, test } from 'vitest';
import { formattedPolicy, linePairs, orderedPolicy } from './policy.ts';

test('a policy is read with a line for each member, and as it is where it is no JSON', () => {
  expect(formattedPolicy('{"Version":"2012-10-17","Statement":[]}')).toBe(
    '{\n  "Version": "2012-10-17",\n  "Statement": []\n}',
  );
  expect(formattedPolicy('not {')).toBe('not {');
});

test('policies that say the same in another order read the same', () => {
  const one = orderedPolicy('{"Statement":[{"Effect":"Allow","Action":["s3:*"]}],"Version":"1"}');
  const other = orderedPolicy('{"Version":"1","Statement":[{"Action":["s3:*"],"Effect":"Allow"}]}');
  expect(one).toBe(other);
});

test('the order of a list is shown, since people wrote it', () => {
  expect(orderedPolicy('["b","a"]')).not.toBe(orderedPolicy('["a","b"]'));
});

test('the same lines stand beside each other, what one lacks beside nothing', () => {
  expect(linePairs('a\nb\nc', 'a\nc')).toEqual([
    { a: 'a', b: 'a' },
    { a: 'b', b: null },
    { a: 'c', b: 'c' },
  ]);
  expect(linePairs('a\nx\nc', 'a\ny\nz\nc')).toEqual([
    { a: 'a', b: 'a' },
    { a: 'x', b: 'y' },
    { a: null, b: 'z' },
    { a: 'c', b: 'c' },
  ]);
});

test('the same texts have no line that differs, and a text beside none has all of them', () => {
  expect(linePairs('a\nb', 'a\nb')).toEqual([
    { a: 'a', b: 'a' },
    { a: 'b', b: 'b' },
  ]);
  expect(linePairs('a\nb\na', 'a')).toEqual([
    { a: 'a', b: 'a' },
    { a: 'b', b: null },
    { a: 'a', b: null },
  ]);
});
