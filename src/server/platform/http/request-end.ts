import type { FastifyReply } from 'fastify';

/**
 * Calls `end` once when a request is over, also when its connection breaks before the whole answer was sent
 * (`aborted`), of which Fastify's onResponse is not told.
 */
export function whenOver({ raw }: FastifyReply, end: (aborted: boolean) => void): void {
  // The connection may have broken before anybody asked.
  if (raw.closed) return end(true);
  let sent = false;
  raw.once('finish', () => {
    sent = true;
  });
  raw.once('close', () => end(!sent));
}
