import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import { projectRoot, type Config } from '../config/config.ts';
import { isApi } from './server.ts';

const ASSETS = '/assets/';

/** The start page's place for what the server passes to the web. */
const place = (name: string) => new RegExp(`(<meta name="${name}" content=")(")`);
/** The header that the web sends with every call, and whom people may ask for help. */
const CLIENT_AUTHORIZATION = place('client-authorization');
const CCOE_EMAIL = place('ccoe-email');

const TAKES_GZIP = /(?:^|[\s,])gzip(?![\w-])(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The start page; packed it fits what a server may send before it hears of the browser again. */
interface StartPage {
  plain: string;
  packed: Buffer;
}

/**
 * Serves the built web: its hashed assets for ever, everything else fresh, and its start page for every address
 * outside /api that a browser opens, since the web has its own router.
 * @param folder of the built web; without it only the API answers
 */
export async function serveWeb(
  app: FastifyInstance,
  { clientAuthorization, ccoeEmail }: Pick<Config, 'clientAuthorization' | 'ccoeEmail'>,
  folder = path.join(projectRoot, 'dist/web'),
): Promise<void> {
  const page = readStartPage(folder, clientAuthorization, ccoeEmail);
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    if (page === null || !opensPage || isApi(request.url) || addressOf(request).startsWith(ASSETS)) {
      throw unknown(request);
    }
    void reply
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8');
    if (!TAKES_GZIP.test(request.headers['accept-encoding'] ?? '')) return reply.send(page.plain);
    return reply.header('content-encoding', 'gzip').send(page.packed);
  };
  // An instance takes one such handler, so it is here for both cases.
  app.setNotFoundHandler(answer);
  if (page === null) {
    app.log.warn('the web is not built, so only the API is served');
    return;
  }
  app.get('/', answer);
  await app.register(async (scope) => {
    // An address that leads out of the folder is one of nothing, like any other.
    scope.setErrorHandler((error: FastifyError, request) => {
      throw error.statusCode === 403 ? unknown(request) : error;
    });
    await scope.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // The file itself lacks what the start page is given above.
      allowedPath: (file) => file !== '/index.html',
      setHeaders: (reply, file) => {
        const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
        void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  });
}

/** Without the query, which may hold what is nobody else's business. */
const addressOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

const unknown = (request: FastifyRequest) => notFound(`${request.method} ${addressOf(request)}`);

function readStartPage(
  folder: string,
  clientAuthorization: string | null,
  ccoeEmail: string,
): StartPage | null {
  const file = path.join(folder, 'index.html');
  if (!existsSync(file)) return null;
  const filled = (page: string, where: RegExp, value: string) =>
    page.replace(where, (_place, before: string, after: string) => before + escapeAttribute(value) + after);
  const page = filled(readFileSync(file, 'utf8'), CLIENT_AUTHORIZATION, clientAuthorization ?? '');
  const plain = filled(page, CCOE_EMAIL, ccoeEmail);
  return { plain, packed: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }) };
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
