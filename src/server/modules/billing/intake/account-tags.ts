import { hasValue, keyOf, nameOf, tagPairs, wholePlaces, type TagKeys } from './tag-columns.ts';

/** The tags that are looked for. */
const MEANINGS = ['cost_center', 'owner'] as const;
type TagMeaning = (typeof MEANINGS)[number];

/** The value of a tag of an account, and on how many of the lines that were looked at. */
export interface FoundTag {
  account: string;
  meaning: TagMeaning;
  /** As it is written. */
  key: string;
  value: string;
  lines: number;
}

/** Finds one of the keys in the tags, whatever is between its words. */
const HINT = /cost[ _.:-]?cent|wbs|owner/i;

/** So many lines of an account are looked at one by one, and of the others one of so many: a column of tags is dear. */
const FIRST = 20;
const EVERY = 128;
const MOST_VALUES = 5;
const MOST_ACCOUNTS = 100_000;
const LONGEST = 200;

interface Known {
  lines: number;
  /** By key and value. */
  tags: Map<string, FoundTag>;
}

/**
 * Keeps what the tags of a bill say of who pays for its accounts and who owns them. Lines of an account mostly have the same
 * tags, which are long, so only some of them are read.
 */
export class AccountTags {
  /** Columns with one tag each: where they are, and what they are called. */
  readonly #single: { place: number; key: string; meaning: TagMeaning }[];
  readonly #whole: number[];
  readonly #accounts = new Map<string, Known>();
  #last: { account: string; known: Known } | null = null;
  #read: { text: string; tags: readonly (readonly [key: string, value: string])[] } | null = null;

  readonly #keys: TagKeys;

  /** @param headers the names of the columns @param keys the spellings of the tags that are looked for */
  constructor(headers: readonly string[], keys: TagKeys) {
    this.#keys = keys;
    this.#single = headers.flatMap((name, place) => {
      const meaning = this.#meaningOf(name);
      return meaning ? [{ place, key: keyOf(name), meaning }] : [];
    });
    this.#whole = wholePlaces(headers);
  }

  /** Where what it reads of a row is. */
  get places(): number[] {
    return [...this.#whole, ...this.#single.map(({ place }) => place)];
  }

  /** Takes a line of an account; `cell` returns the text at a place of its row. */
  take(account: string, cell: (place: number) => string): void {
    if (this.#single.length === 0 && this.#whole.length === 0) return;
    const known = this.#last?.account === account ? this.#last.known : this.#knownOf(account);
    if (!known) return;
    known.lines += 1;
    if (known.lines > FIRST && known.lines % EVERY !== 0) return;
    for (const { place, key, meaning } of this.#single)
      this.#keep(account, known, { meaning, key, value: cell(place) });
    for (const place of this.#whole)
      for (const [key, value] of this.#tagsOf(cell(place))) {
        const meaning = this.#meaningOf(key);
        if (meaning) this.#keep(account, known, { meaning, key: keyOf(key), value });
      }
  }

  /** All of them, those of the most lines first. */
  found(): FoundTag[] {
    return [...this.#accounts.values()]
      .flatMap(({ tags }) => [...tags.values()])
      .toSorted((one, other) => other.lines - one.lines);
  }

  #meaningOf(key: string): TagMeaning | undefined {
    const name = nameOf(this.#keys, key);
    return MEANINGS.find((meaning) => meaning === name);
  }

  #knownOf(account: string): Known | null {
    let known = this.#accounts.get(account);
    if (!known) {
      if (this.#accounts.size >= MOST_ACCOUNTS) return null;
      known = { lines: 0, tags: new Map() };
      this.#accounts.set(account, known);
    }
    this.#last = { account, known };
    return known;
  }

  #keep(
    account: string,
    { tags }: Known,
    { meaning, key, value }: Omit<FoundTag, 'account' | 'lines'>,
  ): void {
    const text = value.replaceAll('\u0000', '').trim();
    if (!hasValue(text) || text.length > LONGEST || key.length > LONGEST) return;
    const name = `${key}\n${text}`;
    const same = tags.get(name);
    if (same) same.lines += 1;
    else if (tags.size < MOST_VALUES * 2)
      tags.set(name, { account, meaning, key: key.toWellFormed(), value: text.toWellFormed(), lines: 1 });
  }

  #tagsOf(text: string): readonly (readonly [key: string, value: string])[] {
    if (text === this.#read?.text) return this.#read.tags;
    const tags = HINT.test(text) ? tagPairs(text) : [];
    this.#read = { text, tags };
    return tags;
  }
}
