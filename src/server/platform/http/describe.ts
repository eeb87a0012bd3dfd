import type {} from '@fastify/swagger';
import { LONGEST_REASON } from '#kernel/review.ts';

/** Words of JSON Schema with which routes describe what they take and answer. */
export type JsonSchema = Record<string, unknown>;

/** An object with exactly these members; those named in `optional` may be missing. */
export const object = (properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const arrayOf = (items: JsonSchema) => ({ type: 'array', items });
export const text = (description: string): JsonSchema => ({ type: 'string', description });
const integer: JsonSchema = { type: 'integer' };

/** A file as it is, of a media type. */
export const fileOf = (type: string) => ({
  content: { [type]: { schema: { type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) } } },
});

/** A body that is a file as it is. */
export const fileBody = fileOf('application/octet-stream');

/** One of several; null where there is none. */
export const orNull = (schema: JsonSchema, nullable = true): JsonSchema =>
  nullable ? { anyOf: [schema, { type: 'null' }] } : schema;

/** The header of every change that can be made once. */
export const keyHeader = {
  'Idempotency-Key': {
    ...text(
      'Makes a repeated request happen once: within a day it gets the first answer again, with Idempotency-Replayed: true.',
    ),
    minLength: 1,
    maxLength: 255,
  },
};

/** The header that says whose days a filter means. */
export const zoneHeader = {
  'Time-Zone': {
    type: 'string',
    default: 'UTC',
    description:
      'The time zone, such as Europe/Berlin, whose days are meant: by filters of moments, and by a moment that is given for a day.',
  },
};

/** The header of a change that may say why it is made. */
export const reasonHeader = {
  'Change-Reason': {
    type: 'string',
    description: `Why the change is made: UTF-8, percent-encoded, at most ${LONGEST_REASON} characters. Kept with the history. Where a rule about changes asks for one, a change without it is refused with 422 and needs_reason.`,
  },
};

/** The body of every failure. */
export const failureSchema = {
  $id: 'failure',
  title: 'Failure',
  ...object(
    {
      error: text('A sentence for the person.'),
      errors: arrayOf(object({ field: text('Its name in the body'), message: text('What is wrong') })),
      request_id: text('Names the request in the log.'),
      conflict: {
        description:
          'Of a change that was made from an older version: who changed the record, and how it is now.',
        ...object({
          by: orNull(object({ email: text('Address'), name: { type: ['string', 'null'] } })),
          at: { type: 'string', format: 'date-time' },
          lock_version: integer,
          current: { type: 'object', additionalProperties: true },
        }),
      },
      references: {
        description: 'Of a deletion: which models refer to the record, and how often.',
        ...arrayOf(object({ model: text('Model'), label: text('What it is called'), count: integer })),
      },
      cloud_deployment: {
        description: 'Of a request for what another one under way asks for already: that one.',
        ...object({ id: integer, name: text('What it makes') }),
      },
      existing: {
        description:
          'Of an invoice file: the figures of the file and of the open run that has one of its invoices already, and the ids by which what was sent can be named again.',
        type: 'object',
        additionalProperties: true,
      },
      records: {
        description:
          'Of a change of several records: those that refuse, each as if it had been requested alone.',
        ...arrayOf(
          object(
            {
              id: integer,
              name: text('What people call it'),
              status: integer,
              error: text('A sentence for the person.'),
              errors: arrayOf({ type: 'object', additionalProperties: true }),
              conflict: { type: 'object', additionalProperties: true },
              references: arrayOf({ type: 'object', additionalProperties: true }),
            },
            ['conflict', 'references'],
          ),
        ),
      },
      rows: {
        description: 'Of rows of a table: those that are refused, by their place from 0.',
        ...arrayOf(
          object({
            at: integer,
            error: text('A sentence for the person.'),
            errors: arrayOf({ type: 'object', additionalProperties: true }),
          }),
        ),
      },
      error_total: {
        ...integer,
        description:
          'Of a change of several records: how many fields are wrong; the first of them are listed.',
      },
      success: { const: false, description: 'Of a request for the session.' },
    },
    ['conflict', 'references', 'cloud_deployment', 'existing', 'records', 'rows', 'error_total', 'success'],
  ),
};

/** The body of a failure, where it is described. */
export const failure = { $ref: `${failureSchema.$id}#` };

const FAILURES: Record<number, string> = {
  400: 'The request cannot be understood.',
  401: 'Nobody is signed in.',
  403: 'The right is missing, or the request comes from another site.',
  404: 'There is no such thing.',
  406: 'The request does not accept the type of the answer.',
  409: 'Duplicate, in use, changed meanwhile, or under way already.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Every invalid field.',
  429: 'Too many requests; Retry-After says when to come again.',
  500: 'A fault of the portal.',
  503: 'The database or the queue is away; Retry-After says when to come again.',
};

const failures = (statuses: readonly number[]): Record<number, JsonSchema> =>
  Object.fromEntries(statuses.map((status) => [status, { description: FAILURES[status], ...failure }]));

/**
 * The answers of a route: its success, and the failures of its own. Those that every route can have are added where
 * the document is made.
 */
export function answers(
  status: number,
  description: string,
  schema: JsonSchema,
  own: number[] = [],
): Record<number, JsonSchema> {
  return { [status]: { description, ...schema }, ...failures(own) };
}

/** The failures that a route can have whatever it does. */
export function commonFailures({ open, writes }: { open: boolean; writes: boolean }) {
  return failures([400, ...(open ? [] : [401, 403]), ...(writes ? [403, 413, 415] : []), 429, 500, 503]);
}
