import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findRecords as findRecordsCall, type FoundText, type SearchAnswer } from '#calls/search.ts';
import { BILLING_RUNS } from '#kernel/comments/comments.ts';
import { Refusal } from '#kernel/errors.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { aboutOf } from '#kernel/about.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Database } from '#server/platform/database/database.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import { openDoor } from '../door.ts';
import { escapeLike } from '../lists/filters.ts';
import { recordsWithComments, withComments } from './found-comments.ts';
import { INDEXED_PATTERN, piecesOf } from './found-texts.ts';
import { wordsOf } from '../lists/list-request.ts';
import { refuseOtherMethods } from '../other-methods.ts';
import {
  otherTexts,
  SEARCH_SETTINGS,
  searchShape,
  searchSql,
  searchValues,
  type FoundRow,
  type SearchRequest,
} from './search-statement.ts';
import type { EngineServices } from '../services.ts';
import { Statements } from '../statements.ts';

/** The plan of a search is about ten times as large as that of a list, since it has all models in it. */
const PLANS = 10;
/** Enough for what is typed, whose shapes are few: how many words there are, and by what the indexes find them. */
const MOST_KEPT = 24;

/**
 * The request for a text that somebody typed, with at most so many hits of each model.
 * @throws {Refusal} 400 for too many words
 */
export function searchRequest(typed: string, limit: number): SearchRequest {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  // The longest is the rarest as a rule, and a record without it is not compared with the others.
  const parts = wordsOf(text).toSorted((a, b) => b.length - a.length);
  // Without one part that the index can find, every record would have to be read.
  if (!parts.some((part) => INDEXED_PATTERN.test(part)))
    return { text, limit, parts: [], keys: [], pieces: [] };
  return { text, limit, parts, ...indexLookUps(text.split(' ').map(ownOf)) };
}

/** Longer words are looked for by their two ends of this length. */
const END = 4;

/** The part of a word that the index can find: of an address the part before its domain, which most of them share. */
function ownOf(word: string): string {
  const own = word.replace(/(?<=.)@.*$/s, '');
  return INDEXED_PATTERN.test(own) ? own : word;
}

/**
 * The keys and pieces that are looked up in the index in place of words, since every piece of a text costs a look into
 * the index of every model: a few pieces where each word has some, otherwise of a long word its two ends, as an
 * identifier begins or ends with what is its own. The words themselves are then looked for in what was found.
 */
function indexLookUps(words: readonly string[]): Pick<SearchRequest, 'keys' | 'pieces'> {
  const found = words.filter((word) => INDEXED_PATTERN.test(word));
  if (found.every((word) => piecesOf(`${word}%`).length > 0))
    return { keys: [], pieces: piecesOf(`${found.join('%')}%`) };
  return { keys: found.flatMap(endsOf).map((key) => `%${escapeLike(key)}%`), pieces: [] };
}

function endsOf(word: string): string[] {
  const letters = Array.from(word);
  const ends = [letters.slice(0, END).join(''), letters.slice(-END).join('')];
  return letters.length > 2 * END && ends.every((end) => INDEXED_PATTERN.test(end)) ? ends : [word];
}

/** With more models than this a search is shared by two connections, which the database serves on two processors. */
const MODELS_OF_ONE = 12;

/** The models in one part, or in two that take turns: large ones at the start do not stand together. */
function shared(resources: readonly Resource[]): (readonly Resource[])[] {
  if (resources.length <= MODELS_OF_ONE) return [resources];
  return [0, 1].map((half) => resources.filter((_, at) => at % 2 === half));
}

