import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { answers, object } from './describe.ts';

const says = (summary: string, status: string) => ({
  tags: ['Health'],
  summary,
  response: answers(200, 'It does', {
    content: { 'application/json': { schema: object({ status: { const: status } }) } },
  }),
});

/** `/healthz`: the process answers. `/readyz`: its database does too, else 503 with Retry-After. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  const quiet = { logLevel: 'silent' as const, config: { public: true } };
  const alive = says('Whether the process answers', 'ok');
  app.get('/healthz', { ...quiet, schema: alive }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  const ready = says('Whether the process and its database answer', 'ready');
  app.get('/readyz', { ...quiet, schema: ready }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    await db.query('SELECT 1');
    return { status: 'ready' };
  });
}
