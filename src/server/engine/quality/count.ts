import type { QualityCount } from '#calls/quality.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Database } from '#server/platform/database/database.ts';
import { today } from '#server/platform/database/today.ts';
import { quoted } from '../sql.ts';
import type { Breakable } from './quality-filter.ts';

/** Counts that took longer than this, in milliseconds, are kept and given again for a while. */
const LONG_MS = 1_000;
const KEPT_MS = 60_000;

interface Counted {
  /** By which they were counted: what has expired depends on the requester. */
  day: string;
  counts: Promise<QualityCount[]>;
  /** On the clock of `performance.now()`; those under way are good for requests meanwhile. */
  goodUntil: number;
}

/**
 * One statement for all rules of a model. Those that a record breaks by itself are counted in one pass; for each of the
 * others the database joins two tables as a whole, which takes half as long as to look up the other record of each.
 */
function countSql(resource: Resource, rules: readonly Breakable[]): string {
  const from = `FROM ${quoted(resource.name)} t`;
  const plain = rules
    .filter(({ isPlain }) => isPlain)
    .map(({ sql }) => `count(*) FILTER (WHERE ${sql('t')})`);
  let at = 0;
  const counts = rules.map(({ isPlain, sql }) =>
    isPlain ? `plain.counts[${++at}]` : `(SELECT count(*) ${from} WHERE ${sql('t')})`,
  );
  return `WITH plain AS MATERIALIZED (SELECT ARRAY[${plain.join(',\n')}]::bigint[] AS counts ${from})
    SELECT ARRAY[${counts.join(',\n')}]::integer[] AS counts FROM plain`;
}

/** Counts how many records break each rule, a model at a time. */
export class QualityCounter {
  readonly #db: Database;
  readonly #rules: ReadonlyMap<Resource, readonly Breakable[]>;
  readonly #longMs: number;
  readonly #counted = new Map<Resource, Counted>();

  /** @param rules the rules that records of each model can break */
  constructor(db: Database, rules: ReadonlyMap<Resource, readonly Breakable[]>, longMs = LONG_MS) {
    this.#db = db;
    this.#rules = rules;
    this.#longMs = longMs;
  }

  /** How many records of these models break each rule, in the order of the declarations. */
  async count(resources: readonly Resource[]): Promise<QualityCount[]> {
    const all: QualityCount[] = [];
    for (const resource of resources) all.push(...(await this.#of(resource)));
    return all;
  }

  #of(resource: Resource): Promise<QualityCount[]> {
    const day = today();
    const known = this.#counted.get(resource);
    if (known?.day === day && performance.now() < known.goodUntil) return known.counts;
    const began = performance.now();
    const counts = this.#pass(resource);
    const counted: Counted = { day, counts, goodUntil: Infinity };
    this.#counted.set(resource, counted);
    counts.then(
      () => {
        const isLong = performance.now() - began >= this.#longMs;
        counted.goodUntil = isLong ? performance.now() + KEPT_MS : 0;
      },
      () => (counted.goodUntil = 0),
    );
    return counts;
  }

  async #pass(resource: Resource): Promise<QualityCount[]> {
    const rules = this.#rules.get(resource) ?? [];
    if (rules.length === 0) return [];
    const { rows } = await this.#db.query<{ counts: number[] }>(countSql(resource, rules));
    return rules.map(({ rule: { name, label, advice, repair = null } }, at) => ({
      model: resource.name,
      rule: name,
      label,
      advice,
      count: rows[0]?.counts[at] ?? 0,
      repair,
    }));
  }
}
