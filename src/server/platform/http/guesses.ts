import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';

const GUESSES_PER_MINUTE = 10;

/**
 * Counts wrong links of strangers by each of some keys, such as their address: after ten in a minute further ones are refused,
 * whether right or wrong, until the minute is over. What is right costs nothing.
 */
export function limitGuesses(scope: FastifyInstance, keys: readonly ((request: FastifyRequest) => string)[]) {
  const limits = keys.map((keyGenerator) =>
    scope.createRateLimit({ max: GUESSES_PER_MINUTE, timeWindow: '1 minute', keyGenerator }),
  );
  const check = async (request: FastifyRequest, increment: boolean) => {
    const found = await Promise.all(limits.map((limit) => limit(request, { increment })));
    // The last counted try may be answered; the one about to be made would be one more.
    const over = found.find((one) => !one.isAllowed && (increment ? one.isExceeded : one.remaining <= 0));
    if (!over || over.isAllowed) return;
    throw new Refusal(429, `Too many requests. Please try again in ${over.ttlInSeconds} seconds.`, {
      headers: { 'Retry-After': String(Math.max(1, over.ttlInSeconds)) },
    });
  };
  return {
    /** @throws {Refusal} 429 with Retry-After */
    mayGuess: (request: FastifyRequest) => check(request, false),
    wrong: (request: FastifyRequest) => check(request, true),
  };
}
