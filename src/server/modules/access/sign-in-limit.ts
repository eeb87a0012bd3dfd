import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kernel/errors.ts';

/**
 * Lets routes of this scope limit what one address may ask, by `config.rateLimit`. Counted per process; a
 * flooder gets 429 with Retry-After, everybody else is not affected.
 */
export async function signInLimit(scope: FastifyInstance): Promise<void> {
  await scope.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { after }) =>
      new Refusal(429, `Too many requests from your address. Please try again in ${after}.`),
  });
}
