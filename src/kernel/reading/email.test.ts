import { expect, it } from 'vitest';
import { isEmailAddress, pastedMore } from './email.ts';

const LOCAL_64 = 'a'.repeat(64);
const LABEL_63 = 'b'.repeat(63);

it.each([
  'jane.doe@example.com',
  'r&d@example.com',
  "o'brien@example.com",
  '{team}+cloud@example.com',
  'user@example.xn--p1ai',
  'x@a-b.example.xn--p1ai',
  'x@xn--bcher-kva.example',
  '1@1.example',
  `${LOCAL_64}@example.com`,
  `x@${LABEL_63}.com`,
])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
  expect(pastedMore(text)).toBeNull();
});

it.each([
  '',
  'jane',
  '@example.com',
  'jane@example',
  'jane@example.c',
  'jane@exam ple.com',
  '.jane@example.com',
  'jane..doe@example.com',
  'jane.@example.com',
  'jane@-example.com',
  'jane@example..com',
  'jane@example.com.',
  'jane@[192.0.2.1]',
  'jane@example.123',
  'jané@example.com',
  'jane@exämple.com',
  `a${LOCAL_64}@example.com`,
  `x@b${LABEL_63}.com`,
  `x@${`${LABEL_63}.`.repeat(4)}com`,
  'jane@example.com\n',
])('%j is none', (text) => {
  expect(isEmailAddress(text)).toBe(false);
  expect(pastedMore(text)).toBeNull();
});
