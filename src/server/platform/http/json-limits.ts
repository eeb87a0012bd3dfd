import { malformed, Refusal } from '#kernel/errors.ts';
import { JsonFile } from './json-file.ts';

/** Lists and objects in one another. */
const MOST_DEPTH = 32;
/** Objects in one another within which a file may stand: the body, and the model's name around it. */
const FILE_DEPTH = 2;
/** Lists and objects: an import of 100,000 rows has one for each. */
const MOST_CONTAINERS = 200_000;
/** Different names of fields, those of all objects together. */
const MOST_NAMES = 1000;
/** Characters of one name, as they are written. */
const LONGEST_NAME = 10_000;
/** Characters of one number, or one word such as true. */
const LONGEST_PLAIN = 1000;
/** Values: 50 for each row of the largest import. */
const MOST_VALUES = 5_000_000;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/**
 * Looks at what a JSON text would become before it is parsed, since hostile text takes thirty times its size as
 * values. It is read once from left to right, in parts as they arrive; whether it is JSON at all is left to the
 * parser, and a file that it holds is taken out.
 */
export class JsonLimits {
  readonly #longestText: number;
  readonly #fileName: string | undefined;
  readonly #names = new Set<string>();
  /** Which of the open containers are objects, and which of those are the value of a field `constructor`. */
  readonly #objects = new Uint8Array(MOST_DEPTH + 1);
  readonly #constructors = new Uint8Array(MOST_DEPTH + 1);
  #depth = 0;
  #containers = 0;
  #values = 0;
  /** Whether a string that comes now is the name of a field. */
  #beforeName = false;
  #afterConstructor = false;
  /** Whether the last name is a number, which a JavaScript object keeps in another place. */
  #afterNumber = false;
  /** Whether a field of which the name is a number holds a list or an object. */
  numberedContainer = false;
  /** The file, which is the last of this name. */
  file: JsonFile | null = null;
  #afterFileName = false;
  #inFile = false;
  #inText = false;
  #escaped = false;
  /** Characters of the text that is open, from parts before this one. */
  #textLength = 0;
  /** Characters of the number or the word that is open. */
  #plainLength = 0;
  /** The state of the name that is open. */
  #name = '';

  /**
   * @param longestText characters of one text, as they are written
   * @param fileName the field of which a text is a file
   */
  constructor(longestText = Number.POSITIVE_INFINITY, fileName?: string) {
    this.#longestText = longestText;
    this.#fileName = fileName;
  }

  /**
   * Looks at the next part; answers what the parser gets of it, where the text of a file is empty.
   * @throws {Refusal} 400 where it is nested too deeply or names a prototype, 413 where it holds too much
   */
  push(part: string): string {
    let left = '';
    let from = 0;
    let plain = this.#plainLength;
    for (let at = 0; at < part.length; at += 1) {
      if (this.#inText) {
        const start = at;
        const isFile = this.#inFile;
        at = this.#readText(part, start);
        if (isFile) {
          left += part.slice(from, start);
          from = at;
        }
        continue;
      }
      const code = part.charCodeAt(at);
      if (code === QUOTE) {
        this.#inText = true;
        this.#textLength = 0;
        this.#name = '';
        this.#inFile = this.#afterFileName;
        this.#afterFileName = false;
        if (this.#inFile) this.file = new JsonFile();
      } else if (code === COMMA) {
        this.#values += 1;
        if (this.#values > MOST_VALUES) throw tooMuch(`more than ${MOST_VALUES} values`);
        this.#beforeName = this.#objects[this.#depth] === 1;
        this.#afterConstructor = false;
        this.#afterNumber = false;
        this.#afterFileName = false;
      } else if (code === BRACKET || code === BRACE) this.#open(code === BRACE);
      else if ((code === BRACKET_END || code === BRACE_END) && this.#depth > 0) {
        this.#depth -= 1;
        this.#beforeName = false;
        this.#afterConstructor = false;
        this.#afterFileName = false;
      } else if (code > SPACE && code !== COLON) {
        plain += 1;
        if (plain > LONGEST_PLAIN)
          throw new Refusal(413, `The body holds a number of more than ${LONGEST_PLAIN} characters.`);
        continue;
      }
      plain = 0;
    }
    this.#plainLength = plain;
    return left + part.slice(from);
  }

  /** Whether what was read so far still lacks the end of a text, a list or an object. */
  get unfinished(): boolean {
    return this.#inText || this.#depth > 0;
  }

  /** Reads on in a text; returns the place of its end, or of that of the part. */
  #readText(part: string, start: number): number {
    let at = start;
    for (; at < part.length; at += 1) {
      if (this.#escaped) {
        this.#escaped = false;
        continue;
      }
      const code = part.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) this.#escaped = true;
    }
    this.#textLength += at - start;
    // A file is as long as the body may be.
    if (this.#textLength > this.#longestText && !this.#inFile)
      throw new Refusal(413, `The body holds a text of more than ${this.#longestText} characters.`);
    if (this.#beforeName) {
      if (this.#textLength > LONGEST_NAME)
        throw new Refusal(413, `A name of a field has more than ${LONGEST_NAME} characters.`);
      this.#name += part.slice(start, at);
    }
    if (this.#inFile) this.file?.push(part.slice(start, at));
    if (at < part.length) {
      this.#inText = false;
      this.#inFile = false;
      if (this.#beforeName) this.#endName();
    }
    return at;
  }

  #endName(): void {
    this.#beforeName = false;
    const name = this.#name;
    this.#names.add(name);
    if (this.#names.size > MOST_NAMES) throw tooMuch(`more than ${MOST_NAMES} different fields`);
    const read = name.includes('\\') ? unescaped(name) : name;
    if (read === '__proto__' || (read === 'prototype' && this.#constructors[this.#depth] === 1))
      throw malformed(`'${read}' cannot be the name of a field or the header of a column. Please rename it.`);
    this.#afterConstructor = read === 'constructor';
    this.#afterNumber = /^\d+$/.test(read);
    this.#afterFileName = read === this.#fileName && this.#depth <= FILE_DEPTH;
  }

  #open(isObject: boolean): void {
    if (this.#depth === MOST_DEPTH) throw malformed('The body is nested too deeply.');
    this.#depth += 1;
    this.#containers += 1;
    if (this.#containers > MOST_CONTAINERS) throw tooMuch(`more than ${MOST_CONTAINERS} lists and objects`);
    this.#beforeName = isObject;
    this.#objects[this.#depth] = isObject ? 1 : 0;
    this.#constructors[this.#depth] = this.#afterConstructor ? 1 : 0;
    this.#afterConstructor = false;
    this.#afterFileName = false;
    this.numberedContainer ||= this.#afterNumber;
    this.#afterNumber = false;
  }
}

/** A name as it will be read; what no parser reads stays as it is, since the parser refuses it. */
function unescaped(name: string): string {
  try {
    return String(JSON.parse(`"${name}"`));
  } catch {
    return name;
  }
}

const tooMuch = (what: string) => new Refusal(413, `The body holds ${what}. Please split it.`);
