import type { FastifySchema } from 'fastify';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import type { Resource } from '#kernel/resource.ts';
import { refusedSchema } from '../route-schema.ts';
import { notationSchema } from '../notation.ts';
import type { UploadSpec } from './upload-spec.ts';

const integer = { type: 'integer' };
const texts = { type: 'array', items: { type: 'string' } };

const outcome = {
  models: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        label: { type: 'string' },
        created: texts,
        updated: texts,
        unchanged: integer,
      },
    },
  },
  skipped: integer,
  ignored_columns: texts,
};

const data = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties: {
    data: { type: 'object', properties, additionalProperties: true },
    meta: { type: 'object', additionalProperties: true },
  },
  required: ['data'],
});

/** The published OpenAPI of an upload. Nothing is checked by it. */
export function uploadSchema(
  resource: Resource,
  { summary, member, kinds, mails }: UploadSpec,
  background: boolean,
): FastifySchema {
  return {
    tags: [resource.label[1]],
    summary,
    body: {
      type: 'object',
      properties: {
        [member]: {
          type: 'string',
          description: `The file (${kinds.join(' or ')}) as base64 or as a data URL.`,
        },
        dry_run: { type: 'boolean', description: 'Say what would happen, and write nothing.' },
        encoding: {
          type: 'string',
          enum: OTHER_ENCODINGS.map(({ name }) => name),
          description: 'The encoding of a CSV file that is neither UTF-8 nor UTF-16.',
        },
        ...notationSchema,
        ...(mails && {
          [mails.member]: {
            type: 'string',
            format: 'email',
            description: 'Whom what came of it is mailed to; only a dry run needs none.',
          },
        }),
      },
      required: [member],
    },
    response: {
      200: {
        description: 'What a dry run found',
        ...data({
          ...outcome,
          dry_run: { type: 'boolean' },
          valid: { type: 'boolean' },
          error_total: integer,
        }),
      },
      201: { description: 'All of it was done', ...data(outcome) },
      ...(background && {
        202: {
          description: 'It takes long: a job does it, whose result says the same.',
          ...data({ job: { $ref: 'job#' } }),
        },
      }),
      413: { description: 'The file is too large, or unpacks to too much.', $ref: 'failure#' },
      422: refusedSchema,
      429: { description: 'Too many imports wait already.', $ref: 'failure#' },
    },
  };
}
