import { expect, it } from 'vitest';
import { Together } from './together.ts';

/** Look-ups that end when the test says so. */
function heldLookUps() {
  const lookUps: {
    keys: string[];
    end: (values: Record<string, string>) => void;
    fail: (why: Error) => void;
  }[] = [];
  const together = new Together<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        lookUps.push({ keys, end: (values) => resolve(new Map(Object.entries(values))), fail: reject });
      }),
  );
  return { together, lookUps };
}

it('looks up at once where nobody else does, and once for all who want something meanwhile', async () => {
  const { together, lookUps } = heldLookUps();
  const first = together.get('a');
  await expect.poll(() => lookUps.length).toBe(1);
  const others = [together.get('a'), together.get('b'), together.get('c'), together.get('b')];
  expect(lookUps.map(({ keys }) => keys)).toEqual([['a']]);
  lookUps[0]?.end({ a: 'A' });
  expect(await first).toBe('A');
  await expect.poll(() => lookUps.length).toBe(2);
  expect(lookUps[1]?.keys).toEqual(['a', 'b', 'c']);
  lookUps[1]?.end({ a: 'a newer A', b: 'B' });
  expect(await Promise.all(others)).toEqual(['a newer A', 'B', null, 'B']);
});

it('does not wait for a look-up that hangs', async () => {
  const { together, lookUps } = heldLookUps();
  const first = together.get('a');
  await expect.poll(() => lookUps.length).toBe(1);
  const second = together.get('b');
  await expect.poll(() => lookUps.length).toBe(2);
  lookUps[1]?.end({ b: 'B' });
  expect(await second).toBe('B');
  lookUps[0]?.end({});
  expect(await first).toBeNull();
});

it('fails only for those who wait for that look-up', async () => {
  const { together, lookUps } = heldLookUps();
  const first = together.get('a');
  await expect.poll(() => lookUps.length).toBe(1);
  const second = together.get('b');
  lookUps[0]?.fail(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect.poll(() => lookUps.length).toBe(2);
  lookUps[1]?.end({ b: 'B' });
  expect(await second).toBe('B');
});
