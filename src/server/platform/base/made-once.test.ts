import { expect, it } from 'vitest';
import { MadeOnce } from './made-once.ts';

it('what several want at the same time is made once, and ends when the last of them has gone', async () => {
  const once = new MadeOnce<string>();
  const signals: AbortSignal[] = [];
  const making = Promise.withResolvers<string>();
  const make = (gone: AbortSignal) => {
    signals.push(gone);
    return making.promise;
  };
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [once.get('a', make, first.signal), once.get('a', make, second.signal)];
  const left = waiting.map((one) => one.catch((error: unknown) => error));
  first.abort(new Error('The first has gone.'));
  expect(await left[0]).toEqual(new Error('The first has gone.'));
  expect([signals.length, signals[0]?.aborted]).toEqual([1, false]);
  second.abort(new Error('The second has gone.'));
  expect(await left[1]).toEqual(new Error('The second has gone.'));
  expect(signals[0]?.aborted).toBe(true);
  // Whoever comes then begins anew, and one without a signal never goes.
  const anew = once.get('a', make);
  making.resolve('made');
  expect([await anew, signals.length, signals[1]?.aborted]).toEqual(['made', 2, true]);
});
