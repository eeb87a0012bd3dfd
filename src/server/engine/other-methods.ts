import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { AnyCall } from '#calls/call.ts';
import { Refusal } from '#kernel/errors.ts';

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers the methods that an address does not take with 405 and those that it takes. */
export function refuseOtherMethods(scope: FastifyInstance, url: string, taken: (string | null)[]): void {
  const allow = taken.filter((method) => method !== null);
  const method = METHODS.filter(
    (name) => !allow.includes(String(name)) && !scope.hasRoute({ method: name, url }),
  );
  if (method.length === 0) return;
  scope.route({
    method,
    url,
    schema: { hide: true },
    handler: async (request) => {
      const sentence = `${request.method} is not possible here.`;
      throw new Refusal(405, sentence, { headers: { Allow: allow.join(', ') } });
    },
  });
}

/** Answers the methods that the addresses of calls do not take. */
export function refuseOthersThan(scope: FastifyInstance, calls: readonly AnyCall[]): void {
  for (const { method, path } of calls) refuseOtherMethods(scope, `/api${path}`, [method]);
}
