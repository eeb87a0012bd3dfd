import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import { projectRoot, type Config } from './config.ts';
import { isApi } from './http.ts';

const ASSETS = '/assets/';

/** The start page's place for the header that the web sends with every call. */
const CLIENT_AUTHORIZATION = /(<meta name="client-authorization" content=")(")/;

/**
 * Serves the built web: its hashed assets for ever, everything else fresh, and its start page for every address
 * outside /api that a browser opens, since the web has its own router.
 * @param folder of the built web; without it only the API answers
 */
export async function serveWeb(
  app: FastifyInstance,
  folder = path.join(projectRoot, 'dist/web'),
): Promise<void> {
  const built = existsSync(path.join(folder, 'index.html'));
  // An instance takes one such handler, so it stands here for both cases.
  app.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?', 1)[0] ?? '/';
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    if (!built || !opensPage || isApi(request.url) || address.startsWith(ASSETS))
      throw notFound(`${request.method} ${address}`);
    return reply.sendFile('index.html');
  });
  if (!built) {
    app.log.warn('the web is not built, so only the API is served');
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    logLevel: 'warn',
    setHeaders: (reply, file) => {
      const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-store');
    },
  });
}
