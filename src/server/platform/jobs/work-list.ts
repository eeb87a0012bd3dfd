import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { integer, object, type JsonSchema } from '../http/describe.ts';
import { limitOf, oneOf, type Page, pageOf, pageParameters, readTexts } from '../http/query.ts';

interface WorkListParts<S extends string> {
  /** Its rows have a `state`, and in `created_by` the address of who asked for them. */
  table: string;
  /** `SELECT … FROM` the table. */
  select: string;
  states: readonly S[];
  /** The fields that the list can be ordered by, and their columns. */
  sorted: Readonly<Record<string, string>>;
  /** The order of SQL where nothing else is asked for, and among equals. */
  order: string;
  /** The columns, none of them null, that `q` is searched in. */
  searched: readonly string[];
}

/** One answer: the rows that were asked for, and how many there are of each state with and without that filter. */
interface WorkListAnswer<Row> {
  rows: Row[];
  meta: { total: number; states: Record<string, number> } & Page;
}

/**
 * A list of what goes on in the background. It comes in pages and takes an order, a text to search for, a state.
 */
export function workList<Row extends object, S extends string>(parts: WorkListParts<S>) {
  const { table, select, states, sorted, order, searched } = parts;
  const fields = Object.keys(sorted);
  const orders = fields.flatMap((name) => [name, `-${name}`]);
  const parameters = ['page', 'per_page', 'sort', 'q', 'by_state'];
  const where = `WHERE created_by = coalesce($1, created_by)
    AND strpos(lower(${searched.join(" || E'\\n' || ")}), lower($2)) > 0`;

  return {
    /** What the published OpenAPI says of `meta`, to which a list may add. */
    meta: (more: Record<string, JsonSchema> = {}) =>
      object({
        total: integer,
        page: integer,
        per_page: integer,
        states: {
          description: 'How many there are of each state, whatever the filter by state is.',
          ...object(Object.fromEntries(states.map((name) => [name, integer]))),
        },
        ...more,
      }),

    /** What the published OpenAPI says of the query. */
    querystring: {
      type: 'object',
      properties: {
        ...pageParameters,
        sort: { type: 'string', enum: orders },
        q: { type: 'string', description: 'A text to search for.' },
        by_state: { type: 'string', enum: ['All', ...states] },
      },
    },

    /**
     * @param mine the address of whose rows they are; null for everybody's
     * @throws {Refusal} 400 for a parameter that is not known or cannot be read
     */
    async read(db: Database, request: FastifyRequest, mine: string | null): Promise<WorkListAnswer<Row>> {
      const texts = readTexts(request.query, parameters);
      const page = pageOf(texts);
      const sort = oneOf('sort', texts.get('sort'), orders);
      const state = oneOf('by_state', texts.get('by_state'), states);
      const values = [mine, texts.get('q')?.trim() ?? ''];
      const { rows } = await db.query<Row>(
        `${select} ${where} AND state = coalesce($3, state)
         ORDER BY ${sort ? `${orderBy(sort)}, ` : ''}${order} ${limitOf(page)}`,
        [...values, state],
      );
      const counted = await db.query<{ state: string; count: number }>(
        `SELECT state, count(*)::integer AS count FROM ${table} ${where} GROUP BY state`,
        values,
      );
      const counts = Object.fromEntries(states.map((name) => [name, 0]));
      for (const { state: name, count } of counted.rows) counts[name] = count;
      const total = Object.entries(counts).reduce(
        (sum, [name, count]) => (state === null || name === state ? sum + count : sum),
        0,
      );
      return { rows, meta: { total, ...page, states: counts } };
    },
  };

  function orderBy(sort: string): string {
    const down = sort.startsWith('-');
    return `${sorted[down ? sort.slice(1) : sort]} ${down ? 'DESC' : 'ASC'} NULLS LAST`;
  }
}
