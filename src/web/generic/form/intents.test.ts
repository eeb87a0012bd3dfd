import { expect, test } from 'vitest';
import { createIntents } from './intents.ts';

function counting() {
  let made = 0;
  return createIntents('/somewhere', () => `key ${(made += 1)}`);
}

test('every attempt with the same body bears the same key', () => {
  const intents = counting();
  expect(intents.keyFor({ code: '01' })).toBe('key 1');
  expect(intents.keyFor({ code: '01' })).toBe('key 1');
});

test('a changed body is another intent', () => {
  const intents = counting();
  expect(intents.keyFor({ code: '01' })).toBe('key 1');
  expect(intents.keyFor({ code: '02' })).toBe('key 2');
});

test('after an answer the same body is another intent', () => {
  const intents = counting();
  intents.keyFor({ code: '01' });
  intents.settle();
  expect(intents.keyFor({ code: '01' })).toBe('key 2');
});
