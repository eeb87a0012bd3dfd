import pg from 'pg';
import { kindOf, type Field, type KindName } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { instantText } from '#server/platform/database/instant-text.ts';
import { startOfDay } from '../time-zone.ts';
import { cleanHtml, plainTextSql } from './rich-text.ts';
import type { FieldSql, Vault } from './field-sql.ts';

const itself = (column: string) => column;
const asText = (column: string) => `${column}::text`;
const folded = (column: string) => `lower(${column})`;
const trimmed = (column: string) => `lower(btrim(${column}))`;
const sameText = (column: string, parameter: string) => `${trimmed(column)} = lower(${parameter}::text)`;
const is = (type: string) => (column: string, parameter: string) => `${column} = ${parameter}::${type}`;
const stored = (value: unknown) => value;

/** The texts of a list without the signs that JSON puts around and into them. */
const listText = (column: string) => `replace(replace(${column}::text, '\\"', '"'), '\\\\', '\\')`;

const nothingRefused = () => null;
const tooLong = ({ max }: { max: number }, column: string) => `char_length(${column}) > ${max}`;

/** A pattern that every text of a format fits: texts that do not are refused, while others may fit it, too. */
const FORMATS = {
  email: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  digits: '^[0-9]+$',
  currency: '^[A-Za-z]{3}$',
  url: '^[Hh][Tt]{2}[Pp][Ss]?://[^\\s]+$',
  percents: '^[0-9]+(, [0-9]+)*$',
  month: '^[0-9]{4}-[0-9]{2}$',
} as const;

/** The range of a column of whole numbers. */
const INTEGER = { least: -2_147_483_648, most: 2_147_483_647 };

const words = {
  type: () => 'text',
  answer: itself,
  sort: folded,
  text: itself,
  searched: true,
  equals: sameText,
  unique: trimmed,
  alike: (column: string) => `look_alike(${column})`,
  ranges: false,
  total: null,
  span: null,
  clean: null,
  blank: (column: string) => `btrim(${column}) = ''`,
  refused: nothingRefused,
  store: stored,
} satisfies FieldSql;

const values = {
  answer: itself,
  sort: itself,
  text: asText,
  searched: false,
  unique: itself,
  alike: null,
  ranges: false,
  total: null,
  span: null,
  clean: null,
  blank: null,
  refused: nothingRefused,
  store: stored,
};

/** The SQL of every kind of field. The compiler names the kind that lacks its line here. */
const sqlOfKinds: { [K in KindName]: FieldSql<Extract<Field, { kind: K }>> } = {
  text: {
    ...words,
    refused: (field, column) =>
      field.format
        ? `(${tooLong(field, column)} OR btrim(${column}) !~ ${pg.escapeLiteral(FORMATS[field.format])})`
        : tooLong(field, column),
  },
  mention: { ...words, refused: tooLong },
  'long-text': { ...words, refused: tooLong },
  'json-text': words,
  'rich-text': {
    ...words,
    sort: (column) => folded(plainTextSql(column)),
    text: plainTextSql,
    clean: cleanHtml,
  },
  'text-list': {
    ...words,
    type: () => 'jsonb',
    sort: (column) => folded(listText(column)),
    text: listText,
    equals: (column, parameter) =>
      `EXISTS (SELECT FROM jsonb_array_elements_text(${column}) AS one(text) WHERE ${sameText('one.text', parameter)})`,
    unique: itself,
    alike: null,
    blank: (column) => `${column} = '[]'`,
  },
  secret: {
    ...words,
    searched: false,
    unique: itself,
    alike: null,
    store: (value, vault, place) => (typeof value === 'string' ? vault.seal(value, place) : null),
  },
  choice: {
    ...words,
    equals: is('text'),
    refused: ({ choices }, column) =>
      `${column} <> ALL (ARRAY[${choices.map((one) => pg.escapeLiteral(one)).join(', ')}]::text[])`,
  },
  number: {
    ...values,
    type: () => 'integer',
    ranges: true,
    total: (_field, rows, column) => `SELECT to_json(coalesce(sum(${column}), 0)) FROM ${rows}`,
    equals: is('integer'),
    refused: ({ min, max }, column) =>
      min > INTEGER.least || max < INTEGER.most ? `${column} NOT BETWEEN ${min} AND ${max}` : null,
  },
  money: {
    ...values,
    // Without a scale of its own a number keeps the one that it was written with.
    type: ({ scale, finest }) => (finest > scale ? 'numeric' : `numeric(${15 + scale},${scale})`),
    answer: asText,
    ranges: true,
    // Amounts of one currency are no amounts of another.
    total: ({ currency }, rows, column) =>
      `SELECT coalesce(json_object_agg(g.c, g.s ORDER BY g.c), '{}') FROM (
        SELECT coalesce(${pg.escapeIdentifier(currency)}, '') AS c, sum(${column})::text AS s FROM ${rows}
        WHERE ${column} IS NOT NULL GROUP BY 1) g`,
    equals: is('numeric'),
  },
  boolean: { ...values, type: () => 'boolean', equals: is('boolean') },
  date: { ...values, type: () => 'date', equals: is('date'), ranges: true, span: (days) => days },
  instant: {
    ...values,
    type: () => 'timestamp with time zone',
    answer: instantText,
    text: instantText,
    equals: is('timestamptz'),
    ranges: true,
    span: ([from, until], zone) => [startOfDay(from, zone), startOfDay(until, zone)],
  },
  ref: { ...values, type: () => 'integer', equals: is('integer') },
  lookup: { ...values, type: () => null, equals: is('text') },
  json: {
    ...values,
    type: () => 'jsonb',
    sort: (column) => folded(asText(column)),
    equals: (column, parameter) => sameText(asText(column), parameter),
  },
};

/** The stored forms of the checked values of a resource, by field; stamps and references are stored as they are. */
export function storing(resource: Resource, vault: Vault): (name: string, value: unknown) => unknown {
  return (name, value) => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    return field ? sqlOf(field).store(value, vault, `${resource.name}.${name}`) : value;
  };
}

/**
 * A body without what must never be stored, such as scripts in rich text: before it is checked, so that what is empty
 * then counts as empty. A text that is too long stays as it is, and is refused for that.
 */
export function cleaned(resource: Pick<Resource, 'fields'>, body: Values): Values {
  let result = body;
  for (const [name, field] of Object.entries(resource.fields)) {
    const { clean } = sqlOf(field);
    const value = clean && Object.hasOwn(body, name) ? body[name] : undefined;
    if (clean && typeof value === 'string' && value.length <= kindOf(field).longest(field))
      result = { ...result, [name]: clean(value) };
  }
  return result;
}

/** The projections of a field's kind that are SQL. */
export function sqlOf(field: Field): FieldSql {
  // The map pairs each kind's name with the projections of that very kind.
  return sqlOfKinds[field.kind] as FieldSql;
}
