import { SEARCH_COLUMN } from '../sql.ts';

/** A pattern that a trigram index can use has three letters or digits in a row; others read the table. */
export const INDEXED_PATTERN = /[\p{L}\p{N}]{3}/u;

/** So many letters or digits in a row are a piece, of which the index of pieces has all; see the migration that makes it. */
const PIECE = 6;

/** More pieces of one pattern make nothing much rarer. */
const MOST_PIECES = 4;

/** Letters and digits in a row that have a piece, with nothing behind them that could change how they are written small. */
const RUNS = new RegExp(`[a-z0-9]{${PIECE},}(?=[\\x20-\\x7e])`, 'gi');

/** How the records with a pattern are found: by its pieces, by its trigrams, or only by reading the table. */
type Found = 'pieces' | 'trigrams' | 'table';

export function foundBy(pattern: unknown): Found {
  const text = String(pattern);
  if (piecesOf(text).length > 0) return 'pieces';
  return INDEXED_PATTERN.test(text) ? 'trigrams' : 'table';
}

/**
 * Pieces that each text with a pattern for LIKE has: of every run those side by side, and its last; where they are many,
 * some from its start to its end.
 */
export function piecesOf(pattern: string): string[] {
  const found = (pattern.match(RUNS) ?? []).flatMap((run) => {
    const last = run.length - PIECE;
    const starts = Array.from({ length: Math.ceil(last / PIECE) }, (_, at) => at * PIECE);
    return [...starts, last].map((start) => run.slice(start, start + PIECE));
  });
  const step = Math.max(1, (found.length - 1) / (MOST_PIECES - 1));
  return Array.from(
    { length: Math.min(found.length, MOST_PIECES) },
    (_, at) => found[Math.round(at * step)] ?? '',
  );
}

/** Distinguishes patterns whose conditions are written otherwise. */
export const foundShape = (pattern: unknown): string =>
  `${foundBy(pattern)}${piecesOf(String(pattern)).length}`;

/**
 * Names that can match, by an index alone; the caller still has to compare them with the whole pattern.
 * @param parameter the name of the pattern's value
 * @param pieces those of its pieces, where it is found by these
 */
export function mayMatchSql(parameter: string, pieces: readonly string[]): string {
  if (pieces.length === 0) return `t.${SEARCH_COLUMN} LIKE ${patternSql(parameter)}`;
  const numbers = pieces.map((piece) => `search_piece(lower(${piece}::text))`);
  return `search_pieces(t.${SEARCH_COLUMN}) @> (SELECT ARRAY[${numbers.join(', ')}])`;
}

/**
 * A pattern as SQL. It is a query of its own, so that it is unknown to who plans: otherwise a plan for the very pattern
 * would look cheaper than one for all of them, and be made again for each request.
 */
export const patternSql = (parameter: string): string => `(SELECT lower(${parameter}::text))`;

/**
 * The condition that the texts of a record have a pattern.
 * @param parameter the name of the pattern's value
 * @param pieces those of its pieces, where it is found by these
 */
export function searchedSql(parameter: string, found: Found, pieces: readonly string[]): string {
  const column = `t.${SEARCH_COLUMN}`;
  if (found === 'table') return `${column} LIKE lower(${parameter}::text)`;
  if (pieces.length === 0) return mayMatchSql(parameter, []);
  // With nothing behind it the index of trigrams would be read, too.
  return `${mayMatchSql(parameter, pieces)} AND (${column} || '') LIKE ${patternSql(parameter)}`;
}
