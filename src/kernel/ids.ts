/** The id of the choice 'None' in a reference; it is never stored. */
export const NONE_ID = -9999;

/** The same choice as a word, in small letters; a record of that name comes first. */
export const NONE_WORD = 'none';

/** The id that a grid gives to a row which is not saved yet; it is never sent. */
export const NEW_ROW_ID = -100;

/** The largest id that a record can have (PostgreSQL's `integer`). */
export const MAX_ID = 2_147_483_647;

/**
 * Reads a record's id from an address: digits only, from 1 to MAX_ID.
 * Answers null for anything else (`1e3`, `-1`, a uuid), which the caller answers with 404.
 */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_ID ? id : null;
}
