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
