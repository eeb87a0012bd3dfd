import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { HeavyWork } from '../database/heavy-work.ts';
import { whenOver } from './request-end.ts';

/** Work for one answer, which ends when its client goes away. */
export function heavyWorkFor(reply: FastifyReply): HeavyWork {
  const gone = new AbortController();
  whenOver(reply, (aborted) => {
    if (aborted) gone.abort();
  });
  return new HeavyWork(gone.signal);
}

/** The part of a route's options by which all that its handler reads is heavy work. */
export const heavily = {
  preHandler: (_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) =>
    heavyWorkFor(reply).run(done),
};
