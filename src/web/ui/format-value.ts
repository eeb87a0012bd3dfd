import { kindOf, type Field } from '#kernel/fields/kinds.ts';

/** Shows a value as tables and records do: days as 29-Mar-2026, booleans in their words, nothing as ''. */
export function formatValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  return kindOf(field).display(value, field);
}
