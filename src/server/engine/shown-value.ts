import { asReference, kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { RowObject } from './records.ts';

/** The text that people see of a field of a record; of a reference what it shows. Null where there is none. */
export function shownIn(row: RowObject, name: string, field: Field): string | null {
  const reference = asReference(field);
  const value = row[reference ? reference.as : name];
  if (value === null || value === undefined) return null;
  return reference ? String(value) : kindOf(field).display(value, field);
}
