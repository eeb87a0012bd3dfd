import { createHash } from 'node:crypto';
import { asReference, kindOf, mentionsOf, referencesOf, type Field } from '#kernel/fields/kinds.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { sqlOf } from '../kinds/sql-of.ts';
import { defaultSort, literal, quoted, SEARCH_COLUMN, sortExpression } from '../sql.ts';

/** A column as a declaration demands it. */
export interface ColumnShape {
  name: string;
  /** As PostgreSQL's `format_type` writes it. */
  type: string;
  nullable: boolean;
  /** The text behind the type in CREATE TABLE, besides NOT NULL. */
  extra: string;
}

export interface IndexShape {
  name: string;
  unique: boolean;
  /** The text behind ON <table>. */
  definition: string;
  /** It may leave out records that were there before it was: those that look like others. */
  mayLeaveOut?: boolean;
}

export interface ReferenceShape {
  name: string;
  column: string;
  target: string;
}

/** The schema of a resource in the database; of a view only the columns. */
export interface TableShape {
  columns: ColumnShape[];
  indexes: IndexShape[];
  references: ReferenceShape[];
}

/** One promise of uniqueness: its index, the fields, and the sentence of the 409. */
export interface UniqueRule {
  index: string;
  /** Its second index, which refuses what looks the same; null where the first one does. */
  alike: string | null;
  fields: readonly string[];
  message: string;
}

const LONGEST_NAME = 63;

