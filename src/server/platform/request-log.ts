import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

/** The route under which the built web's files are served. */
const STATIC_FILES = '/*';

/**
 * One line per request, when it has been answered: who asked for which route and what came of it. The address
 * itself is left out, since its query may hold what is nobody else's business.
 */
export class RequestLog extends fastify.LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {
    // The answered request is logged with the same facts and more.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime);
    const facts = {
      requestId: request.id,
      method,
      route,
      status,
      ms,
      actor: request.actor?.email,
      refusal: request.refusal ?? undefined,
    };
    // A page brings a dozen files; they are of interest only where one was refused.
    const level = route === STATIC_FILES && status < 400 ? 'debug' : 'info';
    const why = request.refusal ? `: ${request.refusal}` : '';
    // The request's own logger is made only for a route that has a level of its own.
    const log = request.routeOptions.logLevel ? request.log : request.server.log;
    log[level](error ? { ...facts, err: error } : facts, `${method} ${route} ${status} ${ms} ms${why}`);
  }
}
