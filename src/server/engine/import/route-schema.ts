import type { FastifySchema } from 'fastify';
import { importColumns } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { arrayOf, integer, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { notationSchema } from './notation.ts';

const record = { type: 'object', additionalProperties: true };
const texts = arrayOf({ type: 'string' });
const problem = object(
  {
    row: { ...integer, description: 'As people see the file: the header is row 1.' },
    column: text('Its header in the file'),
    field: text('Its name'),
    message: text('What is wrong'),
    detail: text('More of it'),
    sheet: text('Which of several sheets it is in'),
  },
  ['detail', 'sheet'],
);

/** A refusal with every wrong row and column. */
export const refusedSchema = {
  description: 'What is wrong per row and column; nothing was added',
  ...object(
    {
      error: text('A sentence for the person.'),
      errors: arrayOf({
        anyOf: [problem, object({ field: text('Member'), message: text('What is wrong') })],
      }),
      error_total: {
        ...integer,
        description: 'How many problems there are; the first of them are listed.',
      },
      request_id: text('Names the request in the log.'),
    },
    ['error_total'],
  ),
};

/** The published OpenAPI of an import. Nothing is checked by it. */
export function importSchema(resource: Resource): FastifySchema {
  const key = resource.csv?.import?.key;
  const headers = importColumns(resource).map(({ header }) => header);
  const cells = Object.fromEntries(headers.map((header) => [header, { type: 'string' }]));
  const file = object(
    {
      data: {
        ...arrayOf({ type: 'object', properties: cells, additionalProperties: true }),
        description: `The rows by header: ${headers.join(', ')}.`,
      },
      dry_run: { type: 'boolean', default: false, description: 'Say what would happen, and write nothing.' },
      ...(key !== undefined && {
        update: {
          type: 'boolean',
          default: false,
          description: `Change the records that a row's ${key} finds; without it every row is a new record.`,
        },
      }),
      ...notationSchema,
      row_numbers: { ...arrayOf(integer), description: 'The line of the file of each row.' },
    },
    ['dry_run', 'update', 'row_numbers', ...Object.keys(notationSchema)],
  );
  const counts = { skipped: integer, ignored_columns: texts };
  const found = object(
    {
      ...counts,
      dry_run: { const: true },
      valid: { type: 'boolean' },
      would_create: integer,
      would_update: integer,
      unchanged: integer,
      rows: arrayOf(object({ row: integer, values: record, before: record }, ['before'])),
      errors: arrayOf(problem),
      error_total: integer,
    },
    ['would_update', 'unchanged'],
  );
  return {
    tags: [resource.label[1]],
    summary: `Add ${resource.label[1]} from the rows of a CSV file, all or nothing`,
    headers: keyHeader,
    body: { anyOf: [file, object({ [resource.singular]: file }), object({ [resource.name]: file })] },
    response: {
      200: {
        description:
          'What a dry run found; or, for who accepts it, lines of progress and the answer as the last one',
        content: {
          'application/json': { schema: object({ data: found }) },
          'application/x-ndjson': { schema: { type: 'string' } },
        },
      },
      201: {
        description: 'Every row was applied',
        ...object({
          data: object({ ...counts, created: integer, updated: integer, unchanged: integer }, [
            'updated',
            'unchanged',
          ]),
        }),
      },
      409: { description: 'Somebody added one of the records meanwhile.', $ref: 'failure#' },
      422: refusedSchema,
    },
  };
}
