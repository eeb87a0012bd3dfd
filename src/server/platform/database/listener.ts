import pg from 'pg';

const CONNECT_TIMEOUT_MS = 4000;
/** The connection is probed this often: nothing else shows that nothing will come any more. */
const PULSE_MS = 15_000;
const PULSE_TIMEOUT_MS = 5000;

export interface Listening {
  /** Called with what was sent, in the order of the commits. */
  notified: (payload: string) => void;
  /** Notifications no longer come: the connection broke or does not answer. Not after `stop`. */
  lost: () => void;
}

/**
 * Listens to what transactions send to a channel with NOTIFY, on a connection of its own, which a pooler must not share
 * between transactions. Notifications without a listener are lost.
 * @param channel a name in lower case
 * @returns how to stop
 */
export async function listenTo(
  connectionString: string,
  channel: string,
  { notified, lost }: Listening,
): Promise<() => void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'skyledger-events',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: PULSE_TIMEOUT_MS,
    keepAlive: true,
  });
  let over = false;
  const stop = () => {
    if (over) return false;
    over = true;
    clearInterval(pulse);
    client.end().catch(() => undefined);
    return true;
  };
  const broke = () => {
    if (stop()) lost();
  };
  const pulse = setInterval(() => void client.query('SELECT 1').catch(broke), PULSE_MS).unref();
  client.on('notification', ({ payload }) => notified(payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    client.on('error', () => undefined);
    stop();
    throw error;
  }
  client.on('error', broke);
  client.on('end', broke);
  return () => void stop();
}
