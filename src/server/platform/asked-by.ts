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

const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= most);

/** What lists that are no model's take: a page, and filters by name. */
export const pageQuery = {
  page: wholeNumber(1_000_000).prefault('1'),
  per_page: wholeNumber(1000).prefault('25'),
};

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

/** The part of an SQL query for one page. */
export const pageSql = ({ page, per_page: size }: { page: number; per_page: number }): string =>
  `LIMIT ${size} OFFSET ${(page - 1) * size}`;

/** Schemas of routes in this scope tell what they take and answer; what comes is checked by the routes themselves. */
export function schemasOnlyTell(scope: FastifyInstance): void {
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(() => JSON.stringify);
}
