import pg from 'pg';
import { asMention, asReference, type Field } from '#kernel/fields/kinds.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { sqlOf } from './kinds/sql-of.ts';

/** A name of the database in quotes, in which `riOrReno` and `date` stay what they are. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);

/** A text as it is written in SQL. Only names of declarations are written so; values always are parameters. */
export const literal = (text: string): string => pg.escapeLiteral(text);

/** The column of a table that `q` searches: all its texts in lower case, one per line. */
export const SEARCH_COLUMN = 'search';

type Place = Pick<Property, 'path' | 'column' | 'unknown' | 'otherwise'>;

/**
 * Collects the LEFT JOINs that the properties of one statement need: each reference, and each name of a record, is
 * followed once, however many properties it brings.
 */
export class Joins {
  readonly #registry: Registry;
  readonly #base: Resource;
  readonly #alias: string;
  readonly #prefix: string;
  readonly #found = new Map<string, { alias: string; target: Resource }>();
  readonly #lines: string[] = [];

  /**
   * @param alias the name under which the statement knows the base table
   * @param prefix starts the names of the joined tables; two sets of joins in one statement need two
   */
  constructor(registry: Registry, base: Resource, alias = 't', prefix = 'j') {
    this.#registry = registry;
    this.#base = base;
    this.#alias = alias;
    this.#prefix = prefix;
  }

  /** The expression of a property's value; joins what it takes to reach it. */
  column({ path, column, unknown, otherwise }: Place): string {
    const value = `${this.table(path)}.${quoted(column)}`;
    const beside = (own: string) => `${this.table(path.slice(0, -1))}.${quoted(own)}`;
    if (otherwise !== undefined) return `coalesce(${value}, ${beside(otherwise)})`;
    if (!unknown) return value;
    const name = beside(path.at(-1) ?? '');
    return `(${name} IS NOT NULL AND ${value} IS NULL)`;
  }

  /** The expression of a property's value as answers carry it. */
  answer(property: Place & Pick<Property, 'field'>): string {
    return sqlOf(property.field).answer(this.column(property));
  }

  /** The name of the table at the end of a path of references. */
  table(path: readonly string[]): string {
    return this.#follow(path).alias;
  }

  /** The joins so far, as they stand behind FROM; empty where the base table has it all. */
  get sql(): string {
    return this.#lines.join('');
  }

  #follow(path: readonly string[]): { alias: string; target: Resource } {
    const last = path.at(-1);
    if (last === undefined) return { alias: this.#alias, target: this.#base };
    const key = path.join('.');
    const known = this.#found.get(key);
    if (known) return known;
    const from = this.#follow(path.slice(0, -1));
    const own = from.target.fields[last];
    const reference = asReference(own);
    const mention = asMention(own);
    const model = reference?.target ?? mention?.target;
    if (!own || model === undefined) throw new Error(`${from.target.name}.${last} is no reference.`);
    const step = { alias: `${this.#prefix}${this.#found.size + 1}`, target: this.#registry.get(model) };
    this.#found.set(key, step);
    const column = `${from.alias}.${quoted(last)}`;
    const led = mention
      ? sameName(own, column, step.target.fields[mention.by], `${step.alias}.${quoted(mention.by)}`)
      : `${step.alias}.id = ${column}`;
    this.#lines.push(` LEFT JOIN ${quoted(step.target.name)} ${step.alias} ON ${led}`);
    return step;
  }
}

/** Whether a name is that of a record, as the unique index of the record's names compares them. */
export function sameName(own: Field, name: string, by: Field | undefined, called: string): string {
  if (!by) throw new Error('A record is named by a field that it does not have.');
  return `${sqlOf(by).unique(called)} = ${sqlOf(own).unique(name)}`;
}

/** The expression by which a list is ordered: text without regard to case. `column` is the expression of the value. */
export const sortExpression = (property: Property, column: string): string =>
  sqlOf(property.field).sort(column);

/** The declared order of a list; by id where none is declared. */
export function defaultSort(registry: Registry, resource: Resource): { property: Property; down: boolean } {
  const sort = resource.sort ?? 'id';
  const property = registry.properties(resource).get(sort.replace(/^-/, ''));
  if (!property) throw new Error(`Resource ${resource.name}, sort: no row has ${sort}.`);
  return { property, down: sort.startsWith('-') };
}
