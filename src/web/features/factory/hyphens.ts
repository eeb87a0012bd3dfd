import type { ChangeEvent } from 'react';
import { blanksAsHyphens } from '#kernel/cloud/cloud-request.ts';

/** The content of an input after something was typed. */
export interface Typed {
  text: string;
  cursor: number;
  /** The character before the cursor was typed as white space. */
  isBlank: boolean;
}

/** The text by now: no hyphen for white space is in front, and what may follow at the end is kept. */
const typedHyphens = (text: string): string => blanksAsHyphens(text.trimStart());

/**
 * The content of an input, with hyphens in place of white space. Blanks that are typed one after the other are one hyphen, as they
 * are where they come at once; a hyphen that was typed as such stays beside them.
 * @param last what it had before
 */
export function typeOn(last: Typed | undefined, text: string, cursor: number): Typed {
  if (last?.isBlank && isMoreBlank(last, text, cursor)) return last;
  const before = text.slice(0, cursor);
  return { text: typedHyphens(text), cursor: typedHyphens(before).length, isBlank: /\s$/.test(before) };
}

/** Whether nothing but further white space has come after the white space that was typed last. */
const isMoreBlank = ({ text: last, cursor: from }: Typed, text: string, cursor: number): boolean =>
  text.length === last.length + cursor - from &&
  text.startsWith(last.slice(0, from)) &&
  /^\s+$/.test(text.slice(from, cursor)) &&
  text.endsWith(last.slice(from));

const lastTyped = new WeakMap<HTMLInputElement, Typed>();

/** The typed text with hyphens in place of white space; the cursor stays where it is. */
export function typeHyphens(event: ChangeEvent<HTMLInputElement>): string {
  const input = event.currentTarget;
  const { value, selectionEnd } = input;
  const typed = typeOn(lastTyped.get(input), value, selectionEnd ?? value.length);
  lastTyped.set(input, typed);
  if (typed.text === value) return value;
  input.value = typed.text;
  input.setSelectionRange(typed.cursor, typed.cursor);
  return typed.text;
}
