import { grouped } from '../written.ts';
import type { FieldError } from '../errors.ts';

/** So many users one request may name. */
export const MOST_USERS = 10_000;
/** An address or a user principal name is no longer. */
const LONGEST_USER = 254;
const MOST_SHOWN = 80;

/** Somebody by an address or a user principal name: something at something, and nothing that separates. */
const USER = /^[^\s@;,|<>()"]+@[^\s@;,|<>()"]+$/;
/** The separators that people use in place of a semicolon; runs of them count as one. */
const OTHER_SEPARATORS = /[\s,|]+/;

/** The users of a text, and all that is wrong with it. */
export interface UserList {
  /** Trimmed, each once, in their order; those that are wrong left out. */
  users: string[];
  errors: FieldError[];
}

const shortened = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/**
 * Reads users that are separated by semicolons. Their number is looked at before any of them is.
 * @param field the name of the text in the payload
 */
export function readUserList(text: string, field: string): UserList {
  const problem = (message: string) => ({ users: [], errors: [{ field, message }] });
  if (text.trim() === '') return problem('Name at least one user.');
  if (countOf(text, ';') > 2 * MOST_USERS) return problem(tooMany);
  const entries = new Map<string, string>();
  for (const piece of text.split(';')) {
    const entry = piece.trim();
    const key = entry.toLowerCase();
    if (entry !== '' && !entries.has(key)) entries.set(key, entry);
  }
  if (entries.size === 0) return problem('Name at least one user.');
  if (entries.size > MOST_USERS) return problem(tooMany);
  const users: string[] = [];
  const errors: FieldError[] = [];
  for (const entry of entries.values()) {
    const message = wrongUser(entry);
    if (message === null) users.push(entry);
    else errors.push({ field, message });
  }
  return { users, errors };
}

const tooMany = `Name at most ${grouped(MOST_USERS)} users at a time.`;

/** Why an entry is no user; null where it may be one. */
function wrongUser(entry: string): string | null {
  if (entry.length <= LONGEST_USER && USER.test(entry)) return null;
  const parts = entry.split(OTHER_SEPARATORS);
  const users = parts.filter((part) => USER.test(part));
  if (users.length > 1) {
    const [first = '', second = ''] = users;
    return `'${shortened(entry)}' has ${separatorIn(entry)} between users: put a semicolon there, such as ${shortened(first)}; ${shortened(second)}.`;
  }
  return `'${shortened(entry)}' is no address and no user principal name, such as ada@example.com.`;
}

/** The separator between the users of an entry, in words. */
function separatorIn(entry: string): string {
  if (entry.includes(',')) return 'a comma';
  if (/[\n\r]/.test(entry)) return 'a new line';
  return entry.includes('|') ? 'a bar' : 'a blank';
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/**
 * The same text with semicolons where something else separates users, such as the lines of a column that was pasted from
 * a spreadsheet; null where there is nothing to turn.
 */
export function withSemicolons(text: string): string | null {
  let turned = false;
  const entries = text.split(';').flatMap((entry) => {
    const pieces = entry.split(OTHER_SEPARATORS).filter((piece) => piece !== '');
    if (pieces.length < 2 || !pieces.every((piece) => USER.test(piece))) return entry.trim();
    turned = true;
    return pieces;
  });
  return turned ? entries.filter((entry) => entry !== '').join('; ') : null;
}
