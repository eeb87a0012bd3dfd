import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { measureBacklog } from './backlog.ts';
import { whenOver } from '../http/request-end.ts';

/** Seconds; from a list of one page to an import. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface MetricsParts {
  db: Database;
  /** How many streams of events are open, and how many events were sent on them. */
  streams: () => { open: number; sent: number };
}

/**
 * `GET /metrics` in Prometheus' text form: the process, the time of requests by route and status, the database
 * connections, and what waits in the queue and the outbox. It holds no names, values or addresses of anyone.
 */
export function registerMetrics(app: FastifyInstance, { db, streams }: MetricsParts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route; aborted: the connection broke before.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database: in use, idle, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = db.connections();
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });

  new Gauge({
    name: 'event_streams',
    help: 'Open streams of events.',
    registers: [registry],
    collect() {
      this.set(streams().open);
    },
  });
  new Counter({
    name: 'events_sent_total',
    help: 'Events that were sent on streams.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(streams().sent);
    },
  });
  measureBacklog(registry, db);

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.endless) return done();
    whenOver(reply, (aborted) => {
      const route = request.routeOptions.url ?? 'none';
      const status = aborted ? 'aborted' : String(reply.statusCode);
      durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    });
    done();
  });
  app.get('/metrics', { logLevel: 'silent', config: { public: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store').type(registry.contentType);
    return registry.metrics();
  });
}