/** Finds records of these models by what people know of them, the best hits of each model. */
async function findRecords(
  db: Database,
  statements: Statements,
  registry: Registry,
  resources: readonly Resource[],
  request: SearchRequest,
): Promise<SearchAnswer> {
  const answers = await Promise.all(
    shared(resources).map((part) => {
      const statement = statements.get(searchShape(part, request), () => searchSql(registry, part, request));
      return db.transaction(async (tx) => {
        await tx.query(SEARCH_SETTINGS);
        return tx.query<FoundRow>({ ...statement, values: searchValues(request) });
      });
    }),
  );
  const rows = answers.flatMap((answer) => answer.rows);
  const words = request.text.toLowerCase().split(' ');
  const byModel = Map.groupBy(rows, ({ model }) => model);
  const groups = resources
    .map((resource) => {
      // Rows of one rank stay in the order in which the database put them.
      const found = (byModel.get(resource.name) ?? []).toSorted((a, b) => a.rank - b.rank);
      return { resource, found, best: found[0]?.rank ?? Infinity };
    })
    .toSorted((a, b) => a.best - b.best);
  const data = groups.flatMap(({ resource, found }) =>
    found.slice(0, request.limit).map(({ id, title, rank, texts, about }) => ({
      model: resource.name,
      id,
      title: title ?? String(id),
      about: shownAbout(registry, resource, about),
      found_in: rank === 3 ? foundText(resource, texts, words) : null,
    })),
  );
  const more = groups
    .filter(({ found }) => found.length > request.limit)
    .map(({ resource }) => resource.name);
  return { data, meta: { total: data.length, more } };
}

/** The values beside a title as tables show them, without what is empty. */
function shownAbout(registry: Registry, resource: Resource, values: readonly unknown[]): string[] {
  return aboutOf(registry, resource)
    .map(({ field }, at) => {
      const value = values[at] ?? null;
      return value === null ? '' : kindOf(field).display(value, field);
    })
    .filter((text) => text !== '');
}

/** The text with the most of the words; of a list of texts it is one of them. */
function foundText(resource: Resource, texts: FoundRow['texts'], words: readonly string[]): FoundText | null {
  const found = otherTexts(resource).flatMap((field, at) =>
    [texts[at] ?? []].flat().map((text) => {
      const lowered = text.toLowerCase();
      const hits = words.filter((word) => lowered.includes(word)).length;
      return { hits, shown: { field, label: resource.fields[field]?.label ?? field, text } };
    }),
  );
  const best = found.toSorted((a, b) => b.hits - a.hits)[0];
  return best && best.hits > 0 ? best.shown : null;
}

const isSearched = ({ search }: Resource) => search;

/** The names of what somebody may find by comments on it: the models that they read, and billing runs. */
function commented(
  services: EngineServices,
  request: FastifyRequest,
  resources: readonly Resource[],
): string[] {
  const names = resources.map(({ name }) => name);
  try {
    services.demand(actorOf(request), 'see_billing');
    return [...names, BILLING_RUNS];
  } catch (error) {
    if (error instanceof Refusal) return names;
    throw error;
  }
}

/** Serves the search over every model of the registry that has tables of its own. */
export function searchRoute(scope: FastifyInstance, services: EngineServices): void {
  const { db, registry } = services;
  const statements = new Statements(() => db.countStatement(PLANS), MOST_KEPT);
  const models = registry.all.filter((model) => model.source === 'table' && isSearched(model));
  const call = findRecordsCall([...models.map(({ name }) => name), BILLING_RUNS]);
  serveWhole(openDoor(scope, services), call, async ({ query: { q, limit }, request }) => {
    const email = services.ownRowsOf(request);
    const owner = email === null ? null : { email, owned: (model: Resource) => services.owned(model) };
    const wanted = { ...searchRequest(q, limit), owner };
    const resources = services.readable(request, isSearched);
    const [found, byComment] = await Promise.all([
      findRecords(db, statements, registry, resources, wanted),
      // Comments are written among those who see all records.
      owner
        ? []
        : recordsWithComments(services, db, request, wanted, commented(services, request, resources)),
    ]);
    return withComments(found, byComment, limit);
  });
  refuseOtherMethods(scope, `/api${call.path}`, ['GET']);
}
