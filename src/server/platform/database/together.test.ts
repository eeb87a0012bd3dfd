import { expect, it } from 'vitest';
import { Together } from './together.ts';

/** Look-ups that end when the test says so. */
function heldLookUps() {
  const asked: {
    keys: string[];
    end: (values: Record<string, string>) => void;
    fail: (why: Error) => void;
  }[] = [];
  const together = new Together<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        asked.push({ keys, end: (values) => resolve(new Map(Object.entries(values))), fail: reject });
      }),
  );
  return { together, asked };
}

it('asks at once where nobody else asks, and once for all who ask meanwhile', async () => {
  const { together, asked } = heldLookUps();
  const first = together.get('a');
  await expect.poll(() => asked.length).toBe(1);
  const others = [together.get('a'), together.get('b'), together.get('c'), together.get('b')];
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  asked[0]?.end({ a: 'A' });
  expect(await first).toBe('A');
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]?.keys).toEqual(['a', 'b', 'c']);
  asked[1]?.end({ a: 'a newer A', b: 'B' });
  expect(await Promise.all(others)).toEqual(['a newer A', 'B', null, 'B']);
});

it('does not wait for a look-up that hangs', async () => {
  const { together, asked } = heldLookUps();
  const first = together.get('a');
  await expect.poll(() => asked.length).toBe(1);
  const second = together.get('b');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.end({ b: 'B' });
  expect(await second).toBe('B');
  asked[0]?.end({});
  expect(await first).toBeNull();
});

it('tells a failure those alone who had asked', async () => {
  const { together, asked } = heldLookUps();
  const first = together.get('a');
  await expect.poll(() => asked.length).toBe(1);
  const second = together.get('b');
  asked[0]?.fail(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.end({ b: 'B' });
  expect(await second).toBe('B');
});
