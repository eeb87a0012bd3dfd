import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Author } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import { ApiError } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { readDraft } from './drafts.ts';
import { createRoom } from './room.ts';
import type { RoomOptions, Sending } from './room-types.ts';

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
const words: RoomOptions<RecordRow>['words'] = (error) => ({ title: 'Not saved.', reason: error.message });

/** A server with one record; it refuses what stands on an older version, and fails as often as it is told to. */
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

/** The room of the server's record as it is now. */
function roomOf(server: ReturnType<typeof serverWith>, more: Partial<RoomOptions<RecordRow>> = {}) {
  const { record, submit } = server;
  const isMine = (by: Author | null) => by?.email === 'me@x';
  const versions = { record, read, stored: (current: RecordRow) => current, isMine };
  return createRoom<RecordRow>({
    fields,
    start: read(record),
    submit,
    words,
    versions,
    place: PLACE,
    ...more,
  });
}

/** The room of something new. */
function newRoom(more: Partial<RoomOptions<Values>> = {}) {
  return createRoom<Values>({
    fields,
    start: { code: '', name: null, secret: null },
    submit: async ({ values }) => values,
    words: (error) => ({ title: error.message }),
    ...more,
  });
}

test('only what differs from the start counts as a change', () => {
  const room = newRoom({ start: { code: '01', name: null, at: -9999 } });
  room.set('code', '02');
  room.set('name', '');
  room.set('at', null);
  expect(room.changes()).toEqual({ code: '02' });
  room.set('code', '01');
  expect(room.state().dirty).toBe(false);
});

test('what follows from other values never replaces what was set by hand', () => {
  const room = newRoom({ implied: ({ code }) => ({ name: `of ${String(code)}` }) });
  room.set('code', '1');
  expect(room.get('name')).toBe('of 1');
  room.set('name', 'mine');
  room.set('code', '2');
  expect(room.get('name')).toBe('mine');
  room.release(['name']);
  expect(room.get('name')).toBe('of 2');
});

test('an answer about values that were changed meanwhile is dropped', async () => {
  const answers: ((values: Values) => void)[] = [];
  const room = newRoom({ derive: () => new Promise((done) => answers.push(done)) });
  room.set('code', '1');
  room.leave();
  room.set('code', '2');
  room.leave();
  answers[1]?.({ name: 'second' });
  answers[0]?.({ name: 'first' });
  await vi.waitFor(() => expect(room.get('name')).toBe('second'));
});

test('an error goes when its field is changed, and with the last one the sentence about them', async () => {
  const room = newRoom({
    problems: ({ code, name }) => ({
      ...(!code && { code: 'Missing.' }),
      ...(!name && { name: 'Missing.' }),
    }),
  });
  expect(await room.submit()).toMatchObject({
    is: 'refused',
    failure: { title: '2 fields need your attention.' },
  });
  room.set('code', '1');
  expect(room.error('code')).toBeNull();
  expect(room.error('name')).toBe('Missing.');
  room.set('name', 'x');
  expect(room.state().failure).toBeNull();
});

test('nothing can be typed while it is being sent, and it is sent once', async () => {
  let answer = (_values: Values): void => undefined;
  let sent = 0;
  const submit = () => {
    sent += 1;
    return new Promise<Values>((done) => (answer = done));
  };
  const room = newRoom({ submit });
  room.set('code', '1');
  const first = room.submit();
  await vi.waitFor(() => expect(room.state().saving).toBe(true));
  room.set('code', '12');
  expect(await room.submit()).toEqual({ is: 'busy' });
  answer({ code: '1' });
  expect(await first).toMatchObject({ is: 'saved', stored: { code: '1' } });
  expect(sent).toBe(1);
});

test('what is saved takes nothing more, and is not sent again', async () => {
  let sent = 0;
  const room = newRoom({ submit: async ({ values }) => ({ ...values, sent: (sent += 1) }) });
  room.set('code', '1');
  expect(await room.submit()).toMatchObject({ is: 'saved' });
  expect(room.state()).toMatchObject({ over: true, saving: false, dirty: false });
  room.set('code', '12');
  expect(await room.submit()).toEqual({ is: 'busy' });
  expect([room.get('code'), sent]).toEqual(['1', 1]);
});

test('what is given up while it is asked what follows is not sent', async () => {
  let answer = (_values: Values): void => undefined;
  const sent: Values[] = [];
  const room = newRoom({
    derive: () => new Promise((done) => (answer = done)),
    submit: async ({ values }) => {
      sent.push(values);
      return values;
    },
  });
  room.set('code', '1');
  const result = room.submit();
  await vi.waitFor(() => expect(room.state().saving).toBe(true));
  room.giveUp();
  answer({ name: 'late' });
  expect(await result).toEqual({ is: 'stopped' });
  expect(sent).toEqual([]);
});

test('what an input is still looking up is waited for', async () => {
  const room = newRoom();
  room.set('code', 'typed');
  room.settle(new Promise<void>((done) => setTimeout(done, 5)).then(() => room.set('code', 3)));
  expect(await room.submit()).toMatchObject({ is: 'saved', stored: { code: 3 } });
});

