import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { malformed, Refusal } from '#kernel/errors.ts';
import type { Actor } from './actor.ts';

/**
 * Who makes a request.
 * @throws {Refusal} 401 without a person
 */
export function askedBy({ actor }: FastifyRequest): Actor {
  if (!actor) throw new Refusal(401, 'Please sign in first.');
  return actor;
}

const PAGE_SIZE = 25;

const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= most);

/**
 * What lists that are no model's take, beside filters by name: a page, and an order by one of the fields.
 * @param columns the SQL columns of the fields that a list can be ordered by
 */
export const listQuery = <F extends string>(columns: Readonly<Record<F, string>>) => ({
  page: wholeNumber(1_000_000).optional(),
  per_page: wholeNumber(1000).optional(),
  sort: z
    .templateLiteral([z.enum(['', '-']), z.enum(Object.keys(columns) as F[])])
    .transform((value) => {
      const down = value.startsWith('-');
      return `${columns[value.slice(down ? 1 : 0) as F]} ${down ? 'DESC NULLS LAST' : 'ASC NULLS LAST'}`;
    })
    .optional(),
});

/** What the published OpenAPI says of the query of such a list. */
export const listQuerySchema = (columns: Readonly<Record<string, string>>, states: readonly string[]) => ({
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, description: 'Without it the whole list comes.' },
    per_page: { type: 'integer', minimum: 1, maximum: 1000, default: PAGE_SIZE },
    sort: { type: 'string', enum: Object.keys(columns).flatMap((name) => [name, `-${name}`]) },
    q: { type: 'string', description: 'A text to search for.' },
    by_state: { type: 'string', enum: ['All', ...states] },
  },
});

interface AskedList {
  page?: number | undefined;
  per_page?: number | undefined;
  /** An order of SQL. */
  sort?: string | undefined;
}

/**
 * The query of a request as `schema` reads it; `All` and empty mean no filter.
 * @throws {Refusal} 400 for a parameter that is not known or cannot be read
 */
export function readQuery<S extends z.ZodRawShape>(schema: S, query: unknown): z.output<z.ZodObject<S>> {
  const given = Object.entries(query as Record<string, unknown>).filter(
    ([, value]) => value !== '' && value !== 'All',
  );
  const read = z.strictObject(schema).safeParse(Object.fromEntries(given));
  if (read.success) return read.data as z.output<z.ZodObject<S>>;
  const [issue] = read.error.issues;
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  const what = issue?.code === 'unrecognized_keys' ? 'is not known here' : 'cannot be understood';
  throw malformed(`The parameter ${String(name).slice(0, 60)} ${what}.`);
}

/** The page that a list was asked for; null for the whole list. */
export function pageOf({ page, per_page: size }: AskedList): { page: number; per_page: number } | null {
  return page === undefined && size === undefined ? null : { page: page ?? 1, per_page: size ?? PAGE_SIZE };
}

/** The end of an SQL query: in the order that was asked for and then in `order`, one page or everything. */
export function listSql(asked: AskedList, order: string): string {
  const page = pageOf(asked);
  const limit = page ? ` LIMIT ${page.per_page} OFFSET ${(page.page - 1) * page.per_page}` : '';
  return `ORDER BY ${asked.sort ? `${asked.sort}, ` : ''}${order}${limit}`;
}

/** Schemas of routes in this scope tell what they take and answer; what comes is checked by the routes themselves. */
export function schemasOnlyTell(scope: FastifyInstance): void {
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(() => JSON.stringify);
}
