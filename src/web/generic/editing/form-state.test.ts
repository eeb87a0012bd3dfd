import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Author } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import { ApiError } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { readDraft } from './drafts.ts';
import { createFormState } from './form-state.ts';
import type { FormOptions, Sending } from './form-state-types.ts';

const PLACE = 'draft';
const fields = {
  code: { label: 'Code' },
  name: { label: 'Name' },
  secret: { label: 'Secret', kept: false },
};

/** A place for drafts, as a tab of the browser has one. */
function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
let browser = storage();
beforeEach(() => {
  browser = storage();
  vi.stubGlobal('sessionStorage', browser);
});
afterEach(() => vi.unstubAllGlobals());

const row = (values: Values, lock_version = 1): RecordRow => ({
  id: 7,
  created_at: '',
  updated_at: '',
  lock_version,
  ...values,
});
const read = ({ code, name }: Values): Values => ({ code, name });
const words: FormOptions<RecordRow>['words'] = (error) => ({ title: 'Not saved.', reason: error.message });

/** A server with one record; it refuses changes of an older version, and fails as often as it is set to. */
function serverWith(values: Values) {
  const server = {
    record: row(values),
    by: { email: 'p@x', name: 'Priya' },
    sent: [] as Values[],
    failures: [] as (ApiError | 'lost')[],
  };
  const change = (changes: Values, by = { email: 'p@x', name: 'Priya' }) => {
    const { lock_version } = server.record;
    server.record = { ...server.record, ...changes, lock_version: lock_version + 1 };
    server.by = by;
    return server.record;
  };
  const submit = async ({ changes, record }: Sending) => {
    server.sent.push(changes);
    if (record?.lock_version !== server.record.lock_version) {
      const conflict = {
        by: server.by,
        at: '',
        lock_version: 2,
        current: server.record,
      };
      throw new ApiError(409, 'Changed.', { details: { conflict } });
    }
    const failure = server.failures.shift();
    if (failure && failure !== 'lost') throw failure;
    const stored = change(changes, { email: 'me@x', name: 'Me' });
    if (failure === 'lost') throw new ApiError(0, 'No answer.');
    return stored;
  };
  return Object.assign(server, { change, submit });
}

/** The form state of the server's record as it is now. */
function formStateOf(server: ReturnType<typeof serverWith>, more: Partial<FormOptions<RecordRow>> = {}) {
  const { record, submit } = server;
  const isMine = (by: Author | null) => by?.email === 'me@x';
  const versions = { record, read, stored: (current: RecordRow) => current, isMine };
  return createFormState<RecordRow>({
    fields,
    start: read(record),
    submit,
    words,
    versions,
    place: PLACE,
    ...more,
  });
}

/** The form state of something new. */
function newFormState(more: Partial<FormOptions<Values>> = {}) {
  return createFormState<Values>({
    fields,
    start: { code: '', name: null, secret: null },
    submit: async ({ values }) => values,
    words: (error) => ({ title: error.message }),
    ...more,
  });
}

test('only what differs from the start counts as a change', () => {
  const formState = newFormState({ start: { code: '01', name: null, at: -9999 } });
  formState.set('code', '02');
  formState.set('name', '');
  formState.set('at', null);
  expect(formState.changes()).toEqual({ code: '02' });
  formState.set('code', '01');
  expect(formState.status().dirty).toBe(false);
});

test('what follows from other values never replaces what was set by hand', () => {
  const formState = newFormState({ implied: ({ code }) => ({ name: `of ${String(code)}` }) });
  formState.set('code', '1');
  expect(formState.get('name')).toBe('of 1');
  formState.set('name', 'mine');
  formState.set('code', '2');
  expect(formState.get('name')).toBe('mine');
  formState.release(['name']);
  expect(formState.get('name')).toBe('of 2');
});

test('an answer about values that were changed meanwhile is dropped', async () => {
  const answers: ((values: Values) => void)[] = [];
  const formState = newFormState({ derive: () => new Promise((done) => answers.push(done)) });
  formState.set('code', '1');
  formState.leave();
  formState.set('code', '2');
  formState.leave();
  answers[1]?.({ name: 'second' });
  answers[0]?.({ name: 'first' });
  await vi.waitFor(() => expect(formState.get('name')).toBe('second'));
});

