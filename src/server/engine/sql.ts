import pg from 'pg';
import { asReference } from '#kernel/fields/kinds.ts';
import type { Property, Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { sqlOf } from './kinds/sql-of.ts';

/** A name of the database in quotes, so that `riOrReno` and `date` stay what they are. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);

/** A text as it stands in SQL. Only names of declarations are written so; values always are parameters. */
export const literal = (text: string): string => pg.escapeLiteral(text);

/** The column of a table that `q` searches: all its texts in lower case, one per line. */
export const SEARCH_COLUMN = 'search';

/**
 * Collects the LEFT JOINs that the properties of one statement need: each reference is followed once,
 * however many properties it brings.
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
  column(property: Pick<Property, 'path' | 'column'>): string {
    return `${this.table(property.path)}.${quoted(property.column)}`;
  }

  /** The expression of a property's value as answers carry it. */
  answer(property: Pick<Property, 'path' | 'column' | 'field'>): string {
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
    const field = asReference(from.target.fields[last]);
    if (!field) throw new Error(`${from.target.name}.${last} is no reference.`);
    const target = this.#registry.get(field.target);
    const step = { alias: `${this.#prefix}${this.#found.size + 1}`, target };
    this.#found.set(key, step);
    this.#lines.push(
      ` LEFT JOIN ${quoted(target.name)} ${step.alias} ON ${step.alias}.id = ${from.alias}.${quoted(last)}`,
    );
    return step;
  }
}

/** What a list is ordered by: text without regard to case. `column` is the expression of the value. */
export const sortExpression = (property: Property, column: string): string =>
  sqlOf(property.field).sort(column);

/** The declared order of a list; by id where none is declared. */
export function defaultSort(registry: Registry, resource: Resource): { property: Property; down: boolean } {
  const sort = resource.sort ?? 'id';
  const property = registry.properties(resource).get(sort.replace(/^-/, ''));
  if (!property) throw new Error(`Resource ${resource.name}, sort: no row has ${sort}.`);
  return { property, down: sort.startsWith('-') };
}
