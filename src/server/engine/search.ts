import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformed } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { LONGEST_SEARCH, type FoundText, type SearchAnswer } from '#kernel/search.ts';
import type { Database } from '#server/platform/database.ts';
import { numberOf, shortened, textOf } from '#server/platform/query.ts';
import { escapeLike, INDEXED_PATTERN } from './filters.ts';
import { wordsOf } from './list-request.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { otherTexts, searchStatement, type FoundRow, type SearchRequest } from './search-statement.ts';
import { searchSchema } from './search-schema.ts';
import type { EngineServices } from './services.ts';

const DEFAULT_LIMIT = 5;
const LARGEST_LIMIT = 25;

/**
 * Reads the query of a search: `q`, the text, and `limit`, the most hits of each model.
 * @throws {Refusal} 400 that names the parameter which is missing, unknown, repeated or makes no sense.
 */
export function readSearchRequest(query: Readonly<Record<string, unknown>>): SearchRequest {
  let text = '';
  let limit = DEFAULT_LIMIT;
  for (const name of Object.keys(query)) {
    const value = textOf(name, query[name], LONGEST_SEARCH);
    if (name === 'q') text = value.trim().replaceAll(/\s+/g, ' ');
    else if (name === 'limit') limit = numberOf(name, value, LARGEST_LIMIT);
    else throw malformed(`The parameter ${shortened(name)} is not known here.`);
  }
  if (text === '') throw malformed('q must be the text to search for.');
  const parts = wordsOf(text);
  return {
    text,
    start: `${escapeLike(text)}%`,
    // Without one part that the index can find, every record would have to be read.
    parts: parts.some((part) => INDEXED_PATTERN.test(part)) ? parts : [],
    limit,
  };
}

/** Finds records of these models by what people know of them, the best hits of each model. */
async function findRecords(
  db: Database,
  registry: Registry,
  resources: readonly Resource[],
  request: SearchRequest,
): Promise<SearchAnswer> {
  const { rows } = await db.query<FoundRow>(searchStatement(registry, resources, request));
  const words = request.text.toLowerCase().split(' ');
  const groups = resources
    .map((resource) => {
      const found = rows.filter(({ model }) => model === resource.name).toSorted((a, b) => a.place - b.place);
      return { resource, found, best: found[0]?.rank ?? Infinity };
    })
    .toSorted((a, b) => a.best - b.best);
  const data = groups.flatMap(({ resource, found }) =>
    found.slice(0, request.limit).map(({ id, title, rank, texts }) => ({
      model: resource.name,
      id,
      title: title ?? String(id),
      found_in: rank === 3 ? foundText(resource, texts, words) : null,
    })),
  );
  const more = groups
    .filter(({ found }) => found.length > request.limit)
    .map(({ resource }) => resource.name);
  return { data, meta: { total: data.length, more } };
}

/** The text with the most of the words. */
function foundText(
  resource: Resource,
  texts: readonly (string | null)[],
  words: readonly string[],
): FoundText | null {
  const found = otherTexts(resource).map((field, at) => {
    const text = texts[at] ?? '';
    const lowered = text.toLowerCase();
    const hits = words.filter((word) => lowered.includes(word)).length;
    return { hits, shown: { field, label: resource.fields[field]?.label ?? field, text } };
  });
  const best = found.toSorted((a, b) => b.hits - a.hits)[0];
  return best && best.hits > 0 ? best.shown : null;
}

/** Serves `GET /api/search` over every model of the registry that has tables of its own. */
export function searchRoute(scope: FastifyInstance, services: EngineServices): void {
  const url = '/api/search';
  scope.get(
    url,
    {
      onRequest: async (request: FastifyRequest) => void services.readable(request),
      schema: searchSchema(services.registry),
    },
    async (request): Promise<SearchAnswer> => {
      const asked = readSearchRequest(request.query as Record<string, unknown>);
      return findRecords(services.db, services.registry, services.readable(request), asked);
    },
  );
  refuseOtherMethods(scope, url, ['GET']);
}
