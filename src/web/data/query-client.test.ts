import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query-client.ts';

afterEach(() => queryClient.clear());

/** A list on a server that answers at a signal, with the rows that were there at the time of the request. */
function slowList() {
  let rows = 'before the change';
  const waiting: (() => void)[] = [];
  return {
    change: () => void (rows = 'after the change'),
    /** Lets the answers go that are under way, the oldest first, and what follows them. */
    answer: async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        next();
        await new Promise((done) => setTimeout(done));
      }
    },
    options: {
      queryKey: ['departments', 'list'],
      queryFn: () => {
        const seen = rows;
        return new Promise<string>((resolve) => waiting.push(() => resolve(seen)));
      },
    },
  };
}

test('what was requested before a change, and is answered after it, is requested again', async () => {
  const list = slowList();
  const observer = new QueryObserver(queryClient, list.options);
  const stop = observer.subscribe(() => undefined);
  list.change();
  const invalidated = queryClient.invalidateQueries();
  await list.answer();
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after the change', isFetching: false });
  stop();
});

test('so is what nobody shows yet, and whoever waits for it gets the newer answer', async () => {
  const list = slowList();
  const awaited = queryClient.fetchQuery(list.options);
  list.change();
  const invalidated = queryClient.invalidateQueries({ queryKey: ['departments'] });
  await list.answer();
  await invalidated;
  expect(await awaited).toBe('after the change');
  expect(queryClient.getQueryData(list.options.queryKey)).toBe('after the change');
});

test('so is what was fetched before and left while it was fetched again', async () => {
  const list = slowList();
  queryClient.setQueryData(list.options.queryKey, 'long ago');
  const again = queryClient.fetchQuery({ ...list.options, staleTime: 0 });
  list.change();
  await Promise.all([queryClient.invalidateQueries(), list.answer(), again]);
  await list.answer();
  expect(queryClient.getQueryData(list.options.queryKey)).toBe('after the change');
});

test('what is about something else goes on', async () => {
  const list = slowList();
  const awaited = queryClient.fetchQuery(list.options);
  list.change();
  await queryClient.invalidateQueries({ queryKey: ['companies'] });
  await list.answer();
  expect(await awaited).toBe('before the change');
});
