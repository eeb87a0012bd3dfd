import type { FastifyRequest } from 'fastify';
import { malformed } from '#kernel/errors.ts';

/**
 * For routes that have no use for a query: it is refused, as lists refuse an unknown parameter.
 * @throws {Refusal} 400
 */
export function noQuery({ query }: FastifyRequest): void {
  const [name] = Object.keys(query as object);
  if (name !== undefined) throw malformed(`The parameter ${name.slice(0, 60)} is not known here.`);
}
