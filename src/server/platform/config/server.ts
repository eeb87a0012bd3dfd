import { z } from 'zod';
import { ownAddress, wholeNumber, yesOrNo, type Environment } from './setting-kinds.ts';

const MAX_PORT = 65_535;

/** Where the portal listens, what it keeps where, and how much it takes. */
export const serverSettings = {
  PORT: wholeNumber(0, MAX_PORT)
    .prefault('8080')
    .describe('Port of the web and the API. 0 takes a free one.'),
  HOST: z
    .string()
    .regex(/^[a-z0-9.:-]+$/i, 'must be an address or a host name to listen on, such as 127.0.0.1')
    .prefault('127.0.0.1')
    .describe('Address to listen on. 0.0.0.0 makes the portal reachable from other machines.'),
  PUBLIC_URL: ownAddress
    .optional()
    .describe(
      'Address that people use, when it differs from HOST and PORT, such as https://skyledger.example.com.',
    ),
  DATA_DIR: z
    .string()
    .prefault('./data')
    .describe('Folder of the embedded database, its log and the generated secret key.'),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), {
      message: 'must be a PostgreSQL address, such as postgresql://user:password@host:5432/skyledger',
    })
    .optional()
    .describe('A PostgreSQL of your own (15 or newer) instead of the embedded one.'),
  DB_POOL_SIZE: wholeNumber(2, 500)
    .prefault('10')
    .describe('Connections to the database that one process holds at most.'),
  DB_WAIT_SECONDS: wholeNumber(1, 120)
    .prefault('4')
    .describe(
      'How long a request waits for a connection to the database, or for the queue to start, before it is answered with 503.',
    ),
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .prefault('development')
    .describe('production switches the built-in identity provider off.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .prefault('info')
    .describe('The least severe log lines that are written.'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Secret that encrypts kept secrets. Without it one is generated into DATA_DIR/secret.key.'),
  CLIENT_AUTHORIZATION: z
    .string()
    .regex(/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/, 'must be printable ASCII without blanks at its ends')
    .optional()
    .describe('Authorization header that the web sends and that browser calls must carry. It is no secret.'),
  TRUST_PROXY: yesOrNo
    .prefault('false')
    .describe('Behind a proxy of your own: take address, scheme and request id from its headers.'),
  BODY_LIMIT_MB: wholeNumber(1, 1024).prefault('1').describe('Largest request body, in MB.'),
  IMPORT_LIMIT_MB: wholeNumber(1, 1024).prefault('64').describe('Largest body of an import, in MB.'),
};

/** The contradictions of these settings, one sentence each. */
export function serverContradictions(env: Environment): string[] {
  if (env['NODE_ENV'] !== 'production' || !env['DATABASE_URL'] || env['SECRET_KEY']) return [];
  return [
    'SECRET_KEY must be set under NODE_ENV=production with DATABASE_URL, so that every process has the same.',
  ];
}
