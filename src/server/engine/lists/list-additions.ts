import { z } from 'zod';
import type { Field } from '#kernel/fields/kinds.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { listFilters } from '#kernel/list-filters.ts';
import { ownersSee } from '#kernel/owned.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { filtersOf } from './filters.ts';
import { sqlOf } from '../kinds/sql-of.ts';
import { columnFields } from '../schema/schema.ts';
import { literal, quoted } from '../sql.ts';

/** A parameter that one model's list takes beside `by_<property>`, `q`, `sort` and the pages. */
export interface ListParameter {
  /** As it is written in the query, such as `startDate`. */
  name: string;
  /** Its description, which is published. */
  summary: string;
  /** Says which values it takes: they are read as a cell of a file with this field is. */
  field: Field;
  /** It takes several such values with commas between; what is bound is an array of them. */
  several?: boolean;
  /**
   * The SQL of the condition.
   * @param row the alias of the model's table
   * @param value the name of the bound value, such as `$3`; cast it, as in `${value}::date`
   */
  where: (row: string, value: string) => string;
}

/** A member that one model's list adds to `meta`. */
export interface ListMeta {
  name: string;
  answer: z.ZodType;
  /** The parameter that requests it; without one it is always in the answer. */
  requestedBy?: string;
  /** That it is about more than the rows of the list, so that somebody who sees their own records only gets none of it. */
  beyond?: true;
  /**
   * One SELECT that yields one row with one value, which JSON can hold.
   * @param rows the name of the rows that the list is about, on all its pages; they have the columns of the table
   */
  select: (rows: string) => string;
}

/** Parameters and answers of one model's list beside those of all lists. */
export interface ListAdditions {
  parameters?: readonly ListParameter[];
  meta?: readonly ListMeta[];
}

/** The name of the parameter that narrows a list to what is somebody's; no query has such a name. */
export const OWNER = '(owner)';

/** A parameter that was given, and its value as SQL takes it. */
export interface GivenParameter {
  parameter: ListParameter;
  value: unknown;
}

/** Whether the lists of its model have the sum of a field. */
export const hasTotal = (field: Field): boolean => 'total' in field && field.total === true;

/** The fields of a model whose sums its lists have. */
const totalled = (resource: Resource) => columnFields(resource).filter(([, field]) => hasTotal(field));

/** A sum of a field: a number, or of amounts one by currency. */
function sumOf(field: Field): z.ZodType {
  const one = kindOf(field).answer(field);
  return one['type'] === 'integer' ? z.int() : z.record(z.string(), z.string().meta(one));
}

/** Parameters and answers of a model's list beside those of all lists: of its behaviour, and the sums that it declares. */
export function withTotals(resource: Resource, additions: ListAdditions = {}): ListAdditions {
  const fields = totalled(resource);
  if (fields.length === 0) return additions;
  const sums = fields.map(([name, field]) => {
    const select = (rows: string) => sqlOf(field).total?.(field, rows, quoted(name)) ?? `SELECT NULL::json`;
    return { name, select, answer: sumOf(field) };
  });
  const totals: ListMeta = {
    name: 'totals',
    answer: z
      .object(Object.fromEntries(sums.map(({ name, answer }) => [name, answer])))
      .describe('The sums of all that match, of amounts by currency.'),
    select: (rows) =>
      `SELECT json_build_object(${sums.map(({ name, select }) => `${literal(name)}, (${select(rows)})`).join(', ')})`,
  };
  return { ...additions, meta: [totals, ...(additions.meta ?? [])] };
}

const COMMON = new Set(['q', 'sort', 'page', 'per_page']);
const COMMON_META = new Set(['total', 'total_is', 'page', 'per_page']);

/** @throws {Error} for what cannot work: a name that means something else, or is there twice */
export function checkAdditions(registry: Registry, resource: Resource, additions: ListAdditions): void {
  const filters = filtersOf(registry, resource);
  const wrong = (what: string) => new Error(`The list of ${resource.name} has ${what}.`);
  const parameters = (additions.parameters ?? []).map(({ name }) => name);
  for (const name of parameters)
    if (COMMON.has(name) || (name.startsWith('by_') && filters.has(name.slice('by_'.length))))
      throw wrong(`a parameter ${name}, which means something else`);
  for (const { key, own } of listFilters(resource))
    if (own && !parameters.includes(`by_${key}`))
      throw wrong(`no parameter by_${key}, which its declaration promises`);
  for (const { name, requestedBy } of additions.meta ?? [])
    if (requestedBy !== undefined && !parameters.includes(requestedBy))
      throw wrong(`a member ${name} of meta that ${requestedBy} asks for, which is no parameter`);
  // A member that takes no rows is about others than those of the list.
  for (const { name, select, beyond } of additions.meta ?? [])
    if (ownersSee(resource) && select.length === 0 && !beyond)
      throw wrong(`a member ${name} of meta that is about more than its rows, and does not say so (beyond)`);
  const members = (additions.meta ?? []).map(({ name }) => name);
  for (const name of members)
    if (COMMON_META.has(name) || !/^[a-z]\w*$/i.test(name))
      throw wrong(`a member ${name} of meta, which cannot be called so`);
  for (const names of [parameters, members]) {
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw wrong(`${twice} twice`);
  }
}

/**
 * Reads the value of a parameter; null where it is empty or All and filters nothing.
 * @returns an error as the end of a sentence that begins with the name of the parameter
 */
export function readParameter(
  parameter: ListParameter,
  text: string,
): GivenParameter | { error: string } | null {
  const word = text.trim();
  if (word === '' || word === 'All') return null;
  const { field, several } = parameter;
  const values: unknown[] = [];
  for (const one of several ? word.split(',') : [word]) {
    const read = kindOf(field).parseCell(field, one.trim());
    if ('error' in read) return { error: `cannot be read. ${read.error}` };
    values.push(read.value);
  }
  return { parameter, value: several ? values : values[0] };
}

/** The members of `meta` that a request wants. */
export const requestedMeta = (
  meta: readonly ListMeta[],
  given: readonly GivenParameter[],
): readonly ListMeta[] =>
  meta.filter(
    ({ requestedBy, beyond }) =>
      !(beyond && given.some(({ parameter }) => parameter.name === OWNER)) &&
      (requestedBy === undefined || given.some(({ parameter }) => parameter.name === requestedBy)),
  );

/** The members of `meta` as SQL: a text that begins with a comma, or is empty. `rows` holds what the list is about. */
export function metaSql(meta: readonly ListMeta[], rows: string): string {
  const members = meta.map(
    ({ name, select }) =>
      `',"${name}":' || coalesce((SELECT to_json(x.v)::text FROM (${select(rows)}) x(v)), 'null')`,
  );
  return members.length > 0 ? members.join(' || ') : `''`;
}
