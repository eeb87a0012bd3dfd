import { Remembered } from './remembered.ts';
import {
  isOfPeople,
  hasValue,
  isTagColumn,
  nameOf,
  tagPairs,
  wholePlaces,
  type TagKeys,
} from './tag-columns.ts';

/** Says of a line that it has no tag at all; the bits below it say which of the demanded tags it lacks. */
export const NO_TAG = 1 << 14;

/** A cell of a row: its text, or what was made of a cell with the same bytes. */
export interface CellReader {
  /** Empty for what is not there. */
  text: (place: number) => string;
  made: (place: number, memory: Remembered, make: (text: string) => number) => number;
}

/** Finds of each line of a bill which of the demanded tags it lacks. */
export class TagGaps {
  /** The demanded tags, by their bits; empty where the file has no tags. */
  readonly names: readonly string[];
  /** Columns with one tag each, and the bits that they say something of. */
  readonly #single: { place: number; has: number }[];
  readonly #whole: { place: number; memory: Remembered }[];
  readonly #keys: TagKeys;

  /** @param headers the names of the columns @param keys how the demanded tags are spelled */
  constructor(headers: readonly string[], keys: TagKeys) {
    this.#keys = keys;
    const names = [...new Set(keys.values())];
    this.#single = headers.flatMap((name, place) =>
      isTagColumn(name) ? [{ place, has: bitsOf(names, nameOf(keys, name)) }] : [],
    );
    this.#whole = wholePlaces(headers).map((place) => ({ place, memory: new Remembered() }));
    this.names = this.#single.length + this.#whole.length > 0 ? names : [];
  }

  /** Where what it reads of a row is. */
  get places(): number[] {
    return [...this.#whole, ...this.#single].map(({ place }) => place);
  }

  /** The bits of what a line lacks; null where the file has no tags. */
  of(cell: CellReader): number | null {
    if (this.names.length === 0) return null;
    let has = 0;
    for (const { place, has: bits } of this.#single)
      if ((has & bits) !== bits && hasValue(cell.text(place))) has |= bits;
    for (const { place, memory } of this.#whole) has |= cell.made(place, memory, this.#bitsIn);
    return ~has & (NO_TAG | ((1 << this.names.length) - 1));
  }

  readonly #bitsIn = (text: string): number => {
    let has = 0;
    for (const [key, value] of tagPairs(text))
      if (hasValue(value) && isOfPeople(key)) has |= bitsOf(this.names, nameOf(this.#keys, key));
    return has;
  };
}

/** The bit of a demanded tag, and that of any. */
function bitsOf(names: readonly string[], name: string | undefined): number {
  const at = name === undefined ? -1 : names.indexOf(name);
  return NO_TAG | (at < 0 ? 0 : 1 << at);
}
