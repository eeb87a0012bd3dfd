import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '#server/platform/database/database.ts';
import { longWork } from '#server/platform/database/limits.ts';

/**
 * The output of a COPY statement, by way of a file in `folder` that goes as soon as it is read: somebody who reads slowly
 * holds no connection, and a statement that fails halfway sends nothing. Nothing of it is held in memory.
 */
export async function spooled(db: Database, folder: string, statement: string): Promise<Readable> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `spooled-${randomUUID()}`);
  const remove = () => rm(file, { force: true });
  try {
    await longWork(() =>
      db.transaction(async (reading) => {
        // How many rows parts of a large statement have is a guess, and one that is too low would compare each row with each other one.
        await reading.query('SET LOCAL enable_nestloop = off');
        await pipeline(reading.query(copyTo(statement)), createWriteStream(file));
      }),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return createReadStream(file).once('close', () => void remove());
}
