import { pino, type DestinationStream, type Logger } from 'pino';
import { errorCode } from './start-error.ts';

export type Log = Logger;

/** Names whose values never reach a log, wherever they stand in a line's first three levels. */
const SECRET_NAMES = [
  'authorization',
  'access-token',
  'cookie',
  'set-cookie',
  'SAMLResponse',
  'SAMLRequest',
  'password',
  'secret',
  'token',
  'private_key',
  'connectionString',
];

const redactedPaths = SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

export interface LogOptions {
  level: string;
  /** Human lines instead of JSON. Default: when the output is a terminal. */
  pretty?: boolean;
  /** Default: standard output. */
  destination?: DestinationStream;
}

/**
 * The log: one JSON object per line, or readable lines on a terminal. JSON keeps line breaks in values escaped, so
 * nobody can write a line of their own.
 */
export async function createLog({
  level,
  pretty = process.stdout.isTTY,
  destination,
}: LogOptions): Promise<Log> {
  return pino(
    {
      level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedPaths, censor: '[redacted]' },
      serializers: { err: describeError, req: describeRequest, res: describeAnswer },
    },
    destination ?? (pretty ? await humanLines() : pino.destination({ fd: 1, sync: true })),
  );
}

async function humanLines(): Promise<DestinationStream> {
  const { default: prettyStream } = await import('pino-pretty');
  return prettyStream({
    colorize: true,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    // A person reads the sentence; an error is shown in full all the same.
    hideObject: true,
  });
}

/** What helps to find a fault. PostgreSQL's `detail` and `where` are left out: they quote whole rows. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const facts = new Map<string, unknown>(Object.entries(error));
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code: errorCode(error),
    table: facts.get('table'),
    column: facts.get('column'),
    constraint: facts.get('constraint'),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}

/** Headers and the query stay out: they hold tokens. */
function describeRequest({ method, url }: { method: string; url: string }) {
  return { method, path: url.split('?', 1)[0] };
}

function describeAnswer({ statusCode }: { statusCode: number }) {
  return { status: statusCode };
}
