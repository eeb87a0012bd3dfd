import { malformed } from '#kernel/errors.ts';
import type { Property, Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import {
  DEFAULT_PAGE_SIZE,
  LARGEST_PAGE_SIZE,
  numberOf,
  shortened,
  textOf,
} from '#server/platform/http/query.ts';
import { conditionShape, escapeLike, filtersOf, readFilter, type Condition } from './filters.ts';
import { readParameter, type GivenParameter, type ListParameter } from './list-additions.ts';
import { defaultSort } from './sql.ts';
import { UTC } from './time-zone.ts';

/** What a list was asked for, checked. */
export interface ListRequest {
  conditions: Condition[];
  /** The model's own parameters that were given. */
  given: GivenParameter[];
  /** Patterns for LIKE; all of them must match. */
  words: string[];
  sort: { property: Property; down: boolean };
  /** Null: the whole list. */
  page: { number: number; size: number } | null;
}

const MOST_WORDS = 10;

/**
 * Reads the query of a list: `by_<property>`, `q`, `sort`, `page`, `per_page`.
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
  let sort = defaultSort(registry, resource);
  let number: number | null = null;
  let size: number | null = null;
  for (const name of Object.keys(query)) {
    const value = textOf(name, query[name]);
    const filter = name.startsWith('by_') ? filters.get(name.slice('by_'.length)) : undefined;
    const parameter = parameters.find((one) => one.name === name);
    if (parameter) {
      const read = readParameter(parameter, value);
      if (read && 'error' in read) throw malformed(`${name} ${read.error}`);
      if (read) given.push(read);
    } else if (filter) {
      const condition = readFilter(name, filter, value, zone);
      if (condition) conditions.push(condition);
    } else if (name === 'q' && resource.search) words = wordsOf(value);
    else if (name === 'sort') sort = sortOf(registry, resource, value) ?? sort;
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
    sort,
    page: whole ? null : { number: number ?? 1, size: size ?? DEFAULT_PAGE_SIZE },
  };
}

/** Requests of the same shape are answered by the same statement. */
export function requestShape({ conditions, given, words, sort, page }: ListRequest): string {
  const order = `${sort.down ? '-' : ''}${sort.property.name}`;
  const own = given.map(({ parameter }) => `?${parameter.name}`);
  return [...conditions.map(conditionShape), ...own, `q${words.length}`, order, page?.size ?? 'whole'].join(
    '|',
  );
}

/** The words of a search as patterns for LIKE. @throws {Refusal} 400 where they are too many. */
export function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length > MOST_WORDS) throw malformed(`q takes at most ${MOST_WORDS} words.`);
  return words.map((word) => `%${escapeLike(word)}%`);
}

function sortOf(registry: Registry, resource: Resource, text: string): ListRequest['sort'] | null {
  if (text === '') return null;
  const property = registry.properties(resource).get(text.replace(/^-/, ''));
  if (!property) throw malformed(`sort must be a field of the list, with a - before it for descending.`);
  return { property, down: text.startsWith('-') };
}
