/** How text is written: its invisible characters, and the differences of texts that look the same. */

/**
 * Characters that take no space: zero-width ones, soft hyphens, and those that turn the direction of what follows. The same
 * ones as in the function `look_alike` of the database.
 */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'g');

/** Blanks of any kind and number within a line, no-break spaces among them. */
const BLANKS = /[^\S\r\n\u2028\u2029]+/g;

const NAMES: Readonly<Record<string, string>> = {
  '\u00AD': 'a soft hyphen',
  '\u200B': 'a zero-width space',
  '\u200C': 'a zero-width non-joiner',
  '\u200D': 'a zero-width joiner',
  '\uFEFF': 'a byte-order mark',
};

/** The first invisible character of a text and its place, in words, such as `a soft hyphen (U+00AD) after '1000'`; else null. */
export function invisibleIn(text: string): string | null {
  const found = INVISIBLE.exec(text);
  if (!found) return null;
  const [character] = found;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const before = text.slice(Math.max(0, found.index - 20), found.index).replaceAll(ALL_INVISIBLE, '');
  const place = found.index === 0 ? 'at its beginning' : `after '${before.toWellFormed()}'`;
  return `${NAMES[character] ?? 'an invisible character'} (U+${code}) ${place}`;
}

/** A text without the characters that nobody sees. */
export const withoutInvisible = (text: string): string => text.replaceAll(ALL_INVISIBLE, '');

/** A text with one plain space wherever a line has blanks. */
export const withSingleSpaces = (text: string): string => text.replaceAll(BLANKS, ' ');

/** Words that programs write where there is no value. */
const NOTHING = new Set(['NULL', '(NULL)', '<NULL>', 'N/A', 'N.A.', '#N/A', 'NAN', 'UNDEFINED', '(BLANK)']);

/** Whether a text is what programs write where there is no value, such as NULL. */
export const saysNothing = (text: string): boolean => NOTHING.has(text.trim().toUpperCase());

/** The errors that spreadsheets show for a failed formula, in English and in the languages that have words of their own. */
const ERROR_VALUES = new Set(
  [
    '#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #BUSY! #UNKNOWN! #ERROR! #GETTING_DATA',
    // German
    '#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #KALK! #FELD!',
    // French
    '#VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION!',
    // Spanish
    '#N/D #¡REF! #¡VALOR! #¿NOMBRE? #¡NUM! #¡NULO! #¡DIV/0! #¡DESBORDAMIENTO!',
    // Italian and Portuguese
    '#RIF! #VALORE! #NOME? #VALOR! #NÚM! #NULO! #DESPEJAR!',
    // Dutch
    '#N/B #VERW! #WAARDE! #NAAM? #GETAL! #LEEG! #DEEL/0!',
    // Polish and Swedish
    '#ADR! #ARG! #NAZWA? #LICZBA! #ZERO! #DZIEL/0! #SAKNAS! #REFERENS! #VÄRDEFEL! #NAMN? #OGILTIGT! #SKÄRNING! #DIVISION/0!',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a text is what a spreadsheet shows where a formula failed, or a column was too narrow for its number. */
export function isErrorValue(text: string): boolean {
  const written = text.trim();
  return (
    (written.startsWith('#') &&
      (ERROR_VALUES.has(written.normalize('NFC').toUpperCase()) || /^#{3,}$/.test(written))) ||
    /^Err:\d{3}$/.test(written)
  );
}

/** The end of a sentence about a cell with such a text. */
export const FAILED_FORMULA =
  'is what a spreadsheet shows where a formula failed. Correct it there, or enter the text.';
