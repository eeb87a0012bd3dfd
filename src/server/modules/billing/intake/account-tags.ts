/** What is asked of tags. */
type TagMeaning = 'cost_center' | 'owner';

/** What a tag says of an account, and on how many of the lines that were looked at. */
export interface FoundTag {
  account: string;
  meaning: TagMeaning;
  /** As it is written. */
  key: string;
  value: string;
  lines: number;
}

/** Keys in small letters, without what stands between words. */
const KEYS: ReadonlyMap<string, TagMeaning> = new Map([
  ['costcenter', 'cost_center'],
  ['costcentre', 'cost_center'],
  ['costcenterid', 'cost_center'],
  ['costcentername', 'cost_center'],
  ['costcentertag', 'cost_center'],
  ['wbs', 'cost_center'],
  ['wbselement', 'cost_center'],
  ['owner', 'owner'],
  ['owneremail', 'owner'],
  ['ownertag', 'owner'],
  ['accountowner', 'owner'],
]);
/** Columns with all tags of a line. */
const WHOLE = new Set(['tags', 'labels', 'projectlabels', 'resourcetags']);
/** What clouds put before the keys that people chose. */
const PREFIX = /^(?:resource_?tags?[_/:.])?(?:user[_:]|labels?[.:/]|tags?[.:/])?/i;
/** What stands in the tags where one of the keys does, whatever is between its words. */
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

const keyOf = (name: string) => name.trim().replace(PREFIX, '');
const meaningOf = (name: string) =>
  KEYS.get(
    keyOf(name)
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, ''),
  );

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

  /** @param headers the names of the columns */
  constructor(headers: readonly string[]) {
    this.#single = headers.flatMap((name, place) => {
      const meaning = meaningOf(name);
      return meaning ? [{ place, key: keyOf(name), meaning }] : [];
    });
    this.#whole = headers.flatMap((name, place) =>
      WHOLE.has(name.trim().toLowerCase().replaceAll('_', '')) ? [place] : [],
    );
  }

  /** Takes a line of an account; `cell` answers what stands at a place of its row. */
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
        const meaning = meaningOf(key);
        if (meaning) this.#keep(account, known, { meaning, key: keyOf(key), value });
      }
  }

  /** All of them, those of the most lines first. */
  found(): FoundTag[] {
    return [...this.#accounts.values()]
      .flatMap(({ tags }) => [...tags.values()])
      .toSorted((one, other) => other.lines - one.lines);
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
    if (text === '' || text === 'NULL' || text.length > LONGEST || key.length > LONGEST) return;
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

/** Tags are JSON, of Azure with or without the outer braces, of Google as a list; anything else has none. */
export function tagPairs(text: string): (readonly [key: string, value: string])[] {
  const written = text.trim();
  let read: unknown;
  try {
    read = JSON.parse(/^[[{]/.test(written) ? written : `{${written}}`);
  } catch {
    return [];
  }
  const pairs = Array.isArray(read)
    ? read.map((one: unknown) => listed(one))
    : Object.entries(Object(read) as Record<string, unknown>);
  return pairs.flatMap((pair) => (pair && typeof pair[1] === 'string' ? [[pair[0], pair[1]] as const] : []));
}

function listed(one: unknown): [key: string, value: unknown] | null {
  const { key, value } = Object(one) as { key?: unknown; value?: unknown };
  return typeof key === 'string' ? [key, value] : null;
}
