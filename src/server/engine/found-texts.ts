import { quoted, SEARCH_COLUMN } from './sql.ts';

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

const PART = 4;
/** So many characters the index looks up together. */
const LOOKED_UP = 3;
/** Of a long word its end is tried, where numbers differ. */
const MOST_PARTS = 40;
/** In so many of the newest records the characters of a part are looked for. */
const TRIED = 32;

/**
 * Names that can match, by the trigram index alone; who asks still has to compare them with the whole pattern.
 *
 * The index reads a list of records for every three characters, and those of frequent ones are as long as the table: each
 * identifier that starts alike is in them. So of a long word it is asked for the last four characters of which the newest
 * records have none, three by three; where there are no such, for the whole word.
 * @param table the name of the table, which the statement knows as `t`
 * @param parameter the name of the pattern's value
 */
export function mayMatchSql(table: string, parameter: string, found: 'part' | 'whole'): string {
  const column = `t.${SEARCH_COLUMN}`;
  const pattern = patternSql(parameter);
  if (found === 'whole') return `${column} LIKE ${pattern}`;
  const newest = `SELECT ${SEARCH_COLUMN} FROM ${quoted(table)} ORDER BY id DESC LIMIT ${TRIED}`;
  const texts = `SELECT string_agg(${SEARCH_COLUMN}, E'\\n') FROM (${newest}) newest`;
  const isRare = (at: number) => `strpos(texts, substr(part, ${at}, ${LOOKED_UP})) = 0`;
  const rare = Array.from({ length: PART - LOOKED_UP + 1 }, (_, at) => isRare(at + 1)).join(' AND ');
  // The pattern is fenced off, so that its length is no news to who plans either.
  const given = `SELECT lower(${parameter}::text) AS whole, (${texts}) AS texts OFFSET 0`;
  const parts = `SELECT substr(whole, at, ${PART}) AS part, at, texts FROM (${given}) given,
    generate_series(greatest(2, length(whole) - ${PART + MOST_PARTS}), length(whole) - ${PART}) at`;
  return `${column} LIKE coalesce((SELECT '%' || part || '%' FROM (${parts}) parts WHERE part ~ '^[a-z0-9]{${PART}}$'
    AND ${rare} ORDER BY at DESC LIMIT 1), ${pattern})`;
}

/**
 * A pattern as SQL. It is a query of its own, so that it is unknown to who plans: otherwise a plan for the very pattern
 * would look cheaper than one for all of them, and be made again for each request.
 */
export const patternSql = (parameter: string): string => `(SELECT lower(${parameter}::text))`;

/** The condition that the texts of a record have a pattern. */
export function searchedSql(table: string, parameter: string, found: Found): string {
  const column = `t.${SEARCH_COLUMN}`;
  if (found !== 'part')
    return `${column} LIKE ${found === 'table' ? `lower(${parameter}::text)` : patternSql(parameter)}`;
  // With nothing behind it the index would be asked for this pattern, too.
  return `${mayMatchSql(table, parameter, found)} AND (${column} || '') LIKE ${patternSql(parameter)}`;
}
