import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE, LAST_PAGE } from '#calls/shapes.ts';
import { malformed } from '#kernel/errors.ts';

const LONGEST_VALUE = 500;

/** The rows of a page, and how many there are on all pages. */
export interface PageOf<R> {
  rows: R[];
  total: number;
}

/** Which part of a list is answered; `page` counts from 1. */
export interface Page {
  page: number;
  per_page: number;
}

/** The published OpenAPI of the parameters of a list that always comes in pages. */
export const pageParameters = {
  page: { type: 'integer', minimum: 1, maximum: LAST_PAGE, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: LARGEST_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
};

/**
 * The texts of a query by their names.
 * @throws {Refusal} 400 that names the parameter which is unknown, repeated, too long or no text
 */
export function readTexts(query: unknown, known: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    const text = textOf(name, value);
    if (!known.includes(name)) throw malformed(`The parameter ${shortened(name)} is not known here.`);
    texts.set(name, text);
  }
  return texts;
}

/** The page of a query; the first one by default. @throws {Refusal} 400 */
export function pageOf(texts: ReadonlyMap<string, string>): Page {
  const number = (name: string, most: number, preset: number) => {
    const text = texts.get(name);
    return text === undefined ? preset : numberOf(name, text, most);
  };
  return {
    page: number('page', LAST_PAGE, 1),
    per_page: number('per_page', LARGEST_PAGE_SIZE, DEFAULT_PAGE_SIZE),
  };
}

/** The ORDER BY of a page. */
export const limitOf = ({ page, per_page }: Page) => `LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`;

/** The text of a parameter. @throws {Refusal} 400 where it is repeated, too long or no text. */
export function textOf(name: string, value: unknown, longest = LONGEST_VALUE): string {
  if (Array.isArray(value)) throw malformed(`The parameter ${shortened(name)} is given more than once.`);
  if (typeof value !== 'string') throw malformed(`The parameter ${shortened(name)} must be text.`);
  if (value.length > longest) throw malformed(`The parameter ${shortened(name)} is too long.`);
  if (value.includes('\u0000') || !value.isWellFormed())
    throw malformed(`The parameter ${shortened(name)} has characters that are not text.`);
  return value;
}

/** A whole number from 1. @throws {Refusal} 400 */
export function numberOf(name: string, text: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw malformed(`${name} must be a whole number from 1 to ${most}.`);
  return number;
}

/** An unknown name is repeated to the person, but not at any length. */
export const shortened = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
