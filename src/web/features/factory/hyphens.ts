import type { ChangeEvent } from 'react';

/** A text as its cloud takes it, while it is typed: white space is a hyphen, and none stands in front. */
export const hyphenated = (typed: string): string => typed.trimStart().replaceAll(/-?\s+/g, '-');

/** What was typed with hyphens in place of white space; the cursor stays where it is. */
export function typeHyphens(event: ChangeEvent<HTMLInputElement>): string {
  const input = event.currentTarget;
  const { value, selectionEnd } = input;
  const whole = hyphenated(value);
  if (whole === value) return value;
  const before = hyphenated(value.slice(0, selectionEnd ?? value.length));
  input.value = whole;
  input.setSelectionRange(before.length, before.length);
  return whole;
}
