import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { openDatabase } from '../database/database.ts';
import { registerHealth } from './health.ts';
import { answerError } from './errors.ts';
import { registerMetrics } from '../metrics/metrics.ts';

const test = withDatabase({ migrated: false });
const app = fastify();
afterEach(() => app.close());

it('distinguishes a process that lives from one whose database answers, and counts both', async () => {
  const gone = openDatabase({ connectionString: 'postgresql://u:p@127.0.0.1:1/none', poolSize: 1 });
  registerMetrics(app, { db: test.db, streams: () => ({ open: 0, sent: 0 }) });
  registerHealth(app, test.db);
  app.setErrorHandler(answerError);
  await app.register(async (lost) => registerHealth(lost, gone), { prefix: '/lost' });

  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  const refused = await app.inject('/lost/readyz');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
  expect((await app.inject('/lost/healthz')).statusCode).toBe(200);

  const { body, headers } = await app.inject('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/lost/readyz",status="503"} 1',
  );
  expect(body).toMatch(/database_connections\{state="idle"\} 1/);
  expect(body).toContain('process_cpu_seconds_total');
  await gone.close();
});