test('fields that only one side changed merge by themselves', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const room = roomOf(server);
  server.change({ name: 'theirs' });
  room.set('code', '02');
  const result = await room.submit();
  expect(result).toMatchObject({ is: 'saved', adopted: ['name'], by: { name: 'Priya' } });
  expect(result).toMatchObject({ before: { code: '01', name: 'theirs' } });
  expect(server.record).toMatchObject({ code: '02', name: 'theirs' });
});

test('a field that both changed is chosen, and the others merge', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const room = roomOf(server);
  server.change({ code: '99', name: 'theirs' });
  room.set('code', '02');
  expect(await room.submit()).toEqual({ is: 'conflict' });
  expect(room.state().conflict).toMatchObject({
    contested: ['code'],
    adopted: ['name'],
    original: { code: '01' },
    theirs: { code: '99' },
  });
  expect(await room.resolve({ code: 'mine' })).toMatchObject({ is: 'saved' });
  expect(server.record).toMatchObject({ code: '02', name: 'theirs' });
});

test('a save that fails after a conflict loses nothing of what was chosen, neither here nor in the draft', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const room = roomOf(server);
  server.change({ code: '99' });
  room.set('code', '02');
  room.set('name', 'mine');
  await room.submit();
  server.failures.push(new ApiError(503, 'Away.'));
  expect(await room.resolve({ code: 'mine' })).toMatchObject({ is: 'refused' });
  expect(room.state()).toMatchObject({ dirty: true, conflict: null, record: { code: '99' } });
  expect(readDraft(PLACE)).toMatchObject({ values: { code: '02', name: 'mine' }, row: { code: '99' } });
  expect(await room.submit()).toMatchObject({ is: 'saved' });
  expect(server.record).toMatchObject({ code: '02', name: 'mine' });
  expect(readDraft(PLACE)).toBeNull();
});

test('who takes theirs saves nothing', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const room = roomOf(server);
  server.change({ code: '99' });
  room.set('code', '02');
  await room.submit();
  expect(await room.resolve({ code: 'theirs' })).toMatchObject({ is: 'unchanged', record: { code: '99' } });
  expect(room.state().dirty).toBe(false);
  expect(server.sent).toHaveLength(1);
});

test('a change whose answer was lost is found to be saved when it is tried again', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const room = roomOf(server);
  room.set('code', '02');
  server.failures.push('lost');
  expect(await room.submit()).toMatchObject({ is: 'refused' });
  expect(await room.submit()).toMatchObject({ is: 'saved', before: { code: '01' }, stored: { code: '02' } });
  expect(server.record.lock_version).toBe(2);
});

test('what somebody else saved alike is saved, but no change of the person’s that could be undone', async () => {
  for (const theirs of [{ code: '02' }, { code: '02', name: 'theirs' }]) {
    const server = serverWith({ code: '01', name: 'a' });
    const room = roomOf(server);
    server.change(theirs);
    room.set('code', '02');
    expect(await room.submit()).toMatchObject({ is: 'saved', before: null, stored: theirs });
  }
});

test('what the person saved elsewhere beside the same is none of this change', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const room = roomOf(server);
  server.change({ code: '02', name: 'other' }, { email: 'me@x', name: 'Me' });
  room.set('code', '02');
  expect(await room.submit()).toMatchObject({ is: 'saved', before: null, adopted: ['name'] });
});

test('back from a conflict everything typed is still there', async () => {
  const server = serverWith({ code: '01', name: 'a' });
  const room = roomOf(server);
  server.change({ code: '99' });
  room.set('code', '02');
  await room.submit();
  room.leaveConflict();
  expect(room.values()).toEqual({ code: '02', name: 'a' });
  expect(await room.submit()).toEqual({ is: 'conflict' });
});

test('what was typed is taken up again, on the version that it stood on', () => {
  const server = serverWith({ code: '01', name: 'a' });
  roomOf(server, { what: 'edit' }).set('code', '02');
  const draft = readDraft(PLACE);
  expect(draft).toMatchObject({
    what: 'edit',
    values: { code: '02' },
    byHand: ['code'],
    row: { code: '01' },
  });
  const again = roomOf(server, { draft });
  expect(again.values()).toEqual({ code: '02', name: 'a' });
  expect(again.state()).toMatchObject({ dirty: true, restored: { left: [] } });
  again.startOver();
  expect(readDraft(PLACE)).toBeNull();
});

test('a secret and a file are kept nowhere, and the person is told which they were', () => {
  const room = newRoom({ place: PLACE });
  room.set('code', '01');
  room.set('secret', 'hunter2');
  room.set('name', new File(['inside'], 'plan.txt'));
  expect([...browser.kept.values()].join()).not.toMatch(/hunter2|inside|plan/);
  const again = newRoom({ place: PLACE, draft: readDraft(PLACE) });
  expect(again.values()).toEqual({ code: '01', name: null, secret: null });
  expect(again.state().restored).toEqual({ left: ['Name', 'Secret'] });
});

test('what is given up leaves nothing behind', () => {
  const room = newRoom({ place: PLACE });
  room.set('code', '01');
  expect(browser.kept.size).toBe(1);
  room.giveUp();
  room.set('code', '02');
  expect(browser.kept.size).toBe(0);
});
