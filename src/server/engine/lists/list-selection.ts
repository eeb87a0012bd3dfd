import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { conditionSql, type Condition } from './filters.ts';
import { foundBy, piecesOf, searchedSql } from '../search/found-texts.ts';
import type { ListRequest } from './list-request.ts';
import { besideSql } from './names-beside.ts';
import { columnFields, isServed, searchedColumns } from '../schema/schema.ts';
import { sqlOf } from '../kinds/sql-of.ts';
import { Joins, quoted, sortExpression } from '../sql.ts';

/** So many matching rows are counted; beyond it the answer says that there are at least as many. */
export const MOST_COUNTED = 10_000;

/** The parts of a list's SQL: which rows, and in which order. */
export interface Selection {
  joins: Joins;
  /** ` WHERE …`, or empty. */
  where: string;
  /** The expressions by which rows are sorted, first to last, each with its ` DESC NULLS LAST` and the like. */
  sorts: readonly { expression: string; direction: string }[];
  /** The direction of the id, which decides between what is equal. */
  idDirection: string;
  parameters: number;
}

/** Whether a condition is about a text that the index of texts has. */
const isSearched = (resource: Resource, { property, comparison }: Condition): boolean =>
  resource.source === 'table' &&
  comparison === 'contains' &&
  property.path.length === 0 &&
  searchedColumns(resource).includes(property.column);

/** The pieces by which this text is found, so that it takes more values than one. */
const piecesIn = (resource: Resource, text: unknown): string[] =>
  resource.source === 'table' && searchedColumns(resource).length > 0 ? piecesOf(String(text)) : [];

/** The values of a request in the order in which its statements number them. */
export function valuesOf(resource: Resource, { conditions, words, beside, given }: ListRequest): unknown[] {
  const withPieces = (value: unknown) => [value, ...piecesIn(resource, value)];
  return [
    ...conditions.flatMap((condition) =>
      isSearched(resource, condition) ? condition.values.flatMap(withPieces) : condition.values,
    ),
    ...words.flatMap(withPieces),
    ...beside.map(({ values }) => values),
    ...given.map(({ value }) => value),
  ];
}

/** Whether a request wants some of the rows and not all. */
export const isNarrowed = ({ conditions, words, given }: ListRequest): boolean =>
  conditions.length + words.length + given.length > 0;

/**
 * Whether an index holds the requested rows in the requested order: then one plan is right for any
 * values, and the rows of a page are the first ones of it.
 */
export function hasIndex(registry: Registry, resource: Resource, request: ListRequest): boolean {
  const [condition, ...others] = request.conditions;
  const [sort, ...sorts] = request.sorts;
  if (!condition || !sort || others.length + sorts.length > 0) return false;
  if (request.words.length + request.given.length > 0 || condition.comparison !== 'equals') return false;
  return isServed(registry, resource, condition.property, sort);
}

/**
 * Whether the index of texts has whatever is requested. It is read first, and what it finds is put in order then,
 * so one plan is right for any words.
 */
export function isFoundByText(resource: Resource, { conditions, words, given }: ListRequest): boolean {
  if (resource.source === 'view' || given.length > 0) return false;
  return (
    words.every((word) => foundBy(word) !== 'table') &&
    conditions.every(
      (condition) => isSearched(resource, condition) && foundBy(condition.values[0]) !== 'table',
    )
  );
}

/** The condition that the texts of a record have a word; a view has no column for its texts. */
function hasWord(resource: Resource, word: string, next: () => string): string {
  const parameter = next();
  if (resource.source === 'table')
    return searchedColumns(resource).length > 0
      ? searchedSql(parameter, foundBy(word), piecesIn(resource, word).map(next))
      : `'' LIKE lower(${parameter}::text)`;
  const texts = columnFields(resource).map(([name, field]) => sqlOf(field).text(`t.${quoted(name)}`));
  return `lower(concat_ws(E'\\n', ${texts.join(', ')})) LIKE lower(${parameter}::text)`;
}

/**
 * The conditions of a search: a record has each word in its texts or in the names of what it leads to, or all of them in the names of
 * one such record. What no name has stays a condition of its own, so that one look into the index of texts finds all of these.
 */
function searchTerms(
  resource: Resource,
  { words, beside }: Pick<ListRequest, 'words' | 'beside'>,
  next: () => string,
): string[] {
  const texts = words.map((word) => hasWord(resource, word, next));
  const led = beside.map(({ word, field }) => ({ word, sql: besideSql(resource, field, next()) }));
  const named = (at: number | null) => led.filter(({ word }) => word === at).map(({ sql }) => sql);
  const each = texts.map((text, at) => anyOf([text, ...named(at)]));
  const together = named(null);
  return together.length > 0 ? [anyOf([each.join(' AND '), ...together])] : each;
}

const anyOf = (terms: readonly string[]): string =>
  terms.length > 1 ? `(${terms.map((term) => `(${term})`).join(' OR ')})` : terms.join('');

/** The conditions of a request, as SQL over the table `t`. */
export function selectionOf(registry: Registry, resource: Resource, request: ListRequest): Selection {
  const joins = new Joins(registry, resource, 't', 's');
  let parameters = 0;
  const next = () => `$${++parameters}`;
  const terms = request.conditions.map((condition) => {
    const { property } = condition;
    const searched = isSearched(resource, condition);
    const names = condition.values.flatMap((value) =>
      (searched ? [value, ...piecesIn(resource, value)] : [value]).map(next),
    );
    return conditionSql(condition, joins.column(property), searched, names);
  });
  terms.push(...searchTerms(resource, request, next));
  for (const { parameter } of request.given) terms.push(`(${parameter.where('t', next())})`);
  const sorts = request.sorts.map(({ property, down }) => ({
    expression: sortExpression(property, joins.column(property)),
    // NULLS LAST is said only where there can be nulls: said elsewhere it would keep an index from serving.
    direction: down ? (property.nullable ? ' DESC NULLS LAST' : ' DESC') : '',
  }));
  return {
    sorts,
    joins,
    where: terms.length > 0 ? ` WHERE ${terms.join(' AND ')}` : '',
    idDirection: request.sorts[0]?.down ? ' DESC' : '',
    parameters,
  };
}
