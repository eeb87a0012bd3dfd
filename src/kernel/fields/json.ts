import * as z from 'zod/mini';
import { equalTo, nullOrRequired, onlyRead, type FieldOf, type Kind } from './field.ts';

/** The type of a member, as JSON Schema names it. */
type MemberType = 'string' | 'number' | 'integer' | 'boolean' | 'object';

export interface JsonField<
  V = unknown,
  W extends 'never' | 'create-required' = 'never' | 'create-required',
> extends FieldOf<'json', V, W> {
  /** The type of each member; with `null` beside it where the member may be empty. The first is what people read. */
  members: Record<string, MemberType | readonly [MemberType, 'null']>;
  /** It is a list of such objects, in their order; none is an empty list. */
  list: boolean;
}

type Members = JsonField['members'];

/** An object that a view of the database makes; it can be read only. */
export const json = <V>(label: string, members: Members): JsonField<V, 'never'> => ({
  kind: 'json',
  label,
  writing: 'never',
  nullable: false,
  members,
  list: false,
});

/** A list of objects, in their order, that the portal itself keeps; it can be read only. */
export const jsonList = <V>(label: string, members: Members): JsonField<V[], 'never'> => ({
  ...json<V[]>(label, members),
  list: true,
});

/** An object that the portal keeps with a new record, whose members only the record sets. */
export const jsonKept = (label: string): JsonField<Record<string, unknown>, 'create-required'> => ({
  ...json(label, {}),
  writing: 'create-required',
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const jsonKind: Kind<JsonField> = {
  ...onlyRead,
  schema: ({ label, writing }) =>
    writing === 'never'
      ? z.never()
      : z.record(z.string(), z.unknown(), { error: `${label} must be an object of JSON.` }),
  answer: ({ members, list }) => {
    const properties = Object.fromEntries(Object.entries(members).map(([name, type]) => [name, { type }]));
    const object = { type: 'object', properties, additionalProperties: true };
    return list ? { type: 'array', items: object } : object;
  },
  whenEmpty: nullOrRequired,
  preset: ({ list }) => (list ? [] : undefined),
  same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  parseCell: (field) => ({ error: `${field.label} can be read only.` }),
  formatCell: (value) => JSON.stringify(value),
  sheet: 'text',
  display: (value, { members, list }) => {
    const [first = ''] = Object.keys(members);
    if (list && Array.isArray(value))
      return value.map((one: unknown) => (isObject(one) ? shown(one[first]) : shown(one))).join(' ; ');
    if (!isObject(value)) return shown(value);
    return Object.entries(value)
      .map(([name, member]) => `${name}: ${shown(member)}`)
      .join(' ; ');
  },
  filters: ['contains'],
  free: () => true,
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  distinguishes: false,
  isWhole: true,
  hidden: false,
  fault: () => null,
};

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
