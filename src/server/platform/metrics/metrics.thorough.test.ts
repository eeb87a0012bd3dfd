import { describe, expect, it } from 'vitest';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();

const metrics = async () => (await fetch(`${portal.url}/metrics`)).text();

describe('the metrics', () => {
  it('have request times by route, never by address', async () => {
    const secret = 'ad-dress-of-nobody';
    await portal.api.get(`/cost_centers/4711?${secret}`);
    await portal.api.get(`/cost_centers?q=${secret}`);
    await fetch(`${portal.url}/${secret}/${secret}`);
    await fetch(`${portal.url}/api/${secret}`);
    const text = await metrics();
    expect(text).toMatch(
      /http_request_duration_seconds_bucket\{le="5",method="GET",route="\/api\/cost_centers\/:id",status="4\d\d"\} 1/,
    );
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/cost_centers\/?",/);
    expect(text).not.toContain(secret);
    const routes = [...text.matchAll(/^http_request_duration_seconds_count\{.*route="([^"]*)"/gm)];
    expect(routes.length).toBeGreaterThan(2);
    for (const [, route] of routes) expect(route).toMatch(/^(none|\/.*)$/);
  });

  it('have the connections, the process, and what waits in the queue and the outbox', async () => {
    await portal.db.query(
      `INSERT INTO outbox (message_id, recipient, subject, body_text, state, created_by, request_id, created_at)
       SELECT '<' || n || '>', 'a@example.com', 'x', 'x', 'failed', 'a@example.com', 'r', now() - interval '1 hour'
         FROM generate_series(1, 3) n`,
    );
    await portal.db.query(
      `INSERT INTO jobs (kind, title, input, state, created_by, request_id)
       VALUES ('k', 't', '{}', 'queued', 'a@example.com', 'r')`,
    );
    // The depths are kept for a few seconds, however often they are read.
    await expect
      .poll(metrics, { timeout: 60_000, interval: 500 })
      .toContain('outbox_mails{state="failed"} 3');
    const text = await metrics();
    for (const line of [
      'queue_jobs{state="queued"} 1',
      'queue_jobs{state="running"} 0',
      'outbox_mails{state="queued"} 0',
      'database_up 1',
    ])
      expect(text).toContain(line);
    expect(Number(/outbox_mails_oldest_seconds\{state="failed"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(
      3599,
    );
    for (const name of [
      'database_connections{state="used"}',
      'database_connections{state="idle"}',
      'database_connections{state="waiting"}',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(text).toContain(name);
  });
});
