import type { PoolTag } from '../runs/rules.ts';
import { Remembered } from './remembered.ts';
import { isTagColumn, keyOf, tagPairs, wholePlaces } from './tag-columns.ts';
import type { CellReader } from './tag-gaps.ts';

/** Finds of each line of a bill which of the tags it bears by which pools of the rules take lines. */
export class PoolTags {
  /** Columns with one tag each, and the values that are looked for in them with their bits. */
  readonly #single: { place: number; wanted: readonly { value: string; bit: number }[] }[];
  readonly #whole: { place: number; memory: Remembered }[];
  readonly #wanted: readonly { key: string; value: string; bit: number }[];

  /** @param headers the names of the columns @param tags those that are looked for: their places are the bits */
  constructor(headers: readonly string[], tags: readonly PoolTag[]) {
    this.#wanted = tags.map(({ key, value }, at) => ({ key: spelled(key), value, bit: 1 << at }));
    this.#single = headers.flatMap((name, place) => {
      const wanted = isTagColumn(name) ? this.#wanted.filter(({ key }) => key === spelled(name)) : [];
      return wanted.length > 0 ? [{ place, wanted }] : [];
    });
    this.#whole =
      tags.length > 0 ? wholePlaces(headers).map((place) => ({ place, memory: new Remembered() })) : [];
  }

  /** Where what it reads of a row is. */
  get places(): number[] {
    return [...this.#whole, ...this.#single].map(({ place }) => place);
  }

  /** The bits of the tags that a line bears; null for none. */
  of(cell: CellReader): number | null {
    let bits = 0;
    for (const { place, wanted } of this.#single) {
      const text = cell.text(place).trim();
      for (const { value, bit } of wanted) if (text === value) bits |= bit;
    }
    for (const { place, memory } of this.#whole) bits |= cell.made(place, memory, this.#bitsIn);
    return bits === 0 ? null : bits;
  }

  readonly #bitsIn = (text: string): number => {
    let bits = 0;
    for (const [key, value] of tagPairs(text))
      for (const one of this.#wanted)
        if (one.key === spelled(key) && one.value === value.trim()) bits |= one.bit;
    return bits;
  };
}

/** The key of a tag without what a cloud puts before it; clouds do not agree whether capitals count. */
const spelled = (key: string): string => keyOf(key).toLowerCase();
