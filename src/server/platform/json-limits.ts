import { malformed, Refusal } from '#kernel/errors.ts';

/** Lists and objects in one another. */
const MOST_DEPTH = 32;
/** Lists and objects: an import of 100,000 rows has one for each. */
const MOST_CONTAINERS = 200_000;
/** Different names of fields, those of all objects together. */
const MOST_NAMES = 1000;
/** Values: 50 for each row of the largest import. */
const MOST_VALUES = 5_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/**
 * Looks at what a JSON text would become before it is parsed, since hostile text takes thirty times its size as
 * values. It is read once from left to right; whether it is JSON at all is left to the parser.
 * @throws {Refusal} 400 where it is nested too deeply, 413 where it holds too much.
 */
export function limitJson(text: string): void {
  const names = new Set<string>();
  /** Which of the open containers are objects. */
  const objects = new Uint8Array(MOST_DEPTH + 1);
  let depth = 0;
  let containers = 0;
  let values = 0;
  /** Whether a string that comes now is the name of a field. */
  let beforeName = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const start = at;
      for (at += 1; at < text.length; at += 1) {
        const inside = text.charCodeAt(at);
        if (inside === QUOTE) break;
        if (inside === BACKSLASH) at += 1;
      }
      if (beforeName) {
        beforeName = false;
        names.add(text.slice(start, at));
        if (names.size > MOST_NAMES) throw tooMuch(`more than ${MOST_NAMES} different fields`);
      }
    } else if (code === COMMA) {
      values += 1;
      if (values > MOST_VALUES) throw tooMuch(`more than ${MOST_VALUES} values`);
      beforeName = objects[depth] === 1;
    } else if (code === BRACKET || code === BRACE) {
      if (depth === MOST_DEPTH) throw malformed('The body is nested too deeply.');
      depth += 1;
      containers += 1;
      if (containers > MOST_CONTAINERS) throw tooMuch(`more than ${MOST_CONTAINERS} lists and objects`);
      beforeName = code === BRACE;
      objects[depth] = beforeName ? 1 : 0;
    } else if ((code === BRACKET_END || code === BRACE_END) && depth > 0) {
      depth -= 1;
      beforeName = false;
    }
  }
}

const tooMuch = (what: string) => new Refusal(413, `The body holds ${what}. Please split it.`);
