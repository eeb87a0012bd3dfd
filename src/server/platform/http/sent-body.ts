import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';

/**
 * Keeps the bodies of a scope's requests as they were sent, for whoever checks a signature over them.
 * @param longest bytes of one
 * @returns the body of a request; empty where none came
 */
export function keepSentBodies(scope: FastifyInstance, longest: number): (request: FastifyRequest) => Buffer {
  const kept = new WeakMap<FastifyRequest, Buffer>();
  scope.addHook('preParsing', async (request, _reply, payload) => {
    const parts: Buffer[] = [];
    let length = 0;
    // Who still sends gets an answer all the same.
    for await (const part of (payload as Readable).iterator({ destroyOnReturn: false })) {
      const bytes = part as Buffer;
      length += bytes.length;
      if (length > longest) throw new Refusal(413, 'The request is too large.');
      parts.push(bytes);
    }
    const whole = Buffer.concat(parts);
    kept.set(request, whole);
    return Readable.from(whole.length === 0 ? [] : [whole]);
  });
  return (request) => kept.get(request) ?? Buffer.alloc(0);
}
