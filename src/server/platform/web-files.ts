import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import { projectRoot } from './config.ts';
import { isApi } from './http.ts';

const ASSETS = '/assets/';

/**
 * Serves the built web: its hashed assets for ever, everything else fresh, and its start page for every address
 * outside /api that a browser opens, since the web has its own router.
 * @param folder of the built web; without it only the API answers
 */
export async function serveWeb(
  app: FastifyInstance,
  folder = path.join(projectRoot, 'dist/web'),
): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    app.log.warn('the web is not built, so only the API is served');
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    logLevel: 'warn',
    setHeaders: (reply, file) => {
      const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-store');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?', 1)[0] ?? '/';
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    if (!opensPage || isApi(request.url) || address.startsWith(ASSETS))
      throw notFound(`${request.method} ${address}`);
    return reply.sendFile('index.html');
  });
}
