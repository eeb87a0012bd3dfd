import { isWritten } from '#kernel/fields/field.ts';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import { NONE_ID } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Api, Row } from './api.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10);

const POLICY = '/providers/Microsoft.Authorization/policyDefinitions/';

/** A value that the field takes; another one for each `n`. Null for a reference, whose record must exist. */
export function sampleValue(field: Field, n: number): unknown {
  switch (field.kind) {
    case 'text':
      if (field.format === 'email') return `person.${n}@example.com`;
      if (field.format === 'digits') return String(100_000 + n);
      if (field.format === 'currency') return n % 2 === 0 ? 'USD' : 'EUR';
      if (field.format === 'url') return `https://receiver-${n}.invalid/hooks`;
      if (field.format === 'month') return `${2000 + (n % 100)}-0${1 + (n % 9)}`;
      if (field.format === 'percents') return `${1 + (n % 500)}, ${501 + (n % 500)}`;
      return `${n} ${field.label}`.slice(0, field.max);
    case 'mention':
      return `${n} ${field.label}, which nobody knows`;
    case 'number':
      return Math.min(Math.max(n, field.min), field.max);
    case 'boolean':
      return n % 2 === 0;
    case 'date':
      return day(n);
    case 'money':
      return `${n}.${'25'.padEnd(field.scale, '0').slice(0, field.scale)}`.replace(/\.$/, '');
    case 'long-text':
      if (field.format === 'policies') return `${POLICY}${n} {"limit": {"value": ${n}}}`;
      return `${n} ${field.label}\nand a second line`;
    case 'rich-text':
      return `<p>${n} <strong>${field.label}</strong></p>`;
    case 'json-text':
      return `{ "${field.label}": ${n} }`;
    case 'text-list':
      return field.of ? [field.of[n % field.of.length]] : [`${n} ${field.label}`, 'another one'];
    case 'secret':
      return `secret ${n}`;
    case 'choice':
      return field.choices[n % field.choices.length];
    case 'ref':
    case 'instant':
    case 'lookup':
      return null;
    case 'json':
      return field.writing === 'never' ? null : { name: `${n} ${field.label}` };
  }
}

/** A value that the field refuses whatever else is in the request. */
export function invalidValue(field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return field.format === undefined ? { not: 'text' } : 'neither digits nor an address nor a code';
    case 'number':
      return 1.5;
    case 'boolean':
      return 'perhaps';
    case 'date':
      return '2026-02-30';
    case 'choice':
      return 'none of the choices';
    case 'money':
      return '12,50';
    case 'long-text':
    case 'rich-text':
    case 'mention':
    case 'secret':
      return { not: 'text' };
    case 'json-text':
      return '{ not JSON }';
    case 'text-list':
      return [''];
    default:
      return 'not an id';
  }
}

/** What an answer tells of values that were sent: secrets are in none. */
export function answered(resource: Resource, values: Values): Values {
  const isTold = (name: string) => {
    const field = resource.fields[name];
    return !field || !kindOf(field).hidden;
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => isTold(name)));
}

/** What the system itself writes into a record, where it must have it. */
function systemValues({ fields }: Resource): Values {
  const own = Object.entries(fields).filter(([, field]) => field.writing === 'never' && !field.nullable);
  return Object.fromEntries(
    own.flatMap(([name, field]): [string, unknown][] =>
      field.kind === 'instant'
        ? [[name, new Date().toISOString()]]
        : field.kind === 'json' && field.list
          ? [[name, []]]
          : [],
    ),
  );
}

/** The fields that a request may write, by name. */
export function writableFields(resource: Resource, mode: 'create' | 'update'): [string, Field][] {
  return Object.entries(resource.fields).filter(([, field]) => isWritten(field, mode));
}

/** Makes records of any model from its declaration, through the API, with the records they refer to. */
export class Factory {
  readonly #api: Api;
  readonly #registry: Registry;
  readonly #db: Database | undefined;
  readonly #shared = new Map<string, Promise<Row>>();
  #count = 0;

  /** @param db where models get their records that no request creates, since they come from elsewhere */
  constructor(api: Api, registry: Registry, db?: Database) {
    this.#api = api;
    this.#registry = registry;
    this.#db = db;
  }

  /** The next number; values made of it occur nowhere else. */
  next(): number {
    return ++this.#count;
  }

  /** Makes shared records anew from now on, since those that were made may be gone. */
  forget(): void {
    this.#shared.clear();
  }

