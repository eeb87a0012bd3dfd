import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import { conflict } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { filesOf, readFile, removeFiles, storeFile } from '#server/platform/files/store.ts';
import { ownedByJob } from '#server/platform/jobs/store.ts';

/** How each changed record is brought back: its id, the version that the change has made, and what it was before. */
export type Undo = [id: number, version: number | null, values: Values | null][];

/** No outcome of a job names it, so that nobody downloads it. */
const NAME = 'undo.json';

/** Keeps how the work of a job is taken back, as long as the job itself is kept. */
export async function keepUndo(tx: PoolClient, job: string, undo: Undo): Promise<void> {
  const file = { name: NAME, contentType: 'application/json', owner: ownedByJob(job), isPacked: true };
  await storeFile(tx, file, parts(undo));
}

async function* parts(undo: Undo): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(JSON.stringify(undo)));
}

/**
 * The id of the file that says how the work of a job is taken back.
 * @throws {Refusal} 409 where it was taken back already, or there never was a way back
 */
export async function demandUndo(runner: Runner, job: string): Promise<string> {
  const file = (await filesOf(runner, ownedByJob(job))).find(({ name }) => name === NAME);
  if (!file) throw conflict('This cannot be undone any more: it was undone already, or has no way back.');
  return file.id;
}

/** How the work of a job is taken back. @throws {Refusal} 409 as `demandUndo` */
export async function readUndo(db: Database, job: string): Promise<Undo> {
  const file = await demandUndo(db, job);
  return JSON.parse((await buffer(readFile(db, file))).toString()) as Undo;
}

/** There is nothing to take back any more. */
export const forgetUndo = (tx: PoolClient, job: string): Promise<void> =>
  removeFiles(tx, ownedByJob(job), NAME);
