import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { withoutSecrets, type Log } from '../log/log.ts';

/** The route under which the built web's files are served. */
const STATIC_FILES = '/*';

/**
 * One line per request, when it has been answered or its connection broke before: who called which route and
 * what came of it. The address itself is left out, since its query may hold what is nobody else's business.
 */
export class RequestLog extends fastify.LogController {
  readonly #aborted = new WeakSet<FastifyRequest>();
  readonly #log: Log;

  constructor(log: Log) {
    super({ requestIdLogLabel: 'requestId' });
    // A line without an error has only text from here; to look for secrets in it would take longer than to write it.
    this.#log = withoutSecrets(log);
  }

  override incomingRequest(): void {
    // The answered request is logged with the same facts and more.
  }

  /** The connection broke before the whole answer was sent; `status` is there where it had begun. */
  requestAborted(request: FastifyRequest, reply: FastifyReply): void {
    this.#aborted.add(request);
    const status = reply.raw.headersSent ? reply.statusCode : undefined;
    // Leaving is the way in which such an answer ends.
    if (request.routeOptions.config.endless && status !== undefined)
      return this.#write(request, reply, String(status), { status }, 'info');
    this.#write(request, reply, 'aborted', { status, aborted: true }, isFile(request) ? 'debug' : 'info');
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // An answer to nobody has its line already.
    if (this.#aborted.has(request)) return;
    const status = reply.statusCode;
    const level = isFile(request) && status < 400 ? 'debug' : 'info';
    this.#write(request, reply, String(status), error ? { status, err: error } : { status }, level);
  }

  #write(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: string,
    more: Record<string, unknown>,
    level: 'debug' | 'info',
  ): void {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const ms = Math.round(reply.elapsedTime);
    const facts = {
      requestId: request.id,
      method,
      route,
      ...more,
      ms,
      actor: request.actor?.email,
      refusal: request.refusal ?? undefined,
    };
    const why = request.refusal ? `: ${request.refusal}` : '';
    // The request's own logger is used only on a route that has a level of its own.
    const shared = 'err' in more ? request.server.log : this.#log;
    const log = request.routeOptions.logLevel ? request.log : shared;
    log[level](facts, `${method} ${route} ${outcome} ${ms} ms${why}`);
  }
}

/** A page brings a dozen files; they are of interest only where one was refused. */
const isFile = (request: FastifyRequest) => request.routeOptions.url === STATIC_FILES;
