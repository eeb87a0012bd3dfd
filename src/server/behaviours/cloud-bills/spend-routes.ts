import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseIsoDay } from '#kernel/dates.ts';
import { malformed } from '#kernel/errors.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { answers, arrayOf, integer, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { numberOf, pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { MOST_IDENTIFIERS, readChargedIdentifiers, readSpend, type SpendAsked } from './spend.ts';

const MOST_LARGEST = 100;
const JSON_TYPE = 'application/json; charset=utf-8';

const day = (description: string) => ({ type: 'string', format: 'date', description });
const amount = text('A decimal; a number would round it.');
const currency = text('Amounts of several currencies are never summed.');

/** `GET …/spend` sums bills per identifier, day and currency; `GET …/identifiers` names what was charged. */
export function spendRoutes(scope: FastifyInstance, services: EngineServices): void {
  const resource = services.registry.get(cloudBills.name);
  const tags = [resource.label[1]];
  const onRequest = async (request: FastifyRequest) => void services.guard(request, 'read', resource);
  const sum = { currency, amount, bills: integer };
  scope.get(
    '/spend',
    {
      onRequest,
      schema: {
        tags,
        summary: 'What was spent per identifier and day',
        querystring: {
          type: 'object',
          properties: {
            key: text('The identifier that was charged; all where it is left out.'),
            startDate: day('The first day.'),
            endDate: day('The last day.'),
            largest: {
              type: 'integer',
              minimum: 1,
              maximum: MOST_LARGEST,
              description:
                'So many identifiers of each currency stand for themselves; the others are one sum per day.',
            },
            page: { ...pageParameters.page, description: 'With it the sums of one currency come in pages.' },
            per_page: pageParameters.per_page,
            currency: text('That of a page; by default the one of the most bills.'),
            q: text('With `page`: part of the identifier.'),
          },
        },
        response: answers(
          200,
          'The sums, by currency and day',
          object({
            data: arrayOf(
              object({
                identifier: { ...textOrNull, description: 'null: the sum of those that are not named.' },
                date: day('The day of the bills.'),
                ...sum,
              }),
            ),
            meta: object({
              total: { ...integer, description: 'How many sums there are, told or not.' },
              currency: { ...textOrNull, description: 'That of the page.' },
              currencies: arrayOf(object({ ...sum, identifiers: integer })),
              identifiers: arrayOf(object({ identifier: text('What was charged.'), ...sum })),
            }),
          }),
        ),
      },
    },
    async (request, reply) => {
      const asked = readAsked(request.query);
      return reply.type(JSON_TYPE).send(await readSpend(services.db, asked));
    },
  );
  scope.get(
    '/identifiers',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The identifiers that were charged',
        querystring: {
          type: 'object',
          properties: { q: text('Part of the identifier; all where it is left out.') },
        },
        response: answers(
          200,
          `The first ${MOST_IDENTIFIERS} of them, in order`,
          object({ data: arrayOf(text('Identifier')), meta: object({ total: integer }) }),
        ),
      },
    },
    async (request, reply) => {
      const q = readTexts(request.query, ['q']).get('q') ?? '';
      return reply.type(JSON_TYPE).send(await readChargedIdentifiers(services.db, q));
    },
  );
}

const PARAMETERS = ['key', 'startDate', 'endDate', 'largest', 'page', 'per_page', 'currency', 'q'];

/** @throws {Refusal} 400 that names the parameter */
function readAsked(query: unknown): SpendAsked {
  const texts = readTexts(query, PARAMETERS);
  const word = (name: string) => texts.get(name)?.trim() || undefined;
  const dayOf = (name: string) => {
    const given = word(name);
    if (given === undefined) return undefined;
    const parsed = parseIsoDay(given);
    if (!parsed) throw malformed(`${name} must be a day, such as 2026-03-29.`);
    return parsed;
  };
  const count = word('largest');
  const inParts = texts.has('page');
  if (inParts && count !== undefined) throw malformed('largest and page are not asked for together.');
  return {
    key: word('key'),
    start: dayOf('startDate'),
    end: dayOf('endDate'),
    largest: count === undefined ? undefined : numberOf('largest', count, MOST_LARGEST),
    ...(inParts && { part: { ...pageOf(texts), currency: word('currency'), q: texts.get('q') ?? '' } }),
  };
}
