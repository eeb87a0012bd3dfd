import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Values } from '#kernel/input.ts';
import { contracts } from '#tests/support/contracts-model.ts';
import { hangars } from '#tests/support/hangars-model.ts';
import { ApiError } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { PastedRows } from './pasted-rows.ts';

/** What the browser would keep; its own keys are what is kept. */
const storage = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  }) as object;

beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
afterEach(() => vi.unstubAllGlobals());

const queries = new QueryClient();
const range = {
  fields: ['name', 'stands'],
  lines: [
    ['North', '1'],
    ['South', '2'],
    ['West', '3'],
  ],
  typed: {},
};
const stored = (payload: Values): RecordRow => ({
  ...payload,
  id: 1,
  lock_version: 0,
  created_at: '',
  updated_at: '',
});
const table = (create: (payload: Values) => Promise<RecordRow> = async (payload) => stored(payload)) => ({
  queries,
  resource: hangars,
  rules: { create },
  names: range.fields,
  place: 'table',
});
const namesOf = (pasted: PastedRows) => pasted.rows().map(({ formState }) => formState.get('name'));

test('who gives up pasted rows while they are saved has none stored that was not on its way', async () => {
  const sent: unknown[] = [];
  const answer = Promise.withResolvers<void>();
  const pasted = new PastedRows(
    table(async (payload) => {
      sent.push(payload['name']);
      await answer.promise;
      return stored(payload);
    }),
    range,
  );
  await pasted.ready;
  const saving = pasted.save(() => undefined);
  await vi.waitFor(() => expect(sent).toEqual(['North']));
  pasted.giveUp();
  answer.resolve();
  expect(await saving).toMatchObject({ stored: [{ name: 'North' }], failed: 0, broken: true });
  expect(sent).toEqual(['North']);
  expect(pasted.status()).toMatchObject({ over: true, dirty: false });
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('pasted rows come back in their order, but none that was taken away', async () => {
  const pasted = new PastedRows(table(), range);
  await pasted.ready;
  pasted.drop('pasted-2');
  const again = new PastedRows(table(), null);
  await again.ready;
  expect(namesOf(again)).toEqual(['North', 'West']);
  expect(await again.save(() => undefined)).toMatchObject({ failed: 0, broken: false });
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(new PastedRows(table(), null).rows()).toEqual([]);
});

test('a session that has ended ends the saving, and what was not stored is kept', async () => {
  let sent = 0;
  const pasted = new PastedRows(
    table(async (payload) => {
      sent += 1;
      if (sent > 1) throw new ApiError(401, 'You need to sign in.');
      return stored(payload);
    }),
    range,
  );
  await pasted.ready;
  expect(await pasted.save(() => undefined)).toMatchObject({ failed: 0, broken: true });
  expect(sent).toBe(2);
  expect(namesOf(new PastedRows(table(), null))).toEqual(['South', 'West']);
});

test('a secret of a pasted row is kept nowhere, which it says when it comes back', () => {
  const options = { ...table(), resource: contracts, names: Object.keys(contracts.fields) };
  // The form alone is read: nothing is looked up.
  new PastedRows(options, { fields: ['private_key'], lines: [['hunter2']], typed: { amount: '12.00' } });
  expect(JSON.stringify(sessionStorage)).not.toContain('hunter2');
  const [row] = new PastedRows(options, null).rows();
  expect(row?.formState.get('amount')).toBe('12.00');
  expect(row?.formState.status().restored?.left).toEqual([contracts.fields.private_key.label]);
});
