import { isEmailAddress } from '../reading/email.ts';

/** A part of a line. */
export type Inline =
  | { is: 'text'; text: string }
  | { is: 'code'; text: string }
  | { is: 'strong' | 'em' | 'del'; of: Inline[] }
  | { is: 'link'; href: string; of: Inline[] }
  | { is: 'mention'; email: string }
  | { is: 'break' };

/** The schemes that a link may have. */
const SCHEMES = ['http:', 'https:', 'mailto:'];

/** An address that a link may lead to; null for any other, such as a script or a path of the portal itself. */
export function linkAddress(written: string): string | null {
  if (!URL.canParse(written)) return null;
  const { protocol, href } = new URL(written);
  return SCHEMES.includes(protocol) ? href : null;
}

/** So many marks may be open at once; more are text. */
const DEEPEST = 8;

/*
 * Each of these looks at one place of the text and stops at the next sign of its own kind, so that reading a text takes
 * as long as the text is, whatever stands in it.
 */
const CODE = /`([^`\n]+)`/y;
const LINK = /\[([^[\]\n]+)\]\(([^()\s<>]+)\)/y;
const IN_ANGLES = /<((?:https?:\/\/|mailto:)[^\s<>]+)>/iy;
const BARE = /https?:\/\/[^\s<>()[\]"'`]{1,2000}/iy;
const MENTION = /@([^\s@<>()[\]{},;:"`]{1,64}@[a-z0-9.-]{1,190})/iy;
const MARK = /\*\*|__|~~|\*|_/y;
const ESCAPED = /\\([!-/:-@[-`{-~])/y;
/** Text up to where something may begin. An underscore or an @ within a word begins nothing. */
const PLAIN = /[^`[<*_~\\\n@h]+/iy;

const KINDS = { '**': 'strong', __: 'strong', '~~': 'del', '*': 'em', _: 'em' } as const;
type Mark = keyof typeof KINDS;

const WORD = /[\p{L}\p{N}_]/u;
const BLANK = /^\s?$/;
const AT_END = /[.,;:!?]+$/;

/** What is read of a line so far: what is open, and what stands in each of these. */
interface Open {
  mark: Mark | null;
  of: Inline[];
}

class InlineReader {
  readonly #text: string;
  readonly #open: Open[] = [{ mark: null, of: [] }];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Inline[] {
    while (this.#at < this.#text.length) this.#next();
    while (this.#open.length > 1) this.#abandon();
    return this.#open[0]?.of ?? [];
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #next(): void {
    const before = this.#text[this.#at - 1] ?? '';
    const sign = this.#text[this.#at] ?? '';
    const plain = this.#match(PLAIN);
    if (plain) return this.#put({ is: 'text', text: plain[0] }, plain[0].length);
    if (sign === '\n') return this.#put({ is: 'break' }, 1);
    const found =
      this.#escaped(sign) || this.#code(sign) || this.#link(sign, before) || this.#mention(sign, before);
    if (!found && !this.#mark(before)) this.#put({ is: 'text', text: sign }, 1);
  }

  #escaped(sign: string): boolean {
    const escaped = sign === '\\' ? this.#match(ESCAPED) : null;
    if (escaped) this.#put({ is: 'text', text: escaped[1] ?? '' }, escaped[0].length);
    return escaped !== null;
  }

  #code(sign: string): boolean {
    const code = sign === '`' ? this.#match(CODE) : null;
    if (code) this.#put({ is: 'code', text: code[1] ?? '' }, code[0].length);
    return code !== null;
  }

  #link(sign: string, before: string): boolean {
    if (sign === '[') {
      const [whole, words = '', address = ''] = this.#match(LINK) ?? [];
      return whole !== undefined && this.#linkTo(address, words, whole.length);
    }
    if (sign === '<') {
      const [whole, address = ''] = this.#match(IN_ANGLES) ?? [];
      return whole !== undefined && this.#linkTo(address, address.replace(/^mailto:/i, ''), whole.length);
    }
    if (!/h/i.test(sign) || WORD.test(before)) return false;
    const bare = this.#match(BARE)?.[0].replace(AT_END, '');
    return bare !== undefined && this.#linkTo(bare, bare, bare.length);
  }

  #linkTo(address: string, words: string, length: number): boolean {
    const href = linkAddress(address);
    if (href === null) return false;
    this.#put({ is: 'link', href, of: [{ is: 'text', text: words }] }, length);
    return true;
  }

  #mention(sign: string, before: string): boolean {
    if (sign !== '@' || WORD.test(before)) return false;
    const email = this.#match(MENTION)?.[1]?.replace(/[.-]+$/, '');
    if (email === undefined || !isEmailAddress(email)) return false;
    this.#put({ is: 'mention', email }, email.length + 1);
    return true;
  }

  /** Closes what the mark has begun, or begins something; false where it does neither. */
  #mark(before: string): boolean {
    const mark = this.#match(MARK)?.[0] as Mark | undefined;
    if (mark === undefined) return false;
    const after = this.#text[this.#at + mark.length] ?? '';
    const inWord = mark.startsWith('_');
    const closes = !BLANK.test(before) && !(inWord && WORD.test(after));
    const from = closes ? this.#open.findLastIndex((one) => one.mark === mark) : -1;
    if (from > 0 && (this.#open[from]?.of.length ?? 0) > 0) {
      while (this.#open.length > from + 1) this.#abandon();
      const of = this.#open.pop()?.of ?? [];
      this.#put({ is: KINDS[mark], of }, mark.length);
      return true;
    }
    const begins = !BLANK.test(after) && !(inWord && WORD.test(before));
    if (!begins || this.#open.length > DEEPEST) return false;
    this.#open.push({ mark, of: [] });
    this.#at += mark.length;
    return true;
  }

  /** A mark that nothing closes is text. */
  #abandon(): void {
    const last = this.#open.pop();
    if (!last?.mark) return;
    this.#put({ is: 'text', text: last.mark }, 0);
    for (const inline of last.of) this.#put(inline, 0);
  }

  /** Puts something into what is open, texts beside one another as one, and goes on behind it. */
  #put(inline: Inline, length: number): void {
    this.#at += length;
    const of = this.#open.at(-1)?.of;
    const last = of?.at(-1);
    if (inline.is === 'text' && last?.is === 'text') last.text += inline.text;
    else of?.push(inline.is === 'text' ? { ...inline } : inline);
  }
}

/** Reads the marks, links and mentions of some lines. */
export const inlinesOf = (text: string): Inline[] => new InlineReader(text).read();
