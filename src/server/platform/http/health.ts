import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';

/** `/healthz`: the process answers. `/readyz`: its database does too, else 503 with Retry-After. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  const quiet = { logLevel: 'silent' as const, config: { public: true } };
  app.get('/healthz', quiet, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', quiet, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    await db.query('SELECT 1');
    return { status: 'ready' };
  });
}
