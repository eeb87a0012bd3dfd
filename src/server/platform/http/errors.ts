import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import { databaseRefusal } from '../database/errors.ts';
import { withoutCredentials } from '../base/credentials.ts';
import { errorCode } from '../base/start-error.ts';

/** The body of every answer that is not a success. */
interface FailureBody {
  error: string;
  errors: FieldError[];
  request_id: string;
  [detail: string]: unknown;
}

const UNKNOWN =
  'Something went wrong on our side. Please try again; if it happens again, report the request id.';

/** Fastify's and Node's own refusals of a request, as sentences for its sender. */
const REQUEST_REFUSALS: Record<string, [number, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'This content type is not taken here; send JSON (application/json).'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The request is shorter or longer than it says.'],
  FST_ERR_BAD_URL: [400, 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'The address is too long.'],
};

/**
 * Any error as a refusal; null for one that nobody foresaw, which is our fault. Among those is whatever PostgreSQL
 * says of data and constraints: what a model declares was explained to the person where it was written.
 */
export function asRefusal(error: unknown): Refusal | null {
  const known = databaseRefusal(error);
  if (known instanceof Refusal) return known;
  if (!(error instanceof Error)) return null;
  const code = errorCode(error) ?? '';
  const request = REQUEST_REFUSALS[code];
  if (request) return new Refusal(...request);
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  if (error instanceof SyntaxError && status === 400) return new Refusal(400, 'The body is not valid JSON.');
  if (status === 429) return new Refusal(429, error.message);
  return status >= 400 && status < 500 ? new Refusal(status, 'The request cannot be understood.') : null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused, for its line in the log. */
    refusal: string | null;
  }
}

const LONGEST_REASON = 300;
const MOST_NAMES = 10;
/** The possible names of a field or a parameter; anything else in place of a name is somebody's own text. */
const NAME = /^[a-z][a-z0-9_]{0,59}$/;

/**
 * Why a request was refused, for the log: a wrong field by its name alone, since the sentence about it may quote
 * what was typed or uploaded. An address that ends in a credential is said to be no page when it is not opened as one.
 */
export function reasonOf({ status, message, errors }: Refusal): string {
  const names = [
    ...new Set(errors.map(({ field }) => (NAME.test(field) ? field : 'what has no known name'))),
  ];
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const reason =
    status === 422 && names.length > 0
      ? `wrong: ${names.slice(0, MOST_NAMES).join(', ')}${more}`
      : withoutCredentials(message);
  return reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)}…` : reason;
}

/** Answers a failed request. Its reason goes into the request's log line; a fault of ours is logged in full. */
export function answerError(
  error: FastifyError | Refusal | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = asRefusal(error);
  if (!refusal) {
    request.log.error({ err: error }, 'a request failed');
  } else {
    request.refusal = reasonOf(refusal);
    if (refusal.cause !== undefined) request.log.warn({ err: refusal.cause }, refusal.message);
  }
  // Fastify closes the connection after a body that it refuses, on which a client that still sends loses the answer.
  // The rest that still comes is thrown away within bounds instead.
  if (!request.raw.complete) void reply.removeHeader('connection');
  // Retry-After and the like, which a plugin has set for its own error, stay as they are.
  void reply
    .code(refusal?.status ?? 500)
    .headers(refusal?.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureBody(refusal, request.id)));
}

/** `{ error, errors, request_id, ...details }` */
export function failureBody(refusal: Refusal | null, requestId: string): FailureBody {
  return {
    ...refusal?.details,
    error: refusal?.message ?? UNKNOWN,
    errors: refusal?.errors ?? [],
    request_id: requestId,
  };
}
