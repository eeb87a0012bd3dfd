import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { whenOver } from './request-end.ts';

/**
 * Lets routes limit the requests of one address or one person, by `config.rateLimit`. Counted per process; a flooder
 * gets 429 with Retry-After before the body is read, everybody else is not affected.
 */
export async function registerRequestLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (request, { after }) =>
      new Refusal(
        429,
        `Too many requests from ${request.actor ? 'you' : 'your address'}. Please try again in ${after}.`,
      ),
  });
}

export interface FairUse {
  /** How many such requests one person may have under way. */
  atOnce: number;
  /** How many one person may begin in a minute. */
  perMinute: number;
  /** The name of the requests, as in 'Too many imports at once'. */
  noun: string;
}

const RETRY_SECONDS = 5;

/**
 * The part of a route's options that keeps one person's heavy requests from being at the cost of the others. It
 * comes after the hooks that say who the person is, and before the body is read.
 */
export function fairUse({ atOnce, perMinute, noun }: FairUse) {
  const underWay = new Map<string, number>();
  const personOf = (request: FastifyRequest) => request.actor?.email ?? request.ip;
  return {
    config: { rateLimit: { max: perMinute, timeWindow: '1 minute', keyGenerator: personOf } },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const person = personOf(request);
      const count = underWay.get(person) ?? 0;
      if (count >= atOnce) {
        const sentence = `Too many ${noun} at once. Please wait until one of yours is done.`;
        throw new Refusal(429, sentence, { headers: { 'Retry-After': String(RETRY_SECONDS) } });
      }
      underWay.set(person, count + 1);
      whenOver(reply, () => {
        const left = (underWay.get(person) ?? 1) - 1;
        if (left > 0) underWay.set(person, left);
        else underWay.delete(person);
      });
    },
  };
}
