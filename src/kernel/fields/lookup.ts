import * as z from 'zod/mini';
import { equalTo, isIdentical, onlyRead, type FieldOf, type Kind } from './field.ts';

export interface LookupField<V = string | number | boolean | null> extends FieldOf<'lookup', V, 'never'> {
  /** The reference of this resource that leads to the record; null for the record itself. */
  via: string | null;
  /** The field of that record. */
  field: string;
}

/** A value that is read through a reference, such as the GL account of a cost center's company. */
export function lookup<V = string>(label: string, via: string, field: string): LookupField<V | null> {
  return { kind: 'lookup', label, writing: 'never', nullable: true, via, field };
}

/** A moment that the system stamps, under a name that others know it by. */
export function stamped(label: string, stamp: 'created_at' | 'updated_at'): LookupField<string> {
  return { kind: 'lookup', label, writing: 'never', nullable: false, via: null, field: stamp };
}

/** The value of another field of the record, under a name that others use. */
export function alsoNamed(label: string, field: string): LookupField<string | null> {
  return { kind: 'lookup', label, writing: 'never', nullable: true, via: null, field };
}

/** A lookup has no column; the registry resolves it to the kind of the field it reads. */
export const lookupKind: Kind<LookupField> = {
  ...onlyRead,
  schema: () => z.never(),
  answer: () => ({}),
  same: isIdentical,
  parseCell: (field) => ({ error: `${field.label} follows from another record.` }),
  formatCell: String,
  sheet: 'text',
  display: String,
  filters: ['contains'],
  free: () => false,
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  distinguishes: false,
  hidden: false,
  fault: () => null,
};
