import { kindOf, type Field } from '#kernel/fields/kinds.ts';

/** Shows a value as tables and records do: days as 29-Mar-2026, booleans in their words, nothing as ''. */
export function formatValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  return kindOf(field).display(value, field);
}

/** The width in pixels of a column of choices, by the longest of them. */
const choiceWidth = (choices: readonly string[]) =>
  Math.min(170, Math.max(110, ...choices.map((choice) => choice.length * 8 + 36)));

/** Whether a column of this kind follows the room there is: values of fixed length need no more, and no less. */
export function columnRoom(field: Field): { grows: boolean; shrinks: boolean } {
  const worded = field.kind === 'ref' || (field.kind === 'text' && field.format !== 'digits');
  return { grows: worded && !(field.kind === 'text' && field.max <= 20), shrinks: worded };
}

/** Whether a value of this kind says what it is without its label: a name, an address. */
export const speaksForItself = (field: Field): boolean =>
  field.kind === 'ref' || (field.kind === 'text' && field.format === 'email');

/** The width in pixels that a column of this kind needs to be read without dragging. */
export function columnWidth(field: Field): number {
  if (field.kind === 'boolean' || field.kind === 'number') return 110;
  if (field.kind === 'date') return 130;
  // No input with buttons ever stands in it.
  if (field.kind === 'instant') return 116;
  if (field.kind === 'choice') return choiceWidth(field.choices);
  if (field.kind === 'text' && field.format === 'email') return 240;
  if (field.kind === 'text' && field.format === 'digits') return 110;
  return field.kind === 'text' && field.max <= 20 ? 130 : 170;
}
