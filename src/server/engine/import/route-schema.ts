import type { FastifySchema } from 'fastify';
import { importColumns } from '#kernel/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';

const integer = { type: 'integer' };
const texts = { type: 'array', items: { type: 'string' } };

const record = { type: 'object', additionalProperties: true };

const problem = {
  type: 'object',
  properties: {
    row: { ...integer, description: 'As people see the file: the header is row 1.' },
    column: { type: 'string' },
    field: { type: 'string' },
    message: { type: 'string' },
    detail: { type: 'string' },
    sheet: { type: 'string' },
  },
  required: ['row', 'column', 'field', 'message'],
};

const data = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties: { data: { type: 'object', properties }, meta: { type: 'object', additionalProperties: true } },
  required: ['data'],
});

/** What the published OpenAPI says of an import. Nothing is checked by it. */
export function importSchema(resource: Resource): FastifySchema {
  const headers = importColumns(resource).map(({ header }) => header);
  const cells = Object.fromEntries(headers.map((header) => [header, { type: 'string' }]));
  const counts = { skipped: integer, ignored_columns: texts };
  return {
    tags: [resource.label[1]],
    summary: `Add ${resource.label[1]} from the rows of a CSV file, all or nothing`,
    headers: {
      type: 'object',
      properties: {
        'Idempotency-Key': { type: 'string', description: 'Makes a repeated request happen once.' },
      },
    },
    body: {
      type: 'object',
      properties: {
        data: {
          type: 'array',
          description: `The rows by header: ${headers.join(', ')}.`,
          items: { type: 'object', properties: cells },
        },
        dry_run: { type: 'boolean', description: 'Say what would happen, and write nothing.' },
        ...(resource.csv?.import?.key !== undefined && {
          update: {
            type: 'boolean',
            description: `Change the records that a row's ${resource.csv.import.key} finds; without it every row is a new record.`,
          },
        }),
        row_numbers: { type: 'array', items: integer, description: 'The line of the file of each row.' },
      },
      required: ['data'],
    },
    response: {
      200: {
        description: 'What a dry run found',
        ...data({
          ...counts,
          dry_run: { type: 'boolean' },
          valid: { type: 'boolean' },
          would_create: integer,
          would_update: integer,
          unchanged: integer,
          rows: {
            type: 'array',
            items: {
              type: 'object',
              properties: { row: integer, values: record, before: record },
            },
          },
          errors: { type: 'array', items: problem },
          error_total: integer,
        }),
      },
      201: {
        description: 'Every row was added',
        ...data({ ...counts, created: integer, updated: integer, unchanged: integer }),
      },
      413: { description: 'The file is too large.', $ref: 'failure#' },
      422: {
        description: 'What is wrong per row and column; nothing was added',
        type: 'object',
        properties: {
          error: { type: 'string' },
          errors: { type: 'array', items: problem },
          error_total: {
            ...integer,
            description: 'How many problems there are; the first of them are listed.',
          },
          request_id: { type: 'string' },
        },
        required: ['error', 'errors', 'request_id'],
      },
      429: { description: 'Too many imports wait already.', $ref: 'failure#' },
    },
  };
}
