import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { malformed } from '#kernel/errors.ts';
import type { Database } from './database.ts';

const PAGE_SIZE = 25;

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
  meta: { total: number; page?: number; per_page?: number; states: Record<string, number> };
}

/**
 * A list of what goes on in the background. It takes what the lists of models take: a page or everything, an order,
 * a text to search for, a state.
 */
export function workList<Row extends object, S extends string>(parts: WorkListParts<S>) {
  const { table, select, states, sorted, order, searched } = parts;
  const fields = Object.keys(sorted);
  const query = z.strictObject({
    page: wholeNumber(1_000_000).optional(),
    per_page: wholeNumber(1000).optional(),
    sort: z.templateLiteral([z.enum(['', '-']), z.enum(fields)]).optional(),
    q: z.string().max(200).optional(),
    by_state: z.enum(states).optional(),
  });
  const where = `WHERE created_by = coalesce($1, created_by)
    AND strpos(lower(${searched.join(" || E'\\n' || ")}), lower($2)) > 0`;

  return {
    /** What the published OpenAPI says of the query. */
    querystring: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 1, description: 'Without it the whole list comes.' },
        per_page: { type: 'integer', minimum: 1, maximum: 1000, default: PAGE_SIZE },
        sort: { type: 'string', enum: fields.flatMap((name) => [name, `-${name}`]) },
        q: { type: 'string', description: 'A text to search for.' },
        by_state: { type: 'string', enum: ['All', ...states] },
      },
    },

    /**
     * @param mine the address of whose rows they are; null for everybody's
     * @throws {Refusal} 400 for a parameter that is not known or cannot be read
     */
    async read(db: Database, request: FastifyRequest, mine: string | null): Promise<WorkListAnswer<Row>> {
      const { page, per_page: size, sort, q, by_state: state } = readQuery(query, request.query);
      const paging =
        page === undefined && size === undefined ? null : { page: page ?? 1, per_page: size ?? PAGE_SIZE };
      const values = [mine, q?.trim() ?? ''];
      const limit = paging ? ` LIMIT ${paging.per_page} OFFSET ${(paging.page - 1) * paging.per_page}` : '';
      const { rows } = await db.query<Row>(
        `${select} ${where} AND state = coalesce($3, state)
         ORDER BY ${sort ? `${orderBy(sort)}, ` : ''}${order}${limit}`,
        [...values, state ?? null],
      );
      const counted = await db.query<{ state: string; count: number }>(
        `SELECT state, count(*)::integer AS count FROM ${table} ${where} GROUP BY state`,
        values,
      );
      const counts = Object.fromEntries(states.map((name) => [name, 0]));
      for (const { state: name, count } of counted.rows) counts[name] = count;
      const total = Object.entries(counts).reduce(
        (sum, [name, count]) => (state === undefined || name === state ? sum + count : sum),
        0,
      );
      return { rows, meta: { total, ...paging, states: counts } };
    },
  };

  function orderBy(sort: string): string {
    const down = sort.startsWith('-');
    return `${sorted[down ? sort.slice(1) : sort]} ${down ? 'DESC' : 'ASC'} NULLS LAST`;
  }
}

function wholeNumber(most: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= most);
}

/** A query as `schema` reads it; `All` and empty mean no filter. */
function readQuery<T extends z.ZodType>(schema: T, query: unknown): z.output<T> {
  const given = Object.entries(query as Record<string, unknown>).filter(
    ([, value]) => value !== '' && value !== 'All',
  );
  const read = schema.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  const what = issue?.code === 'unrecognized_keys' ? 'is not known here' : 'cannot be understood';
  throw malformed(`The parameter ${String(name).slice(0, 60)} ${what}.`);
}
