import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const PATIENCE_MS = 30_000;
/** Of the largest body: one that is a little too large ends by itself, and its client reads why it was refused. */
const MOST_UNREAD = 2;
const LOOK_EVERY_MS = 100;

/**
 * A request may be answered before its body has arrived, as one without a session is. What still arrives is thrown
 * away, so that the client comes to read its answer; a client that sends more than an honest one would, or takes too
 * long, loses the connection.
 * @param limit of the largest body that is taken, in bytes
 */
export function limitUnreadBodies(app: FastifyInstance, limit: number): void {
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) watch(request.raw, limit);
    done();
  });
}

/** Node throws the rest away without a word, so the connection is read for what came in. */
function watch(request: IncomingMessage, limit: number): void {
  const { socket } = request;
  // A request that never left this process, as `inject` makes them, holds no connection.
  if (!(socket instanceof Socket)) return;
  const readBefore = socket.bytesRead;
  const began = performance.now();
  const looking = setInterval(() => {
    const tooMuch =
      socket.bytesRead - readBefore > limit * MOST_UNREAD || performance.now() - began > PATIENCE_MS;
    if (tooMuch && !request.complete) socket.destroy();
    if (tooMuch || request.complete || socket.destroyed) clearInterval(looking);
  }, LOOK_EVERY_MS).unref();
}