  /** A whole body for a creation, every writable field set; what `overrides` names is taken from there. */
  async input(resource: Resource, overrides: Values = {}): Promise<Values> {
    const n = this.next();
    const values: Values = {};
    const empty = emptyBeside(resource, overrides);
    for (const [name, field] of writableFields(resource, 'create')) {
      if (Object.hasOwn(overrides, name)) values[name] = overrides[name];
      else values[name] = empty.has(name) ? null : await this.#sample(resource, field, n);
    }
    return { ...values, ...overrides };
  }

  /** A change with what it must name besides, since exactly one of some fields has a value. */
  async fitting(resource: Resource, change: Values): Promise<Values> {
    const empty = emptyBeside(resource, change);
    const fitted: Values = {};
    for (const { fields } of exclusive(resource).filter(({ fields: of }) =>
      of.some((name) => name in change),
    ))
      for (const name of fields) {
        const field = resource.fields[name];
        fitted[name] = empty.has(name) || !field ? null : await this.#sample(resource, field, this.next());
      }
    return { ...fitted, ...change };
  }

  async #sample(resource: Resource, field: Field, n: number): Promise<unknown> {
    if (field.kind !== 'ref') return sampleValue(field, n);
    if (field.target === resource.name) return null;
    return (await this.shared(this.#registry.get(field.target))).id;
  }

  /** Creates a record and answers it. */
  async create(resource: Resource, overrides: Values = {}): Promise<Row> {
    if (!resource.actions.includes('create')) return this.#store(resource, overrides);
    const { status, body, text } = await this.#api.post(
      resourcePath(resource.name),
      await this.input(resource, overrides),
    );
    if (status !== 201) throw new Error(`No ${resource.label[0]} was created: ${status} ${text}`);
    return body.data;
  }

  async #store(resource: Resource, overrides: Values): Promise<Row> {
    const values = { ...systemValues(resource), ...(await this.input(resource, overrides)) };
    const columns = Object.keys(values).join(', ');
    const { rows = [] } =
      (await this.#db?.query<{ id: number }>({
        text: `INSERT INTO ${resource.name} (${columns}) SELECT ${columns}
          FROM jsonb_populate_record(NULL::${resource.name}, $1::jsonb) RETURNING id`,
        values: [JSON.stringify(values)],
      })) ?? {};
    const { status, body } = await this.#api.get(`${resourcePath(resource.name)}/${rows[0]?.id}`);
    if (status !== 200) throw new Error(`No ${resource.label[0]} was stored.`);
    return body.data;
  }

  /** A record that others refer to; the same one each time. */
  shared(resource: Resource): Promise<Row> {
    // What nobody can create is there already where no database is at hand.
    const isFed = !this.#db && !resource.actions.includes('create');
    const found = this.#shared.get(resource.name) ?? (isFed ? this.#first(resource) : this.create(resource));
    this.#shared.set(resource.name, found);
    return found;
  }

  async #first(resource: Resource): Promise<Row> {
    const { body } = await this.#api.get<Row[]>(`${resourcePath(resource.name)}?page=1&per_page=1`);
    const [row] = body.data;
    if (!row) throw new Error(`There is no ${resource.label[0]}.`);
    return row;
  }

  /** A field that an update may change, and a value that it has not: references and unique ones last. */
  change(resource: Resource): { name: string; value: unknown } {
    const fields = writableFields(resource, 'update').filter(([, { kind }]) => kind === 'text');
    const plain = fields.find(([name, field]) => !isUnique(resource, name, field)) ?? fields[0];
    if (!plain) throw new Error(`${resource.name} has no text that can be changed.`);
    return { name: plain[0], value: sampleValue(plain[1], this.next()) };
  }
}

const exclusive = ({ demands = [] }: Resource) => demands.filter(({ about }) => about === 'one of');

/** The fields that stay empty beside those that are told, since exactly one of them has a value. */
function emptyBeside(resource: Resource, told: Values): Set<string> {
  const isTold = (name: string) => ![undefined, null, NONE_ID, String(NONE_ID)].includes(told[name] as null);
  return new Set(
    exclusive(resource).flatMap(({ fields }) => {
      const kept = fields.find(isTold) ?? fields.find((name) => !Object.hasOwn(told, name));
      return fields.filter((name) => name !== kept);
    }),
  );
}

/** Whether the declaration promises that no two records have the same value of this field. */
function isUnique(resource: Resource, name: string, field: Field): boolean {
  return field.unique !== undefined || (resource.unique ?? []).some(({ fields }) => fields.includes(name));
}
