import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { malformed } from '#kernel/errors.ts';
import type {} from '../base/actor.ts';
import { registerCompression } from './compression.ts';
import type { Config } from '../config/config.ts';
import { answerError, failureBody } from './errors.ts';
import { takeJson } from './json-body.ts';
import { LateLogger } from './late-logger.ts';
import type { Log } from '../log/log.ts';
import { whenOver } from './request-end.ts';
import { registerRequestLimits } from './request-limits.ts';
import { RequestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { limitSlowBodies } from './slow-body.ts';
import { limitUnreadBodies } from './unread-body.ts';

const PARAM_LENGTH_LIMIT = 500;
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;

/**
 * The HTTP server before any route: request ids, one log line per request, security headers, limits, and one
 * form for every failure. Requests without a route are answered by `serveWeb`.
 */
export async function createServer(config: Config, log: Log): Promise<FastifyInstance> {
  const always = await securityHeaders(config);
  const requestLog = new RequestLog(log);
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: requestLog,
    childLoggerFactory: (logger, bindings, options) => new LateLogger(logger, bindings, options),
    genReqId: (request) => incomingId(request, config.trustProxy) ?? randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: config.bodyLimit,
    // The arrival of a body is watched by `limitSlowBodies`; Node would end whole requests, large files among them.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAM_LENGTH_LIMIT },
    // Neither of these comes by the hooks below.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers(always).header('x-request-id', request.id)),
    clientErrorHandler: (error, socket) => refuseBrokenHttp(log, always, error, socket),
  });

  app.decorateRequest('actor', null);
  app.decorateRequest('refusal', null);
  app.setErrorHandler(answerError);
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  takeJson(app);
  limitSlowBodies(app, (socket) => {
    const error = Object.assign(new Error('The body is too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    refuseBrokenHttp(log, always, error, socket);
  });
  limitUnreadBodies(app, config.importLimit);

  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(always).header('x-request-id', request.id);
    if (isApi(request.url)) void reply.header('cache-control', 'no-store');
    whenOver(reply, (aborted) => aborted && requestLog.requestAborted(request, reply));
    done(hasTwoHosts(request.raw) ? malformed('The request names its host twice.') : undefined);
  });
  await registerCompression(app);
  await registerRequestLimits(app);
  return app;
}

/** Whether a request's address lies under /api. */
export function isApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}

/** A proxy's request id is kept, which joins its log and ours; nobody else may choose one. */
function incomingId(request: IncomingMessage, trusted: boolean): string | null {
  const id = request.headers['x-request-id'];
  return trusted && typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : null;
}

/** Node keeps the first Host and drops the others, while a proxy before it may have gone by another. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Input that is no HTTP at all never becomes a request; it gets the same form of answer on the bare connection. */
function refuseBrokenHttp(
  log: Log,
  always: Record<string, string>,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const requestId = randomUUID();
  const [status, sentence] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'The request is not valid HTTP.'];
  log.info({ requestId, code: error.code }, `refused: ${sentence}`);
  const body = JSON.stringify(failureBody(malformed(sentence), requestId));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...always,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}
