import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

type End = (aborted: boolean) => void;

/** The functions to call at the end of each answer: all of them hang on one listener, since every request pays for them. */
const waiting = Symbol('ends');
type Watched = ServerResponse & { [waiting]?: End[] };

/**
 * Calls `end` once when a request is over, also when its connection breaks before the whole answer was sent
 * (`aborted`), for which Fastify does not call onResponse.
 */
export function whenOver({ raw }: { raw: FastifyReply['raw'] }, end: End): void {
  // The connection may have broken before this was called.
  if (raw.closed) return end(true);
  const watched: Watched = raw;
  const ends = watched[waiting];
  if (ends) {
    ends.push(end);
    return;
  }
  const all = (watched[waiting] = [end]);
  let sent = false;
  raw.on('finish', () => {
    sent = true;
  });
  raw.on('close', () => {
    for (const one of all.splice(0)) one(!sent);
  });
}
