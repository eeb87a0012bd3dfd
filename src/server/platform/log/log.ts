import { pino, type DestinationStream, type Logger } from 'pino';
import { withoutCredentials } from '../base/credentials.ts';
import { errorCode } from '../base/start-error.ts';

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
  destination,
  pretty = destination === undefined && process.stdout.isTTY,
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
    pretty ? await humanLines(destination) : (destination ?? pino.destination({ fd: 1, sync: true })),
  );
}

/** A logger for lines in which no secret can stand: they are written as they are. */
export const withoutSecrets = (log: Log): Log => log.child({}, { redact: { paths: ['none'] } });

async function humanLines(destination?: DestinationStream): Promise<DestinationStream> {
  const { default: prettyStream } = await import('pino-pretty');
  return prettyStream({
    colorize: true,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ...(destination && { destination }),
    // A person reads the sentence; an error is shown in full all the same.
    hideObject: true,
    messageFormat: (line, name) => inOneLine(String(line[name])),
  });
}

/** Text from outside may try to begin a line of its own, or to steer the terminal. */
const inOneLine = (sentence: string) =>
  sentence.replaceAll(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The fields of an error that help to find a fault. PostgreSQL's `detail` and `where` are left out: they quote whole
 * rows. Its messages about data quote the value, which may be anybody's.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const facts = new Map<string, unknown>(Object.entries(error));
  const code = errorCode(error);
  const withoutValues = (text: string) =>
    /^2[23]/.test(code ?? '') ? text.replaceAll(/"[^"]*"/g, '"…"') : text;
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: error.stack && withoutValues(error.stack),
    code,
    table: facts.get('table'),
    column: facts.get('column'),
    constraint: facts.get('constraint'),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}

/** Headers and the query stay out: they hold tokens. So does the address of a page whose link ends in one. */
function describeRequest({ method, url }: { method: string; url: string }) {
  return { method, path: withoutCredentials(url.split('?', 1)[0] ?? '') };
}

function describeAnswer({ statusCode }: { statusCode: number }) {
  return { status: statusCode };
}
