import type { Database } from '#server/platform/database/database.ts';
import { quoted, SEARCH_COLUMN } from './sql.ts';

/** So many characters a trigram index looks up together. */
const LOOKED_UP = 3;
const PART = 4;
/** Of a long word its end is tried, where numbers differ. */
const MOST_PARTS = 40;
/** A part that more of the texts have than one in so many is not rare. */
const RARE = 16;
/** So many of the newest records are looked at, and so many picked among all of them. */
const NEWEST = 64;
const PICKED = 256;
/** No more of a long text than this is looked at. */
const LONGEST = 1000;
const FRESH_MS = 60_000;

/** Letters and digits alone, with nothing behind that could change how they are written small. */
const PARTS = new RegExp(`(?=([a-z0-9]{${PART}})[\\x20-\\x7e])`, 'gi');

interface Sample {
  texts: number;
  /** How many of the texts have these three characters. */
  found: ReadonlyMap<string, number>;
}

/**
 * What the trigram index of a model is asked for in place of a long word.
 *
 * The index reads a list of records for every three characters, and those of frequent ones are as long as the table: each
 * identifier that starts alike is in them. So it is asked for the four characters of the word that fewest records of a
 * sample have, which is read again every minute while people search. A sample that is old or poor costs time and no
 * record, since what the index names is compared with the whole word.
 */
export class RareParts {
  readonly #db: Database;
  readonly #table: string;
  #sample: Sample | null = null;
  #readAt = -Infinity;

  /** @param table its name; it has a column of texts */
  constructor(db: Database, table: string) {
    this.#db = db;
    this.#table = table;
  }

  /** The rarest part of a pattern for LIKE, as a pattern; the whole one where no part is rare, or none is known yet. */
  of(pattern: string): string {
    if (performance.now() - this.#readAt > FRESH_MS) {
      this.#readAt = performance.now();
      // The database being away is told by the search itself.
      void this.#read().catch(() => undefined);
    }
    return this.#sample ? rarestPart(pattern, this.#sample) : pattern;
  }

  async #read(): Promise<void> {
    const [table, text] = [quoted(this.#table), `left(${SEARCH_COLUMN}, ${LONGEST}) AS text`];
    const { rows } = await this.#db.query<{ text: string }>(
      `(SELECT ${text} FROM ${table} ORDER BY id DESC LIMIT ${NEWEST})
       UNION ALL SELECT ${text} FROM ${table} WHERE id = ANY(ARRAY(
         SELECT least + (random() * (most - least))::integer
         FROM (SELECT min(id) AS least, max(id) AS most FROM ${table}) ids, generate_series(1, ${PICKED})))`,
    );
    this.#sample = sampleOf(rows.map((row) => row.text));
  }
}

/** Counts by three characters each in how many of the texts they occur. */
export function sampleOf(texts: readonly string[]): Sample {
  const found = new Map<string, number>();
  for (const text of texts) {
    const own = new Set<string>();
    for (let at = 0; at + LOOKED_UP <= text.length; at += 1) own.add(text.slice(at, at + LOOKED_UP));
    for (const three of own) found.set(three, (found.get(three) ?? 0) + 1);
  }
  return { texts: texts.length, found };
}

/** The rarest part of a pattern; of equally rare ones the last. */
export function rarestPart(pattern: string, { texts, found }: Sample): string {
  let rarest = pattern;
  let fewest = texts / RARE;
  for (const [, part = ''] of [...pattern.matchAll(PARTS)].slice(-MOST_PARTS)) {
    const small = part.toLowerCase();
    const [one, other] = [found.get(small.slice(0, LOOKED_UP)) ?? 0, found.get(small.slice(1)) ?? 0];
    const most = Math.max(one, other);
    if (most > fewest) continue;
    fewest = most;
    rarest = `%${part}%`;
  }
  return rarest;
}
