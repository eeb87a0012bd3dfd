import * as z from 'zod/mini';
import type { FieldOf, Kind } from './field.ts';

export interface JsonField<V = unknown> extends FieldOf<'json', V, 'never'> {
  /** The type of each member, as JSON Schema names it. */
  members: Record<string, 'string' | 'number' | 'boolean'>;
}

/** An object that a view of the database makes; it can be read only. */
export function json<V>(label: string, members: JsonField['members']): JsonField<V> {
  return { kind: 'json', label, writing: 'never', nullable: false, members };
}

export const jsonKind: Kind<JsonField> = {
  sqlType: () => 'jsonb',
  schema: () => z.never(),
  answer: (field) => ({
    type: 'object',
    properties: Object.fromEntries(Object.entries(field.members).map(([name, type]) => [name, { type }])),
  }),
  parseCell: (field) => ({ error: `${field.label} can be read only.` }),
  formatCell: (value) => JSON.stringify(value),
  display: (value) => JSON.stringify(value),
  filter: 'contains',
  align: 'left',
};
