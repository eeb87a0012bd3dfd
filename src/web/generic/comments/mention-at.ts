/** The text behind the @ in front of the caret by which a member is looked for; null where none is. */
export interface MentionAt {
  /** Where the @ stands. */
  from: number;
  sought: string;
}

/** An @ at the start of a word, with a name of up to two words or an address behind it. */
const BEFORE_CARET = /(?:^|[\s(])@((?:[\p{L}\p{N}._%+'-]+(?: [\p{L}\p{N}.'-]+)?|[^\s@]+@[^\s@]*)?)$/u;
const LONGEST = 80;

/** What is being looked for at the caret. */
export function mentionAt(text: string, caret: number): MentionAt | null {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const sought = BEFORE_CARET.exec(before)?.[1];
  return sought === undefined ? null : { from: caret - sought.length - 1, sought };
}

/** The text with a member in place of what was looked for, and where the caret is then. */
export function withMention(
  text: string,
  caret: number,
  { from }: MentionAt,
  email: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${email} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}
