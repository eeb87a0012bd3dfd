import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { ownedByJob, removeOldJobs } from '../jobs/store.ts';
import {
  filesOf,
  type NewFile,
  readFile,
  readKept,
  releaseFiles,
  replaceFiles,
  storeFile,
  sweepFiles,
} from './store.ts';

const database = withDatabase();

async function* bytes(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

const store = (file: Partial<NewFile> = {}) =>
  storeFile(
    database.db,
    { name: 'bill.csv', contentType: 'text/csv', owner: { kind: 'billing_runs', id: 7 }, ...file },
    bytes('a', 'b'),
  );

/** Lets time pass for a file. */
const age = (id: string, time: string) =>
  database.db.query(
    `UPDATE files SET created_at = created_at - $2::interval, written_at = written_at - $2::interval WHERE id = $1`,
    [id, time],
  );
const isThere = async (id: string) =>
  (await database.db.query('SELECT 1 FROM files WHERE id = $1', [id])).rowCount === 1;

it('a file is kept and read as long as its owner keeps it, however old it is', async () => {
  const owner = { kind: 'billing_runs', id: 1 };
  const { id } = await store({ owner });
  await age(id, '5 years');
  await sweepFiles(database.db);
  expect(await filesOf(database.db, owner)).toEqual([
    { id, name: 'bill.csv', content_type: 'text/csv', size: 2 },
  ]);
  expect(Buffer.concat(await Array.fromAsync(readFile(database.db, id))).toString()).toBe('ab');
});

it('a file that is packed takes a fraction of its bytes, and is read as it was', async () => {
  const lines = Array.from(
    { length: 90_000 },
    (_, at) => `${at},${at % 7}${at % 11}${at % 13},Virtual Machines,EUR\n`,
  );
  const whole = lines.join('');
  const owner = { kind: 'billing_runs', id: 8 };
  const file = await storeFile(
    database.db,
    { name: 'bill.csv', contentType: 'text/csv', owner, isPacked: true },
    bytes(...lines),
  );
  expect(file.size).toBe(whole.length);
  const kept = await Array.fromAsync(readKept(database.db, file.id));
  expect(kept.length).toBeGreaterThan(1);
  expect(Buffer.concat(kept).length).toBeLessThan(whole.length / 4);
  expect(gunzipSync(Buffer.concat(kept)).toString()).toBe(whole);
  expect(Buffer.concat(await Array.fromAsync(readFile(database.db, file.id))).toString()).toBe(whole);
});

it('a file goes once its owner has released it', async () => {
  const { id } = await store({ owner: { kind: 'billing_runs', id: 2 } });
  await age(id, '2 days');
  await releaseFiles(database.db, 'billing_runs', ['2']);
  await sweepFiles(database.db);
  expect(await isThere(id)).toBe(false);
});

it('a file whose place another one took can be read for an hour, and goes then', async () => {
  const owner = { kind: 'billing_runs', id: 3 };
  const { id, name } = await store({ owner });
  await replaceFiles(database.db, owner, name);
  expect(await filesOf(database.db, owner)).toEqual([]);
  await sweepFiles(database.db);
  expect(await isThere(id)).toBe(true);
  await database.db.query(`UPDATE file_owners SET keep_until = keep_until - interval '2 hours'`);
  await sweepFiles(database.db);
  expect(await isThere(id)).toBe(false);
});

it('a file goes after the days for which it was to be kept, and not before', async () => {
  const { id } = await store({ keepDays: 3 });
  await age(id, '2 days');
  await sweepFiles(database.db);
  expect(await isThere(id)).toBe(true);
  await database.db.query(`UPDATE file_owners SET keep_until = keep_until - interval '4 days'`);
  await sweepFiles(database.db);
  expect(await isThere(id)).toBe(false);
});

it('a file that a mail has attached stays with the mail, though the job that made it is forgotten', async () => {
  const { rows: jobs } = await database.db.query<{ id: string }>(
    `INSERT INTO jobs (kind, title, input, state, created_by, request_id, finished_at)
     VALUES ('report', 'Report', '{}', 'done', 'a@example.com', 'r', now() - interval '31 days') RETURNING id`,
  );
  const job = ownedByJob(jobs[0]?.id ?? '');
  const kept = await store({ owner: job });
  const loose = await store({ owner: job });
  await age(kept.id, '31 days');
  await age(loose.id, '31 days');
  await database.db.query(
    `WITH mail AS (INSERT INTO outbox (message_id, recipient, subject, body_text, state, created_by, request_id)
       VALUES ('m', 'a@example.com', 's', 't', 'kept', 'a@example.com', 'r') RETURNING id)
     INSERT INTO outbox_attachments (mail_id, position, file_id) SELECT id, 1, $1 FROM mail`,
    [kept.id],
  );
  await removeOldJobs(database.db);
  await sweepFiles(database.db);
  expect(await filesOf(database.db, job)).toEqual([]);
  expect(await isThere(kept.id)).toBe(true);
  expect(await isThere(loose.id)).toBe(false);
});

it('files of a job go with it, though the process that forgot it knew of no owners', async () => {
  const { rows: jobs } = await database.db.query<{ id: string }>(
    `INSERT INTO jobs (kind, title, input, state, created_by, request_id)
     VALUES ('report', 'Report', '{}', 'running', 'a@example.com', 'r') RETURNING id`,
  );
  const job = ownedByJob(jobs[0]?.id ?? '');
  const { id } = await store({ owner: job });
  await age(id, '2 days');
  await sweepFiles(database.db);
  expect(await isThere(id)).toBe(true);
  await database.db.query('DELETE FROM jobs WHERE id = $1', [job.id]);
  await sweepFiles(database.db);
  expect(await filesOf(database.db, job)).toEqual([]);
  expect(await isThere(id)).toBe(false);
});

it('the database itself refuses to remove a file that has an owner', async () => {
  const { id } = await store({ owner: { kind: 'billing_runs', id: 3 } });
  await expect(database.db.query('DELETE FROM files WHERE id = $1', [id])).rejects.toThrow('file_owners');
});

it('what a killed process left incomplete is swept; what is still being written is not', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  onTestFinished(go);
  async function* slowly() {
    yield Buffer.alloc(300_000);
    await held;
    yield Buffer.from('end');
  }
  const owner = { kind: 'billing_runs', id: 4 };
  const written = storeFile(database.db, { name: 'a', contentType: 'text/plain', owner }, slowly());
  const begun = await database.db.query<{ id: string }>(
    `INSERT INTO files (name, content_type) VALUES ('killed', 'text/plain') RETURNING id`,
  );
  const killed = begun.rows[0]?.id ?? '';
  await age(killed, '2 hours');
  await expect
    .poll(async () => (await database.db.query('SELECT FROM files WHERE NOT complete')).rowCount)
    .toBe(2);
  await sweepFiles(database.db);
  expect(await isThere(killed)).toBe(false);
  go();
  expect((await written).size).toBe(300_003);
});

it.each([false, true])('nothing is kept of a file whose content fails (packed: %s)', async (isPacked) => {
  const owner = { kind: 'billing_runs', id: 5 };
  async function* broken() {
    yield Buffer.alloc(300_000);
    throw new Error('The source broke.');
  }
  await expect(
    storeFile(database.db, { name: 'broken', contentType: 'text/plain', owner, isPacked }, broken()),
  ).rejects.toThrow('The source broke.');
  expect((await database.db.query(`SELECT FROM files WHERE name = 'broken'`)).rowCount).toBe(0);
  expect(await filesOf(database.db, owner)).toEqual([]);
});
