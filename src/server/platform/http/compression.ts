import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import type {} from '../base/actor.ts';

/** An answer that fits one packet gains nothing. */
const SMALLEST = 1400;
/** Up to this size an answer is compressed in one go, which is cheaper than a stream and takes less than a millisecond. */
const LARGEST_AT_ONCE = 512 * 1024;

const how: FastifyCompressOptions = {
  encodings: ['gzip'],
  threshold: SMALLEST,
  syncThreshold: LARGEST_AT_ONCE,
  // The lowest level makes a tenth of a list already; the preset takes three times as long for a quarter less.
  zlibOptions: { level: constants.Z_BEST_SPEED },
};

/**
 * Answers JSON and CSV compressed where a client takes it; what is streamed stays streamed. Registered before the
 * routes. The web's files were compressed when they were built.
 *
 * An answer that holds a secret beside what the client chose must not be compressed: who sees the length could guess
 * the secret bit by bit (BREACH). Credentials leave by the routes of signing in alone, so these stay as they are.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (mayCompress(route.url) && !route.config?.endless) route.compress = how;
  });
  await app.register(compress, { ...how, global: false, globalDecompression: false });
}

const mayCompress = (url: string) => url.startsWith('/api/') && !url.startsWith('/api/auth');
