import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const PATIENCE_MS = 30_000;

/**
 * A request may be answered before its body has arrived, as one without a session is. What still arrives is thrown
 * away, so that the client comes to read its answer; whoever sends more than an honest client would, or takes too
 * long, loses the connection.
 * @param limit bytes
 */
export function limitUnreadBodies(app: FastifyInstance, limit: number): void {
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete && !request.raw.destroyed) discard(request.raw, limit);
    done();
  });
}

function discard(request: IncomingMessage, limit: number): void {
  let left = limit;
  const hangUp = () => request.socket.destroy();
  const late = setTimeout(hangUp, PATIENCE_MS).unref();
  request
    .on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) hangUp();
    })
    .once('close', () => clearTimeout(late));
}
