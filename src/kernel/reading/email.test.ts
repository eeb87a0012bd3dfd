import { expect, it } from 'vitest';
import { isEmailAddress, pastedMore } from './email.ts';

it.each(['jane.doe@example.com', 'r&d@example.com', "o'brien@example.com", 'x@a-b.example.xn--p1ai'])(
  '%s is an address',
  (text) => {
    expect(isEmailAddress(text)).toBe(true);
    expect(pastedMore(text)).toBeNull();
  },
);

it.each([
  '',
  'jane',
  '@example.com',
  'jane@example',
  'jane@example.c',
  'jane@exam ple.com',
  'jane@example.com\n',
])('%j is none', (text) => {
  expect(isEmailAddress(text)).toBe(false);
  expect(pastedMore(text)).toBeNull();
});
