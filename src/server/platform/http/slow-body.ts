import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a body may take to arrive. */
export interface BodyPatience {
  /** How long nothing of it may come. */
  silenceMs: number;
  /** The time that any body may take, however short. */
  wholeMs: number;
  /** How much of it gives it another second. */
  bytesPerSecond: number;
  lookEveryMs: number;
}

/** A file of gigabytes comes over a slow line; a byte now and then holds a connection for two minutes. */
const USUAL: BodyPatience = {
  silenceMs: 60_000,
  wholeMs: 120_000,
  bytesPerSecond: 16_000,
  lookEveryMs: 1_000,
};

/**
 * Ends requests whose body does not go on arriving. A limit for whole requests would also end large files that arrive
 * steadily.
 * @param refuse answers on the bare connection and ends it
 */
export function limitSlowBodies(
  app: FastifyInstance,
  refuse: (socket: Socket) => void,
  patience: BodyPatience = USUAL,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw;
    // A request that never left this process, as `inject` makes them, has no connection.
    if (!request.raw.complete && hasBody(request.raw) && socket instanceof Socket)
      watch(request.raw, socket, refuse, patience);
    done();
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watch(
  request: IncomingMessage,
  socket: Socket,
  refuse: (socket: Socket) => void,
  { silenceMs, wholeMs, bytesPerSecond, lookEveryMs }: BodyPatience,
): void {
  const before = socket.bytesRead;
  let read = before;
  let [waited, silent] = [0, 0];
  let since = performance.now();
  const looking = setInterval(() => {
    const now = performance.now();
    // More cannot come while what came is not taken.
    const passed = request.readableLength < request.readableHighWaterMark ? now - since : 0;
    since = now;
    waited += passed;
    silent = socket.bytesRead > read ? 0 : silent + passed;
    read = socket.bytesRead;
    const isTooSlow = waited > wholeMs + ((read - before) / bytesPerSecond) * 1000;
    if (silent <= silenceMs && !isTooSlow) return;
    clearInterval(looking);
    refuse(socket);
  }, lookEveryMs).unref();
  for (const event of ['end', 'close']) request.once(event, () => clearInterval(looking));
}
