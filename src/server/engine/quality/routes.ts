import type { FastifyInstance } from 'fastify';
import type { QualityCount } from '#kernel/quality.ts';
import { answers, arrayOf, integer, object, orNull, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { refuseOtherMethods } from '../other-methods.ts';
import type { EngineServices } from '../services.ts';

const PATH = '/api/data_quality';

/** One asks for a pass through every table. */
const counting = fairUse({ atOnce: 4, perMinute: 60, noun: 'counts' });

const count = object({
  model: text('Model'),
  rule: text('The value of by_quality with which the list of the model has exactly these records'),
  label: text('What is wrong with them'),
  advice: text('How they are mended'),
  count: integer,
  repair: {
    ...orNull(
      object({
        label: text('What it does'),
        field: text('The field that it changes'),
        value: { type: ['string', 'boolean', 'null'], description: 'What the field becomes.' },
        from: {
          type: ['string', 'null'],
          description: 'The property of the row that the field is taken from.',
        },
      }),
    ),
    description: 'What mends them for certain; null where each has to be looked at.',
  },
});

/** `GET /api/data_quality`: what is wrong with the records that the person may see. */
export function qualityRoute(scope: FastifyInstance, services: EngineServices): void {
  scope.get(
    PATH,
    {
      ...counting,
      onRequest: [async (request) => void services.readable(request), counting.onRequest],
      schema: {
        tags: ['Data quality'],
        summary: 'Count the records that break a rule, by model and rule',
        description:
          'Days are those of UTC. What takes longer than a second to count is told again for a minute.',
        response: answers(
          200,
          'Every rule of the models that you may see; a number may be 0',
          object({ data: arrayOf(count), meta: object({ total: integer }) }),
        ),
      },
    },
    async (request): Promise<{ data: QualityCount[]; meta: { total: number } }> => {
      noQuery(request);
      const data = await services.quality.count(services.readable(request));
      return { data, meta: { total: data.length } };
    },
  );
  refuseOtherMethods(scope, PATH, ['GET']);
}
