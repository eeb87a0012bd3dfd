import type { FastifyInstance } from 'fastify';
import type { Log } from '../log/log.ts';

/** Requests in flight get this long; with the database's own end it stays within ten seconds. */
const REQUEST_PATIENCE_MS = 6000;
const IDLE_CHECK_MS = 50;

/**
 * Ends the server: no new connections, requests in flight finish, and what is still open after `patienceMs` is cut.
 */
export async function closeServer(app: FastifyInstance, patienceMs = REQUEST_PATIENCE_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs);
  // A browser keeps its connection open after the answer; without this the end would wait for it.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  // Fastify stops listening only after its own hooks, and answers 503 until then. A balancer that is refused the
  // connection asks another process at once. To close a server twice does no harm.
  app.server.close();
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(idle);
  }
}

/**
 * Calls `end` once, with the reason, when this process is requested to end: Ctrl-C, SIGTERM, a closed terminal, or the
 * loss of the process that started it (seen by the closing of the channel between them). A second request changes
 * nothing: npm passes on a Ctrl-C that the terminal has sent to everyone already.
 */
export function onEndRequest(end: (reason: string) => void): void {
  let isEnding = false;
  const request = (reason: string) => {
    if (isEnding) return;
    isEnding = true;
    end(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  process.on('disconnect', () => request('the process that started it ended'));
}

/** A fault that nothing caught: it is logged, and the process ends rather than go on in an unknown state. */
export function onFault(log: Log, end: () => void): void {
  const report = (err: unknown) => {
    log.fatal({ err }, 'an error that nothing handled');
    end();
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}
