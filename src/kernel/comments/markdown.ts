import { inlinesOf, type Inline } from './inlines.ts';

/*
 * The part of Markdown that comments are written in. It becomes a tree, of which the web makes elements and a mail makes
 * words: no HTML is ever made of it, and what looks like HTML stays the text that it is.
 */

/** A block of a text. */
export type Block =
  | { is: 'paragraph'; of: Inline[] }
  | { is: 'heading'; of: Inline[] }
  | { is: 'code'; text: string }
  | { is: 'list'; ordered: boolean; start: number; items: Inline[][] }
  | { is: 'quote'; of: Block[] };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6} +(\S.*)$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,12}(?:[-*+]|(\d{1,9})[.)]) +(\S.*)$/;
/** A line that goes on with the item above it. */
const INDENTED = /^ {2,}\S/;

const isBlank = (line: string) => line.trim() === '';
const startsBlock = (line: string) =>
  FENCE.test(line) || HEADING.test(line) || QUOTE.test(line) || ITEM.test(line);

/** Reads the blocks of lines one after the other. */
class BlockReader {
  readonly #lines: readonly string[];
  /** Inside of a quote another `>` is text: nobody quotes deeper, and no text can nest without end. */
  readonly #quotes: boolean;
  #at = 0;

  constructor(lines: readonly string[], quotes: boolean) {
    this.#lines = lines;
    this.#quotes = quotes;
  }

  read(): Block[] {
    const blocks: Block[] = [];
    while (this.#at < this.#lines.length) {
      if (isBlank(this.#line)) this.#at += 1;
      else blocks.push(this.#block());
    }
    return blocks;
  }

  get #line(): string {
    return this.#lines[this.#at] ?? '';
  }

  /** The lines from here on that fit. */
  #take(fits: (line: string) => boolean): string[] {
    const from = this.#at;
    while (this.#at < this.#lines.length && fits(this.#line)) this.#at += 1;
    return this.#lines.slice(from, this.#at);
  }

  #block(): Block {
    const line = this.#line;
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) return this.#code(fence);
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      this.#at += 1;
      return { is: 'heading', of: inlinesOf(heading.replace(/ #+ *$/, '').trimEnd()) };
    }
    if (this.#quotes && QUOTE.test(line)) {
      const quoted = this.#take((next) => QUOTE.test(next)).map((next) => next.replace(QUOTE, ''));
      return { is: 'quote', of: new BlockReader(quoted, false).read() };
    }
    if (ITEM.test(line)) return this.#list();
    this.#at += 1;
    const rest = this.#take((next) => !isBlank(next) && !startsBlock(next));
    return { is: 'paragraph', of: inlinesOf([line, ...rest].map((one) => one.trim()).join('\n')) };
  }

  /** A fence that nothing closes goes on to the end. */
  #code(fence: string): Block {
    this.#at += 1;
    const inside = this.#take((line) => !line.trimStart().startsWith(fence));
    this.#at += 1;
    return { is: 'code', text: inside.join('\n') };
  }

  /** Items of one kind, bullets or numbers; deeper ones stand in the same row. */
  #list(): Block {
    const number = ITEM.exec(this.#line)?.[1];
    const ordered = number !== undefined;
    const items: string[][] = [];
    for (;;) {
      const item = ITEM.exec(this.#line);
      if (item && (item[1] !== undefined) === ordered) items.push([item[2] ?? '']);
      else if (!item && INDENTED.test(this.#line)) items.at(-1)?.push(this.#line.trim());
      else break;
      this.#at += 1;
    }
    return {
      is: 'list',
      ordered,
      start: Number(number ?? 1),
      items: items.map((lines) => inlinesOf(lines.join('\n'))),
    };
  }
}

/** Reads a text. */
export const readMarkdown = (text: string): Block[] =>
  new BlockReader(text.replaceAll(/\r\n?/g, '\n').split('\n'), true).read();

const wordsOfInlines = (inlines: readonly Inline[]): string => inlines.map(wordsOfInline).join('');

function wordsOfInline(inline: Inline): string {
  if (inline.is === 'break') return '\n';
  if (inline.is === 'mention') return `@${inline.email}`;
  if (!('of' in inline)) return inline.text;
  const words = wordsOfInlines(inline.of);
  if (inline.is !== 'link') return words;
  const address = inline.href.replace(/^mailto:/i, '');
  return address === words ? words : `${words} (${address})`;
}

function wordsOfBlock(block: Block): string {
  if (block.is === 'code') return block.text;
  if (block.is === 'quote') return wordsOfBlocks(block.of).replaceAll(/^/gm, '> ');
  if (block.is !== 'list') return wordsOfInlines(block.of);
  const { ordered, start } = block;
  return block.items
    .map((item, at) => `${ordered ? `${start + at}.` : '-'} ${wordsOfInlines(item).replaceAll('\n', '\n  ')}`)
    .join('\n');
}

const wordsOfBlocks = (blocks: readonly Block[]): string => blocks.map(wordsOfBlock).join('\n\n');

/** A text as plain words, for a mail: without marks, links with their addresses behind them. */
export const plainWords = (text: string): string => wordsOfBlocks(readMarkdown(text));

/** The addresses that a text mentions, in small letters, each once; not what stands in code. */
export function mentionsIn(text: string): string[] {
  const found = new Set<string>();
  const look = (inlines: readonly Inline[]) => {
    for (const inline of inlines)
      if (inline.is === 'mention') found.add(inline.email.toLowerCase());
      else if ('of' in inline) look(inline.of);
  };
  const lookInto = (blocks: readonly Block[]) => {
    for (const block of blocks)
      if (block.is === 'list') block.items.forEach(look);
      else if (block.is === 'quote') lookInto(block.of);
      else if (block.is !== 'code') look(block.of);
  };
  lookInto(readMarkdown(text));
  return [...found];
}