test('what follows is requested again where something was typed before the answer came', async () => {
  const answers: ((values: Values) => void)[] = [];
  const formState = newFormState({ derive: () => new Promise((done) => answers.push(done)) });
  formState.set('code', '1');
  formState.leave();
  formState.set('secret', 'x');
  answers[0]?.({ name: 'early' });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(formState.get('name')).toBeNull();
  answers[1]?.({ name: 'of 1' });
  await vi.waitFor(() => expect(formState.get('name')).toBe('of 1'));
  expect(answers).toHaveLength(2);
});

test('an error goes when its field is changed, and with the last one the sentence about them', async () => {
  const formState = newFormState({
    problems: ({ code, name }) => ({
      ...(!code && { code: 'Missing.' }),
      ...(!name && { name: 'Missing.' }),
    }),
  });
  expect(await formState.submit()).toMatchObject({
    is: 'refused',
    failure: { title: '2 fields need your attention.' },
  });
  formState.set('code', '1');
  expect(formState.error('code')).toBeNull();
  expect(formState.error('name')).toBe('Missing.');
  formState.set('name', 'x');
  expect(formState.status().failure).toBeNull();
});

test('nothing can be typed while it is being sent, and it is sent once', async () => {
  let answer = (_values: Values): void => undefined;
  let sent = 0;
  const submit = () => {
    sent += 1;
    return new Promise<Values>((done) => (answer = done));
  };
  const formState = newFormState({ submit });
  formState.set('code', '1');
  const first = formState.submit();
  await vi.waitFor(() => expect(formState.status().saving).toBe(true));
  formState.set('code', '12');
  expect(await formState.submit()).toEqual({ is: 'busy' });
  answer({ code: '1' });
  expect(await first).toMatchObject({ is: 'saved', stored: { code: '1' } });
  expect(sent).toBe(1);
});

test('what is saved takes nothing more, and is not sent again', async () => {
  let sent = 0;
  const formState = newFormState({ submit: async ({ values }) => ({ ...values, sent: (sent += 1) }) });
  formState.set('code', '1');
  expect(await formState.submit()).toMatchObject({ is: 'saved' });
  expect(formState.status()).toMatchObject({ over: true, saving: false, dirty: false });
  formState.set('code', '12');
  expect(await formState.submit()).toEqual({ is: 'busy' });
  expect([formState.get('code'), sent]).toEqual(['1', 1]);
});

test('what is given up while the values that follow are fetched is not sent', async () => {
  let answer = (_values: Values): void => undefined;
  const sent: Values[] = [];
  const formState = newFormState({
    derive: () => new Promise((done) => (answer = done)),
    submit: async ({ values }) => {
      sent.push(values);
      return values;
    },
  });
  formState.set('code', '1');
  const result = formState.submit();
  await vi.waitFor(() => expect(formState.status().saving).toBe(true));
  formState.giveUp();
  answer({ name: 'late' });
  expect(await result).toEqual({ is: 'stopped' });
  expect(sent).toEqual([]);
});

test('what an input is still looking up is waited for', async () => {
  const formState = newFormState();
  formState.set('code', 'typed');
  formState.settle(new Promise<void>((done) => setTimeout(done, 5)).then(() => formState.set('code', 3)));
  expect(await formState.submit()).toMatchObject({ is: 'saved', stored: { code: 3 } });
});

test('fields that only one side changed merge by themselves', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const formState = formStateOf(server);
  server.change({ name: 'theirs' });
  formState.set('code', '02');
  const result = await formState.submit();
  expect(result).toMatchObject({ is: 'saved', adopted: ['name'], by: { name: 'Priya' } });
  expect(result).toMatchObject({ before: { code: '01', name: 'theirs' } });
  expect(server.record).toMatchObject({ code: '02', name: 'theirs' });
});

test('a field that both changed is chosen, and the others merge', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const formState = formStateOf(server);
  server.change({ code: '99', name: 'theirs' });
  formState.set('code', '02');
  expect(await formState.submit()).toEqual({ is: 'conflict' });
  expect(formState.status().conflict).toMatchObject({
    contested: ['code'],
    adopted: ['name'],
    original: { code: '01' },
    theirs: { code: '99' },
  });
  expect(await formState.resolve({ code: 'mine' })).toMatchObject({ is: 'saved' });
  expect(server.record).toMatchObject({ code: '02', name: 'theirs' });
});

