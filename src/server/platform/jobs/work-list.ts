import type { Database } from '../database/database.ts';
import { limitOf, type Page } from '../http/query.ts';

interface WorkListParts<S extends string, F extends string> {
  /** Its rows have a `state`, and in `created_by` the address of who requested them. */
  table: string;
  /** `SELECT … FROM` the table. */
  select: string;
  states: readonly S[];
  /** The fields that the list can be ordered by, and their columns. */
  sorted: Readonly<Record<F, string>>;
  /** The order of SQL where no other is requested, and among equals. */
  order: string;
  /** The columns, none of them null, that `q` is searched in. */
  searched: readonly string[];
}

/** The query of such a list, as `workListMembers` declares it. */
interface WorkListQuery<S extends string, F extends string> extends Page {
  sort: F | `-${F}` | null;
  q: string;
  by_state: S | null;
}

/** One answer: the requested rows, and how many there are of each state with and without that filter. */
interface WorkListAnswer<Row, S extends string> {
  rows: Row[];
  meta: { total: number; states: Record<S, number> } & Page;
}

/**
 * A list of what goes on in the background. It comes in pages and takes an order, a text to search for, a state.
 */
export function workList<Row extends object, S extends string, F extends string>(parts: WorkListParts<S, F>) {
  const { table, select, states, sorted, order, searched } = parts;
  const where = `WHERE created_by = coalesce($1, created_by)
    AND strpos(lower(${searched.join(" || E'\\n' || ")}), lower($2)) > 0`;

  return {
    /** @param mine the address of whose rows they are; null for everybody's */
    async read(
      db: Database,
      { q, by_state: state, sort, page, per_page }: WorkListQuery<S, F>,
      mine: string | null,
    ): Promise<WorkListAnswer<Row, S>> {
      const { rows } = await db.query<Row>(
        `${select} ${where} AND state = coalesce($3, state)
         ORDER BY ${sort ? `${orderBy(sort)}, ` : ''}${order} ${limitOf({ page, per_page })}`,
        [mine, q, state],
      );
      const counted = await db.query<{ state: S; count: number }>(
        `SELECT state, count(*)::integer AS count FROM ${table} ${where} GROUP BY state`,
        [mine, q],
      );
      const counts = Object.fromEntries(states.map((name) => [name, 0])) as Record<S, number>;
      for (const { state: name, count } of counted.rows) counts[name] = count;
      const total =
        state === null ? states.reduce((sum, name) => sum + counts[name], 0) : (counts[state] ?? 0);
      return { rows, meta: { total, page, per_page, states: counts } };
    },
  };

  function orderBy(sort: F | `-${F}`): string {
    const down = sort.startsWith('-');
    return `${sorted[(down ? sort.slice(1) : sort) as F]} ${down ? 'DESC' : 'ASC'} NULLS LAST`;
  }
}
