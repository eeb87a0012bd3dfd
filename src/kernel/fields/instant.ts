import * as z from 'zod/mini';
import { dayOfInstant, formatDay } from '../dates.ts';
import type { FieldOf, Kind } from './field.ts';

export type InstantField = FieldOf<'instant', string, 'never'>;

/** A moment that the system stamps; ISO 8601 in UTC. */
export function instant(label: string): InstantField {
  return { kind: 'instant', label, writing: 'never', nullable: false };
}

export const instantKind: Kind<InstantField> = {
  sqlType: () => 'timestamptz',
  schema: () => z.never(),
  answer: () => ({ type: 'string', format: 'date-time' }),
  parseCell: (field) => ({ error: `${field.label} is set by the system.` }),
  formatCell: String,
  display: (value) => formatDay(dayOfInstant(new Date(String(value)), 'local')),
  filter: 'last-days',
  align: 'left',
};
