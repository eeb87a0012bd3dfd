import { SEARCH_COLUMN } from './sql.ts';

/** A pattern that a trigram index can use has three letters or digits in a row; others read the table. */
export const INDEXED_PATTERN = /[\p{L}\p{N}]{3}/u;

/** So many letters or digits in a row have parts of which one may be rarer than the others. */
const LONG_PATTERN = /[a-z0-9]{7}/i;

/** How the records with a pattern are found: by a part of it, by all of it, or only by reading the table. */
type Found = 'part' | 'whole' | 'table';

export function foundBy(pattern: unknown): Found {
  const text = String(pattern);
  if (!INDEXED_PATTERN.test(text)) return 'table';
  return LONG_PATTERN.test(text) ? 'part' : 'whole';
}

/**
 * Names that can match, by the trigram index alone; who asks still has to compare them with the whole pattern.
 * @param key the name of a pattern's value that every text with the searched pattern fits
 */
export const mayMatchSql = (key: string): string => `t.${SEARCH_COLUMN} LIKE ${patternSql(key)}`;

/**
 * A pattern as SQL. It is a query of its own, so that it is unknown to who plans: otherwise a plan for the very pattern
 * would look cheaper than one for all of them, and be made again for each request.
 */
export const patternSql = (parameter: string): string => `(SELECT lower(${parameter}::text))`;

/**
 * The condition that the texts of a record have a pattern.
 * @param parameter the name of the pattern's value
 * @param key that of what the index is asked for, where it is asked for a part
 */
export function searchedSql(parameter: string, found: Found, key: string | null): string {
  const column = `t.${SEARCH_COLUMN}`;
  if (key === null)
    return `${column} LIKE ${found === 'table' ? `lower(${parameter}::text)` : patternSql(parameter)}`;
  // With nothing behind it the index would be asked for this pattern, too.
  return `${mayMatchSql(key)} AND (${column} || '') LIKE ${patternSql(parameter)}`;
}