/** A name that PostgreSQL does not cut off: too long a one ends in a digest of all of it. */
function nameOf(...parts: string[]): string {
  const name = parts.join('_');
  if (name.length <= LONGEST_NAME) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - 9)}_${digest}`;
}

const alikeOf = (resource: Resource, name: string) => {
  const field = resource.fields[name];
  return (field && sqlOf(field).alike) ?? null;
};

/** Every promise of uniqueness that a resource makes, single fields first. */
export function uniqueRules(resource: Resource): UniqueRule[] {
  const rule = (fields: readonly string[], message: string) => ({
    index: nameOf(resource.name, ...fields, 'key'),
    alike: fields.some((name) => alikeOf(resource, name) !== null)
      ? nameOf(resource.name, ...fields, 'alike')
      : null,
    fields,
    message,
  });
  const single = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.unique === undefined ? [] : [rule([name], field.unique)],
  );
  return [...single, ...(resource.unique ?? []).map(({ fields, message }) => rule(fields, message))];
}

/** The name of the foreign key of a reference. */
export const foreignKey = (resource: Resource, field: string): string => nameOf(resource.name, field, 'fkey');

/** The type of a field's column as the catalogue names it; null for a field without a column. */
const columnType = (field: Field): string | null => sqlOf(field).type(field);

/** The fields that have a column of their own, in the order of the declaration. */
export function columnFields(resource: Resource): [name: string, field: Field][] {
  return Object.entries(resource.fields).filter(([, field]) => columnType(field) !== null);
}

/** The fields with a column that answers and the history carry; the others are kept secret. */
export const shownFields = (resource: Resource): [name: string, field: Field][] =>
  columnFields(resource).filter(([, field]) => !kindOf(field).hidden);

/** The columns that `q` searches. */
export const searchedColumns = (resource: Resource): string[] =>
  resource.search ? textColumns(resource) : [];

const textColumns = (resource: Resource): string[] =>
  columnFields(resource).flatMap(([name, field]) => (sqlOf(field).searched ? [name] : []));

/** The text column by which people recognise a record; null where it is no text of the table itself. */
export const titleColumn = (resource: Resource): string | null =>
  searchedColumns(resource).find((name) => name === resource.title) ?? null;

function ownColumns(resource: Resource): ColumnShape[] {
  return columnFields(resource).map(([name, field]) => ({
    name,
    type: columnType(field) ?? 'text',
    nullable: field.nullable,
    extra: '',
  }));
}

function systemColumns(resource: Resource): ColumnShape[] {
  const stamp = { type: 'timestamp with time zone', nullable: false, extra: 'DEFAULT now()' };
  const columns: ColumnShape[] = [
    { name: 'created_at', ...stamp },
    { name: 'updated_at', ...stamp },
    { name: 'lock_version', type: 'integer', nullable: false, extra: 'DEFAULT 1' },
  ];
  const texts = columnFields(resource)
    .filter(([name]) => searchedColumns(resource).includes(name))
    .map(([name, field]) => `coalesce(${sqlOf(field).text(quoted(name))}, '')`);
  if (texts.length > 0) {
    const extra = `GENERATED ALWAYS AS (lower(${texts.join(` || E'\\n' || `)})) STORED`;
    columns.push({ name: SEARCH_COLUMN, type: 'text', nullable: true, extra });
  }
  return columns;
}

/**
 * The orders in which a list is found through an index, whole or by one of its references: the declared one, and the
 * newest first where the list shows when records were created.
 */
function servedSorts(registry: Registry, resource: Resource): Property[] {
  const stamp = registry.properties(resource).get('created_at');
  const { property } = defaultSort(registry, resource);
  const shown = resource.columns.includes('created_at') && stamp ? [stamp] : [];
  return [...new Set([property, ...shown])].filter(({ path }) => path.length === 0);
}

const sortKeys = (property: Property): string => {
  const key = sortExpression(property, quoted(property.column));
  return property.column === 'id' ? key : `${key}, ${quoted('id')}`;
};

/** Whether an index has the records with one value of a property in this order. */
export function isServed(
  registry: Registry,
  resource: Resource,
  filtered: Property,
  { property, down }: { property: Property; down: boolean },
): boolean {
  const reference = filtered.path.length === 0 ? asReference(resource.fields[filtered.column]) : null;
  if (!reference || reference.target === resource.name || resource.source === 'view') return false;
  // Empty values come last in every list, and at the other end of an index that is read backwards.
  return servedSorts(registry, resource).includes(property) && !(down && property.nullable);
}

/** The indexes of a promise: by the values as they are found, and by what they look like. */
function uniqueIndexes(resource: Resource, { index, alike, fields }: UniqueRule): IndexShape[] {
  // In a set of fields an empty one is a value like any other; two records without it are alike.
  const nulls = fields.length > 1 ? ' NULLS NOT DISTINCT' : '';
  const shape = (name: string, keys: readonly string[]) => ({
    name,
    unique: true,
    definition: `USING btree (${keys.join(', ')})${nulls}`,
  });
  const compared = (name: string) => {
    const field = resource.fields[name];
    return field ? sqlOf(field).unique(quoted(name)) : quoted(name);
  };
  const first = shape(index, fields.map(compared));
  if (alike === null) return [first];
  const looks = fields.map((name) => alikeOf(resource, name)?.(quoted(name)) ?? compared(name));
  return [first, { ...shape(alike, looks), mayLeaveOut: true }];
}

function indexesOf(registry: Registry, resource: Resource): IndexShape[] {
  const indexes: IndexShape[] = uniqueRules(resource).flatMap((rule) => uniqueIndexes(resource, rule));
  const sorts = servedSorts(registry, resource);
  for (const [name, { target }] of referencesOf(resource)) {
    if (target === resource.name) {
      // Few records refer to the same one of their own kind; these are sorted when they are found.
      const definition = `USING btree (${quoted(name)})`;
      indexes.push({ name: nameOf(resource.name, name), unique: false, definition });
    } else
      for (const sort of sorts) {
        const definition = `USING btree (${quoted(name)}, ${sortKeys(sort)})`;
        indexes.push({ name: nameOf(resource.name, name, 'by', sort.name), unique: false, definition });
      }
  }
  // Who names a record is found by its name, as names are compared.
  for (const [name, field] of mentionsOf(resource)) {
    const definition = `USING btree (${sqlOf(field).unique(quoted(name))})`;
    indexes.push({ name: nameOf(resource.name, name), unique: false, definition });
  }
  for (const sort of sorts) {
    if (sort.column === 'id') continue;
    const kind = sort === defaultSort(registry, resource).property ? 'sort' : `by_${sort.name}`;
    const definition = `USING btree (${sortKeys(sort)})`;
    indexes.push({ name: nameOf(resource.name, kind), unique: false, definition });
  }
  const title = titleColumn(resource);
  if (title) {
    // Finds how titles start whatever the database's collation is.
    const definition = `USING btree (lower(${quoted(title)}) text_pattern_ops)`;
    indexes.push({ name: nameOf(resource.name, 'title'), unique: false, definition });
  }
  if (searchedColumns(resource).length > 0) {
    const definition = `USING gin (${quoted(SEARCH_COLUMN)} gin_trgm_ops)`;
    indexes.push({ name: nameOf(resource.name, 'search'), unique: false, definition });
    const pieces = `USING gin (search_pieces(${quoted(SEARCH_COLUMN)}))`;
    indexes.push({ name: nameOf(resource.name, 'pieces'), unique: false, definition: pieces });
  }
  return indexes;
}

/** The schema of a resource in the database: the one source of its CREATE TABLE and of its check. */
export function tableShape(registry: Registry, resource: Resource): TableShape {
  if (resource.source === 'view') {
    return { columns: ownColumns(resource), indexes: [], references: [] };
  }
  const id = {
    name: 'id',
    type: 'integer',
    nullable: false,
    extra: 'GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  };
  return {
    columns: [id, ...ownColumns(resource), ...systemColumns(resource)],
    indexes: indexesOf(registry, resource),
    references: referencesOf(resource).map(([column, { target }]) => ({
      name: foreignKey(resource, column),
      column,
      target,
    })),
  };
}

/**
 * The SQL that makes the table of a resource: paste it into a migration.
 * @throws {Error} for a view, whose SELECT no declaration knows.
 */
export function tableSql(registry: Registry, resource: Resource): string {
  if (resource.source === 'view')
    throw new Error(`${resource.name} is a view: write its CREATE VIEW by hand.`);
  const { columns, indexes, references } = tableShape(registry, resource);
  const table = quoted(resource.name);
  const lines = [
    ...columns.map(({ name, type, nullable, extra }) =>
      [quoted(name), type, nullable ? '' : 'NOT NULL', extra].filter(Boolean).join(' '),
    ),
    ...references.map(
      ({ name, column, target }) =>
        `CONSTRAINT ${quoted(name)} FOREIGN KEY (${quoted(column)}) REFERENCES ${quoted(target)} ("id")`,
    ),
  ];
  const title = `-- ${resource.label[1]}\n`;
  const create = `CREATE TABLE ${table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);\n`;
  const indexLines = indexes.map(
    ({ name, unique, definition }) =>
      `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${table} ${definition};\n`,
  );
  return `${title}${create}${indexLines.join('')}SELECT keep_record_count(${literal(resource.name)});\n`;
}
