/**
 * Numbers as people, spreadsheets and providers write them. What a number is depends on its column: 12,345 is twelve
 * thousand where a comma separates thousands, and twelve and a third where it is the decimal sign. So a column is read by
 * one decimal sign, which all of its cells decide together.
 */
export const DECIMAL_SIGNS = ['.', ','] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** Digits with the signs that may be between them, and an exponent. */
const BODY = /^([\d.,'\u2019\s]+)(?:e([+-]?\d{1,2}))?$/i;
const MOST_WHOLE = 20;
const MOST_PART = 30;
/** A larger number of a spreadsheet has lost its last digits. */
const LARGEST_EXPONENT = 9;
const SMALLEST_EXPONENT = -30;

/** The separators of thousands beside the other decimal sign: apostrophes of Switzerland, blanks of France and of ISO 31. */
const GROUPS: Record<DecimalSign, RegExp> = {
  '.': /^[1-9]\d{0,2}(?:([,'\u2019\s])\d{3})(?:\1\d{3})*$/,
  ',': /^[1-9]\d{0,2}(?:([.'\u2019\s])\d{3})(?:\1\d{3})*$/,
};
/** 12,34,567 as India groups it. */
const LAKHS: Record<DecimalSign, RegExp> = {
  '.': /^[1-9]\d?(?:,\d{2})+,\d{3}$/,
  ',': /^[1-9]\d?(?:\.\d{2})+\.\d{3}$/,
};

/** Most numbers of most files, which need no second look where a point is the decimal sign. */
const PLAIN = /^-?\d{1,20}(?:\.\d{1,30})?$/;

/** The digits of a text without its sign and currency; null where it has two signs. */
function bare(text: string): { negative: boolean; digits: string } | null {
  let digits = text
    .replaceAll(/\p{Sc}/gu, '')
    .replaceAll(/[\u2212\u2013\ufe63\uff0d]/g, '-')
    .trim();
  const inParentheses = /^\((.*)\)$/s.exec(digits);
  if (inParentheses) digits = (inParentheses[1] ?? '').trim();
  const leading = /^[+-]/.exec(digits)?.[0];
  if (leading) digits = digits.slice(1).trimStart();
  const trailing = digits.endsWith('-');
  if (trailing) digits = digits.slice(0, -1).trimEnd();
  const signs = [inParentheses !== null, leading !== undefined, trailing].filter(Boolean).length;
  if (signs > 1) return null;
  return { negative: inParentheses !== null || leading === '-' || trailing, digits };
}

/**
 * The decimal that a text is where this is its decimal sign, such as -1234.56 or 1.5e-7, as PostgreSQL reads it; null for
 * what is no number so. Currency signs are left out; parentheses and a minus before or behind make it negative.
 */
export function readNumber(text: string, sign: DecimalSign): string | null {
  if (sign === '.' && PLAIN.test(text)) return text;
  const found = bare(text.trim());
  const [, body = '', exponent] = (found && BODY.exec(found.digits)) ?? [];
  const [whole = '', part = '', ...more] = body.trim().split(sign);
  if (!found || more.length > 0 || (whole === '' && part === '') || !/^\d*$/.test(part)) return null;
  const isGrouped = !/^\d*$/.test(whole);
  if (isGrouped && (exponent !== undefined || !(GROUPS[sign].test(whole) || LAKHS[sign].test(whole))))
    return null;
  const digits = isGrouped ? whole.replaceAll(/\D/g, '') : whole || '0';
  if (digits.length > MOST_WHOLE || part.length > MOST_PART) return null;
  const power = Number(exponent ?? 0);
  if (power > LARGEST_EXPONENT || power < SMALLEST_EXPONENT) return null;
  const decimal = part === '' ? digits : `${digits}.${part}`;
  return `${found.negative ? '-' : ''}${decimal}${exponent === undefined ? '' : `e${exponent}`}`;
}

/** A decimal of `readNumber` without an exponent: 1.5e3 is 1500. */
export function withoutExponent(decimal: string): string {
  const [, sign = '', whole = '', part = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i.exec(decimal) ?? [];
  if (exponent === undefined) return decimal;
  const at = whole.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, 1 - at))}${whole}${part}`;
  const point = Math.max(1, at);
  const rest = digits.slice(point);
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${rest === '' ? '' : `.${rest}`}`;
}

/** A cell that is one number with a decimal point and another one with a decimal comma. */
export interface TwoNumbers {
  text: string;
  point: string;
  comma: string;
}

/** Both numbers that a text is; null where it is one at most. */
export function twoNumbers(text: string): TwoNumbers | null {
  const [point, comma] = [readNumber(text, '.'), readNumber(text, ',')];
  return point === null || comma === null || point === comma ? null : { text: text.trim(), point, comma };
}

/** Decides by which decimal sign a column is read: each cell may say so, or leave it open. */
export class NumberColumn {
  #sign: DecimalSign | null = null;
  #open: TwoNumbers | null = null;
  readonly #pointMayGroup: boolean;

  /**
   * @param pointMayGroup whether 1.234 alone may be a thousand, as in files with semicolons between their cells; elsewhere
   * a point that could be either is the decimal sign, which all providers write
   */
  constructor(pointMayGroup = false) {
    this.#pointMayGroup = pointMayGroup;
  }

  /** The decimal sign, as soon as a cell has settled it. */
  get settled(): DecimalSign | null {
    return this.#sign;
  }

  /** The first cell that leaves open what it is, as long as no other one has settled it. */
  get open(): TwoNumbers | null {
    return this.#sign === null ? this.#open : null;
  }

  /** By which sign the column is read where nothing is open. */
  get sign(): DecimalSign {
    return this.#sign ?? '.';
  }

  /** Takes a cell into account. The first one that can be read in one way alone settles the column. */
  note(text: string): void {
    if (this.#sign !== null || !/[.,]/.test(text)) return;
    const point = readNumber(text, '.');
    const comma = readNumber(text, ',');
    if (point === comma) return;
    if (point === null) this.#sign = ',';
    else if (comma === null) this.#sign = '.';
    else if (this.#pointMayGroup || text.includes(',')) this.#open ??= { text: text.trim(), point, comma };
  }
}

/** Both readings of a cell, and how to say which is meant, as a sentence. */
export const whichNumber = (column: string, { text, point, comma }: TwoNumbers): string =>
  `${column} '${text.slice(0, 60)}' is ${point} with a decimal point and ${comma} with a decimal comma, and no other cell of the column settles which. Send the file again with decimal_sign=. for a decimal point or decimal_sign=, for a decimal comma.`;
