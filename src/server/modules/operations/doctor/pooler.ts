import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Finding } from '#server/platform/process/finding.ts';

const CONNECT_MS = 4000;
const ROUNDS = 5;

/**
 * Whether a pooler before the database gives one connection to several clients in turns. The portal keeps its today and its time
 * limits on a connection, prepares statements there and listens there, all of which would reach others or nobody.
 * @returns nothing where each client has a connection of its own
 */
export async function examinePooler(connectionString: string): Promise<Finding[]> {
  const [writer, reader] = [connectionString, connectionString].map(
    (address) =>
      new pg.Client({
        connectionString: address,
        application_name: 'skyledger doctor',
        connectionTimeoutMillis: CONNECT_MS,
      }),
  );
  if (!writer || !reader) return [];
  for (const client of [writer, reader]) client.on('error', () => undefined);
  try {
    await writer.connect();
    await reader.connect();
    const isShared = await sees(reader, writer);
    return isShared ? [SHARED] : [];
  } finally {
    await Promise.all([writer, reader].map((client) => client.end().catch(() => undefined)));
  }
}

const SHARED: Finding = {
  state: 'failed',
  what: 'pooler',
  message:
    'A pooler shares connections between transactions, so what the portal sets on one reaches others. Have it pool by session, or leave it out.',
};

/** Whether the one sees what the other has set on its connection; who is busy between may hide it once. */
async function sees(reader: pg.Client, writer: pg.Client): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const mark = randomUUID();
    await writer.query(`SELECT set_config('skyledger.doctor', $1, false)`, [mark]);
    const { rows } = await reader.query<{ mark: string | null }>(
      `SELECT current_setting('skyledger.doctor', true) AS mark`,
    );
    if (rows[0]?.mark === mark) return true;
  }
  return false;
}
