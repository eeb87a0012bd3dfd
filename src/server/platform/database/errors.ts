import { conflict, Refusal } from '#kernel/errors.ts';
import { errorCode } from '../base/start-error.ts';

const RETRY_AFTER_SECONDS = '2';

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EPIPE',
  'ETIMEDOUT',
]);

const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

const READ_ONLY = '25006';
/** Shut down, starting up, no connections left, read-only after a fail-over, cannot read its disk. */
const UNAVAILABLE = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '53400',
  READ_ONLY,
  '58030',
  '3D000',
  '28P01',
  '28000',
]);
const DEADLOCK = '40P01';
/** A deadlock, a serialization failure, a lock or statement that took too long, memory or time used up. */
const BUSY = new Set([DEADLOCK, '40001', '55P03', '57014', '53200', '25P03']);
/** A text with characters that no text of the database has, by itself or in JSON. */
const UNSTORABLE = new Set(['22021', '22P05']);
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether something failed because the database's disk is full. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL.has(errorCode(error) ?? '');

/** Whether the database ended one of several transactions that waited for each other without end; also as a refusal. */
export const isDeadlock = (error: unknown): boolean =>
  errorCode(error instanceof Refusal ? error.cause : error) === DEADLOCK;

/** Whether the server takes no changes: it is a standby, or was set to read only. */
export const isReadOnly = (error: unknown): boolean =>
  errorCode(error instanceof Refusal ? error.cause : error) === READ_ONLY;

/**
 * Whether PostgreSQL says that it stopped waiting for its synchronous standby, because somebody cancelled that. It calls
 * the commit a success all the same. Known by the routine, since the sentence is in the server's language.
 */
export const isUnconfirmed = ({ routine }: { routine?: string | undefined }): boolean =>
  routine === 'SyncRepWaitForLSN';

/** 503 with Retry-After: what was committed would be lost with the machine that it is on, so it is not acknowledged. */
export const unconfirmed = (): Refusal =>
  refusal(
    503,
    'The standby of the database has not confirmed this yet. Please try again shortly.',
    new Error('The wait for the synchronous standby was cancelled.'),
  );

/** The message of the driver, without any code, when there is no connection to be had. */
const DRIVER_SENTENCES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable|Query read timeout|timeout expired|Cannot use a pool after calling end/;

/**
 * A failure of the database itself as the answer to a request: 503 with Retry-After, or 507 when its disk is
 * full; 422 where a text got as far as here that it cannot hold. Every other error, such as a violated constraint, is returned as it is.
 */
export function databaseRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const code = errorCode(error) ?? '';
  if (isDiskFull(error)) {
    return refusal(507, 'The disk is full, so nothing was saved. What is there can still be read.', error);
  }
  if (UNSTORABLE.has(code))
    return refusal(422, 'A text of this request contains characters that cannot be stored.', error);
  if (BUSY.has(code)) {
    return refusal(503, 'The database is too busy to finish this now. Please try again.', error);
  }
  const socket = 'syscall' in error && SOCKET_CALLS.has(String(error.syscall)) && SOCKET_CODES.has(code);
  if (socket || UNAVAILABLE.has(code) || code.startsWith('08') || DRIVER_SENTENCES.test(error.message)) {
    return unreachableNow(error);
  }
  return error;
}

/** 503 with Retry-After: there is no database to ask. */
export function unreachableNow(cause: Error): Refusal {
  return refusal(503, 'The database cannot be reached at the moment. Please try again shortly.', cause);
}

function refusal(status: number, sentence: string, cause: Error): Refusal {
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {};
  const made = new Refusal(status, sentence, { headers });
  made.cause = cause;
  return made;
}

const UNIQUE_VIOLATION = '23505';

/** Does work that another row of the same name refuses. @param one what has names, as in 'view' @throws {Refusal} 409 at `name` */
export async function unlessNameTaken<T>(one: string, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    const message = `There is a ${one} named ${name} already. Take another name.`;
    throw conflict(message, { errors: [{ field: 'name', message }] });
  }
}
