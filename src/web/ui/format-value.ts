import { booleanWord } from '#kernel/fields/boolean.ts';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';

/** Shows a value as tables and records do: days as 29-Mar-2026, booleans in their words, nothing as ''. */
export function formatValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'boolean') return booleanWord(field, value === true);
  return kindOf(field).display(value);
}

/** The width in pixels that a column of this kind needs to be read without dragging. */
export function columnWidth(field: Field): number {
  if (field.kind === 'boolean' || field.kind === 'number') return 110;
  if (field.kind === 'date' || field.kind === 'instant') return 130;
  if (field.kind === 'text' && field.format === 'email') return 240;
  if (field.kind === 'text' && field.format === 'digits') return 110;
  return field.kind === 'text' && field.max <= 20 ? 130 : 170;
}
