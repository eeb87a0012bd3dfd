import { kindOf, type Field } from './fields/kinds.ts';

/** Characters beyond what a field holds that a value may come with, such as blanks that are trimmed. */
const SLACK = 1000;

/**
 * The problem of a text whatever its field makes of it; null where there is none. It is checked before anything else is
 * done with the text, since a few megabytes keep a pattern, and the database, busy for seconds.
 */
export function textProblem(field: Field, text: string): string | null {
  const holds = kindOf(field).longest(field);
  if (text.length > holds + SLACK)
    return holds > 0
      ? `${field.label} must have at most ${holds} characters.`
      : `${field.label} is longer than any value it can have.`;
  return text.isWellFormed() && !text.includes('\u0000')
    ? null
    : `${field.label} contains characters that cannot be stored.`;
}
