import * as z from 'zod/mini';
import { equalTo, onlyRead, type FieldOf, type Kind } from './field.ts';

export interface JsonField<V = unknown> extends FieldOf<'json', V, 'never'> {
  /** The type of each member, as JSON Schema names it. */
  members: Record<string, 'string' | 'number' | 'boolean'>;
}

/** An object that a view of the database makes; it can be read only. */
export function json<V>(label: string, members: JsonField['members']): JsonField<V> {
  return { kind: 'json', label, writing: 'never', nullable: false, members };
}

export const jsonKind: Kind<JsonField> = {
  ...onlyRead,
  schema: () => z.never(),
  answer: (field) => ({
    type: 'object',
    properties: Object.fromEntries(Object.entries(field.members).map(([name, type]) => [name, { type }])),
  }),
  same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  parseCell: (field) => ({ error: `${field.label} can be read only.` }),
  formatCell: (value) => JSON.stringify(value),
  sheet: 'text',
  display: (value) => JSON.stringify(value),
  filters: ['contains'],
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  tells: false,
  hidden: false,
  fault: () => null,
};
