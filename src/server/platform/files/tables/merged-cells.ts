import { parseCellRef } from 'hucre/xlsx';
import { UnreadableFile } from './unreadable.ts';

/** Merged cells; rows and columns count from 0, and the last ones belong to it. */
export interface Merge {
  range: string;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const BEGINS = ['<mergeCells', ':mergeCells'].map((text) => Buffer.from(text));
const END = 'mergeCells>';
/** Bytes of the longest of these words, which may lie in two portions. */
const LONGEST_WORD = 12;
const ONE = /<(?:\w+:)?mergeCell\s[^>]*?\bref=["']([A-Za-z]{1,3}\d{1,7}):([A-Za-z]{1,3}\d{1,7})["']/g;
/** Bytes of what a sheet says of its merged cells. */
const MOST_TEXT = 8_000_000;

/**
 * The merged cells of a sheet, by their first rows. A sheet says behind its rows which they are, so it is looked through once
 * before it is read; nothing of it is kept.
 * @throws {UnreadableFile} 413 for more than a person merges
 */
export async function mergesOf(bytes: AsyncIterable<Buffer>): Promise<Merge[]> {
  const markup = await wordsOf(bytes);
  const found = [...markup.matchAll(ONE)].map(([, from = '', to = '']): Merge => {
    const [one, other] = [parseCellRef(from), parseCellRef(to)];
    return {
      range: `${from}:${to}`,
      top: Math.min(one.row, other.row),
      bottom: Math.max(one.row, other.row),
      left: Math.min(one.col, other.col),
      right: Math.max(one.col, other.col),
    };
  });
  return found.toSorted((one, other) => one.top - other.top);
}

/** The markup of a sheet about its merged cells. */
async function wordsOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  let markup = '';
  let tail: Buffer = Buffer.alloc(0);
  for await (const part of bytes) {
    const all = markup === '' ? Buffer.concat([tail, part]) : part;
    const begin = markup === '' ? Math.max(...BEGINS.map((word) => all.indexOf(word))) : 0;
    if (begin < 0) tail = all.subarray(Math.max(0, all.length - LONGEST_WORD));
    else {
      const before = markup.slice(-LONGEST_WORD);
      const piece = all.toString('latin1', begin);
      markup += piece;
      if (`${before}${piece}`.includes(END, 1)) return markup;
    }
    if (markup.length > MOST_TEXT)
      throw new UnreadableFile(
        'The workbook has more merged cells than can be read. Please unmerge them.',
        413,
      );
  }
  return markup;
}
