import type { FastifySchema } from 'fastify';
import type { Registry } from '#kernel/registry.ts';
import { LONGEST_SEARCH, SHORTEST_PART } from '#kernel/search.ts';
import { answers, arrayOf, object, text } from '#server/platform/http/describe.ts';

/** What the published OpenAPI says of the search through all models. */
export function searchSchema(registry: Registry): FastifySchema {
  const models = registry.all
    .filter(({ source, search }) => source === 'table' && search)
    .map(({ name }) => name);
  const model = { type: 'string', enum: models };
  const foundIn = object({ field: text('Field'), label: text('Label'), text: text('Its value') });
  const hit = object({
    model,
    id: { type: 'integer' },
    title: text('By what people recognise the record'),
    about: { description: 'What else says which one it is.', ...arrayOf(text('A value')) },
    found_in: {
      description: 'The text with the words, where it is not the title.',
      anyOf: [foundIn, { type: 'null' }],
    },
  });
  return {
    tags: ['Search'],
    summary: 'Find records of any model',
    description: [
      'Titles that are or start with the text come first, then records with all its words in their texts.',
      `Words are found within texts from ${SHORTEST_PART} letters or digits in a row; a shorter text at the start of titles.`,
    ].join(' '),
    querystring: {
      type: 'object',
      properties: {
        q: { type: 'string', minLength: 1, maxLength: LONGEST_SEARCH },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 25,
          default: 5,
          description: 'Most hits of each model.',
        },
      },
      required: ['q'],
    },
    response: answers(
      200,
      'The hits of one model stand together',
      object({
        data: arrayOf(hit),
        meta: object({
          total: { type: 'integer', description: 'So many hits are answered.' },
          more: { description: 'The models with further hits.', ...arrayOf(model) },
        }),
      }),
    ),
  };
}