test('a save that fails after a conflict loses nothing of what was chosen, neither here nor in the draft', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const formState = formStateOf(server);
  server.change({ code: '99' });
  formState.set('code', '02');
  formState.set('name', 'mine');
  await formState.submit();
  server.failures.push(new ApiError(503, 'Away.'));
  expect(await formState.resolve({ code: 'mine' })).toMatchObject({ is: 'refused' });
  expect(formState.status()).toMatchObject({ dirty: true, conflict: null, record: { code: '99' } });
  expect(readDraft(PLACE)).toMatchObject({ values: { code: '02', name: 'mine' }, row: { code: '99' } });
  expect(await formState.submit()).toMatchObject({ is: 'saved' });
  expect(server.record).toMatchObject({ code: '02', name: 'mine' });
  expect(readDraft(PLACE)).toBeNull();
});

test('who takes theirs saves nothing', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const formState = formStateOf(server);
  server.change({ code: '99' });
  formState.set('code', '02');
  await formState.submit();
  expect(await formState.resolve({ code: 'theirs' })).toMatchObject({
    is: 'unchanged',
    record: { code: '99' },
  });
  expect(formState.status().dirty).toBe(false);
  expect(server.sent).toHaveLength(1);
});

test('a change whose answer was lost is found to be saved when it is tried again', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const formState = formStateOf(server);
  formState.set('code', '02');
  server.failures.push('lost');
  expect(await formState.submit()).toMatchObject({ is: 'refused' });
  expect(await formState.submit()).toMatchObject({
    is: 'saved',
    before: { code: '01' },
    stored: { code: '02' },
  });
  expect(server.record.lock_version).toBe(2);
});

test('what somebody else saved alike is saved, but no change of the person’s that could be undone', async () => {
  for (const theirs of [{ code: '02' }, { code: '02', name: 'theirs' }]) {
    const server = serverWith({ code: '01', name: 'a' });
    const formState = formStateOf(server);
    server.change(theirs);
    formState.set('code', '02');
    expect(await formState.submit()).toMatchObject({ is: 'saved', before: null, stored: theirs });
  }
});

test('what the person saved elsewhere beside the same is none of this change', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const formState = formStateOf(server);
  server.change({ code: '02', name: 'other' }, { email: 'me@x', name: 'Me' });
  formState.set('code', '02');
  expect(await formState.submit()).toMatchObject({ is: 'saved', before: null, adopted: ['name'] });
});

test('back from a conflict everything typed is still there', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const formState = formStateOf(server);
  server.change({ code: '99' });
  formState.set('code', '02');
  await formState.submit();
  formState.leaveConflict();
  expect(formState.values()).toEqual({ code: '02', name: 'a' });
  expect(await formState.submit()).toEqual({ is: 'conflict' });
});

test('what was typed is taken up again, on the version that it stood on', () => {
  const server = serverWith({ code: '01', name: 'a' });
  formStateOf(server, { what: 'edit' }).set('code', '02');
  const draft = readDraft(PLACE);
  expect(draft).toMatchObject({
    what: 'edit',
    values: { code: '02' },
    byHand: ['code'],
    row: { code: '01' },
  });
  const again = formStateOf(server, { draft });
  expect(again.values()).toEqual({ code: '02', name: 'a' });
  expect(again.status()).toMatchObject({ dirty: true, restored: { left: [] } });
  again.startOver();
  expect(readDraft(PLACE)).toBeNull();
});

test('a secret and a file are kept nowhere, and the person sees which they were', () => {
  const formState = newFormState({ place: PLACE });
  formState.set('code', '01');
  formState.set('secret', 'hunter2');
  formState.set('name', new File(['inside'], 'plan.txt'));
  expect([...browser.kept.values()].join()).not.toMatch(/hunter2|inside|plan/);
  const again = newFormState({ place: PLACE, draft: readDraft(PLACE) });
  expect(again.values()).toEqual({ code: '01', name: null, secret: null });
  expect(again.status().restored).toEqual({ left: ['Name', 'Secret'] });
});

test('what is given up leaves nothing behind', () => {
  const formState = newFormState({ place: PLACE });
  formState.set('code', '01');
  expect(browser.kept.size).toBe(1);
  formState.giveUp();
  formState.set('code', '02');
  expect(browser.kept.size).toBe(0);
});
