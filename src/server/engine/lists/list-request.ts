import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE } from '#calls/shapes.ts';
import { malformed } from '#kernel/errors.ts';
import { exactFilter } from '#kernel/list-groups.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { numberOf, shortened, textOf } from '#server/platform/http/query.ts';
import { conditionShape, escapeLike, filtersOf, readExact, readFilter, type Condition } from './filters.ts';
import { foundShape } from '../search/found-texts.ts';
import type { NamedBeside } from './names-beside.ts';
import { readParameter, type GivenParameter, type ListParameter } from './list-additions.ts';
import { defaultSort } from '../sql.ts';
import { UTC } from '#server/platform/database/today.ts';

/** One property that a list is ordered by. */
export interface Sort {
  property: Property;
  down: boolean;
}

/** The checked request for a list. */
export interface ListRequest {
  conditions: Condition[];
  /** The model's own parameters that were given. */
  given: GivenParameter[];
  /** Patterns for LIKE; all of them must match. */
  words: string[];
  /** What the words name that rows lead to; such a record is found as if it had these words itself. */
  beside: readonly NamedBeside[];
  /** The first decides, the next one where that is equal, and the id at last. */
  sorts: readonly Sort[];
  /** Null: the whole list. */
  page: { number: number; size: number } | null;
}

const MOST_WORDS = 10;
const MOST_SORTS = 5;

/**
 * Reads the query of a list: `by_<property>`, `q`, `sort` (several with commas between), `page`, `per_page`.
 * @param options.paged `false` where there are no pages, as in a file
 * @param options.zone whose calendar says which moments lie in a day
 * @param options.parameters those that this model takes beside the common ones
 * @throws {Refusal} 400 that names the parameter which is unknown, repeated or makes no sense.
 */
export function readListRequest(
  registry: Registry,
  resource: Resource,
  query: Readonly<Record<string, unknown>>,
  {
    paged = true,
    zone = UTC,
    parameters = [],
  }: { paged?: boolean; zone?: string; parameters?: readonly ListParameter[] } = {},
): ListRequest {
  const filters = filtersOf(registry, resource);
  const conditions: Condition[] = [];
  const given: GivenParameter[] = [];
  let words: string[] = [];
  let sorts: Sort[] = [defaultSort(registry, resource)];
  let number: number | null = null;
  let size: number | null = null;
  for (const name of Object.keys(query)) {
    const value = textOf(name, query[name]);
    const filter = name.startsWith('by_') ? filters.get(name.slice('by_'.length)) : undefined;
    const parameter = parameters.find((one) => one.name === name);
    const exact =
      name.startsWith('by_') && !filter ? exactFilter(registry, resource, name.slice(3)) : undefined;
    if (parameter) {
      const read = readParameter(parameter, value);
      if (read && 'error' in read) throw malformed(`${name} ${read.error}`);
      if (read) given.push(read);
    } else if (filter) {
      const condition = readFilter(name, filter, value, zone);
      if (condition) conditions.push(condition);
    } else if (exact) {
      const condition = readExact(name, exact, value);
      if (condition) conditions.push(condition);
    } else if (name === 'q' && resource.search) words = wordsOf(value);
    else if (name === 'sort') sorts = sortsOf(registry, resource, value) ?? sorts;
    else if (name === 'page' && paged) number = numberOf(name, value, 999_999_999);
    else if (name === 'per_page' && paged) size = numberOf(name, value, LARGEST_PAGE_SIZE);
    else throw malformed(`The parameter ${shortened(name)} is not known here.`);
  }
  const whole = number === null && size === null;
  conditions.sort((a, b) => (conditionShape(a) < conditionShape(b) ? -1 : 1));
  given.sort((a, b) => (a.parameter.name < b.parameter.name ? -1 : 1));
  return {
    conditions,
    given,
    words,
    beside: [],
    sorts,
    page: whole ? null : { number: number ?? 1, size: size ?? DEFAULT_PAGE_SIZE },
  };
}

/** Requests of the same shape are answered by the same statement. */
export function requestShape({ conditions, given, words, beside, sorts, page }: ListRequest): string {
  const order = sorts.map(({ property, down }) => `${down ? '-' : ''}${property.name}`).join();
  const own = given.map(({ parameter }) => `?${parameter.name}`);
  return [
    ...conditions.map(conditionShape),
    ...own,
    `q${words.map(foundShape).join()}`,
    ...beside.map(({ word, field }) => `&${word ?? ''}${field}`),
    order,
    page?.size ?? 'whole',
  ].join('|');
}

/** The words of a search as patterns for LIKE. @throws {Refusal} 400 where they are too many. */
export function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length > MOST_WORDS) throw malformed(`q takes at most ${MOST_WORDS} words.`);
  return words.map((word) => `%${escapeLike(word)}%`);
}

/** @throws {Refusal} 400 for what is no property of a row, comes twice, or is too much */
function sortsOf(registry: Registry, resource: Resource, text: string): Sort[] | null {
  if (text === '') return null;
  const names = text.split(',');
  const properties = registry.properties(resource);
  const sorts = names.flatMap((name): Sort[] => {
    const property = properties.get(name.replace(/^-/, ''));
    return property ? [{ property, down: name.startsWith('-') }] : [];
  });
  if (sorts.length < names.length)
    throw malformed(
      `sort must be a field of the list, with a - before it for descending, or several with commas between.`,
    );
  if (new Set(sorts.map(({ property }) => property.name)).size < sorts.length || sorts.length > MOST_SORTS)
    throw malformed(`sort takes at most ${MOST_SORTS} fields, each once.`);
  return sorts;
}
