import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/data/client.ts';
import { createIntents } from './intents.ts';
import { keptAttempts } from './kept-attempts.ts';

function counting() {
  let made = 0;
  return createIntents(null, () => `key ${(made += 1)}`);
}

const answered = async (key: string) => key;
const failing = (error: Error, keys: string[]) => (key: string) => {
  keys.push(key);
  return Promise.reject(error);
};
const lost = new TypeError('Failed to fetch');

test('every attempt with the same body bears the same key', async () => {
  const intents = counting();
  const keys: string[] = [];
  await expect(intents.once({ code: '01' }, failing(lost, keys))).rejects.toBe(lost);
  expect(keys).toEqual(['key 1']);
  expect(await intents.once({ code: '01' }, answered)).toBe('key 1');
});

test('a changed body is another intent', async () => {
  const intents = counting();
  const keys: string[] = [];
  await expect(intents.once({ code: '01' }, failing(lost, keys))).rejects.toBe(lost);
  expect(keys).toEqual(['key 1']);
  expect(await intents.once({ code: '02' }, answered)).toBe('key 2');
});

test('after an answer the same body is another intent', async () => {
  const intents = counting();
  await intents.once({ code: '01' }, answered);
  expect(await intents.once({ code: '01' }, answered)).toBe('key 2');
});

test.each([
  [422, 'key 2'],
  [503, 'key 1'],
])('after %i the next attempt bears %s', async (status, next) => {
  const intents = counting();
  await expect(intents.once({}, failing(new ApiError(status, 'No.'), []))).rejects.toThrow('No.');
  expect(await intents.once({}, answered)).toBe(next);
});

afterEach(() => vi.unstubAllGlobals());

test('what is kept of an attempt is its key and a hash, never the body, and finds the same body again', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const body = { name: 'Reader', secret: 'hunter2', file: new File(['x'], 'a.txt', { lastModified: 1 }) };
  await expect(
    createIntents(keptAttempts('draft'), () => 'first').once(body, failing(lost, [])),
  ).rejects.toBe(lost);
  expect([...kept.keys()]).toEqual(['draft.intent']);
  expect(kept.get('draft.intent')).not.toMatch(/hunter2|Reader|a\.txt/);
  const afterReload = createIntents(keptAttempts('draft'), () => 'second');
  const otherFile = { ...body, file: new File(['x'], 'b.txt', { lastModified: 1 }) };
  expect(await afterReload.once(body, answered)).toBe('first');
  expect(await afterReload.once(otherFile, answered)).toBe('second');
});
