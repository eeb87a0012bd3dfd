import { describe, expect, it } from 'vitest';
import { createApiToken, revokeApiToken } from '#server/modules/access/api-tokens.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Role } from '#server/platform/base/actor.ts';
import { apiClient } from '#tests/support/api.ts';
import { withDatabase } from '#tests/support/database.ts';
import { openEventStream } from '#tests/support/event-stream.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { startPortal } from '#tests/support/saml-portal.ts';

const settings = { SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'all=viewer, ops=operator' };
const portal = withPortal(settings);

async function person(email: string, roles: Role[] = ['viewer']) {
  const session = { ...(await createSession(portal.db, { email, name: null, roles })) };
  return { session, api: apiClient(portal.url, session) };
}

/** Asks for a report as somebody, waits until it is there, and answers the ids of its job and its mail. */
async function report(api: ReturnType<typeof apiClient>) {
  const asked = await api.post<{ job: { id: string } }>('/cost_centers/send_report', { email: true });
  const { id } = asked.body.data.job;
  return { job: id, mail: (await followJob(api, id)).result?.['mail'] };
}

describe('the stream of events', () => {
  it('names the jobs and mails of a person as they change, and of nobody else', async () => {
    const ada = await person('ada.events@example.com');
    const bea = await person('bea.events@example.com');
    const operator = await person('ops.events@example.com', ['operator']);
    const [mine, hers, all] = await Promise.all(
      [ada, bea, operator].map(({ session }) => openEventStream(portal.url, session)),
    );
    const { job, mail } = await report(ada.api);
    for (const stream of [mine, all]) {
      await expect
        .poll(() => stream?.events)
        .toContainEqual({ event: 'changed', data: { what: 'mail', id: mail } });
      expect(stream?.events[0]).toEqual({ event: 'ready', data: {} });
      // Queued, running, done.
      const changes = stream?.events.filter(({ data }) => data['id'] === job);
      expect(changes?.length).toBeGreaterThanOrEqual(3);
      expect(changes?.every(({ data }) => data['what'] === 'job')).toBe(true);
    }
    expect(hers?.events.map(({ event }) => event)).toEqual(['ready']);
  });

  it('is not kept back by a proxy, not compressed, not stored', async () => {
    const { session } = await person('headers.events@example.com');
    const stream = await openEventStream(portal.url, { ...session, 'accept-encoding': 'gzip' });
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.headers).not.toHaveProperty('content-encoding');
  });

  it('is for those who are signed in, and for requests that accept it', async () => {
    expect((await openEventStream(portal.url, {})).status).toBe(401);
    const { session, api } = await person('accept.events@example.com');
    expect((await openEventStream(portal.url, session, 'application/json')).status).toBe(406);
    expect((await api.get('/events?since=1')).status).toBe(400);
  });

  it('ends at once with the session it belongs to', async () => {
    const { session, api } = await person('leaving.events@example.com');
    const other = await person('leaving.events@example.com');
    const ends = await openEventStream(portal.url, session);
    const stays = await openEventStream(portal.url, other.session);
    expect((await api.delete('/auth/sign_out')).status).toBe(200);
    await expect.poll(ends.isOver).toBe(true);
    expect(stays.isOver()).toBe(false);
  });

  it('ends with a heartbeat when the session has run out or the token was revoked', async () => {
    const { session } = await person('old.events@example.com');
    const made = await createApiToken(portal.db, {
      email: 'ci.events@example.com',
      name: 'ci',
      roles: ['viewer'],
    });
    const bySession = await openEventStream(portal.url, session);
    const byToken = await openEventStream(portal.url, { authorization: `Bearer ${made?.token}` });
    expect([bySession.status, byToken.status]).toEqual([200, 200]);
    await portal.db.query(`UPDATE sessions SET expires_at = now() WHERE client = $1`, [session['client']]);
    await revokeApiToken(portal.db, made?.record.id ?? 0);
    await expect
      .poll(() => [bySession.isOver(), byToken.isOver()], { timeout: 60_000 })
      .toEqual([true, true]);
  });

  it('is had a few times by one person at once, while others still get theirs', async () => {
    const { session } = await person('many.events@example.com');
    const streams = [];
    for (let at = 0; at < 9; at += 1) streams.push(await openEventStream(portal.url, session));
    expect(streams.map(({ status }) => status)).toEqual([...Array(8).fill(200), 429]);
    const other = await person('other.events@example.com');
    expect((await openEventStream(portal.url, other.session)).status).toBe(200);
    streams[0]?.leave();
    await expect.poll(async () => (await openEventStream(portal.url, session)).status).toBe(200);
  });

  it('is counted in the metrics, and has no duration there', async () => {
    const metrics = async () => (await fetch(`${portal.url}/metrics`)).text();
    const { session, api } = await person('metrics.events@example.com');
    const stream = await openEventStream(portal.url, session);
    await report(api);
    const [, open] = /^event_streams (\d+)$/m.exec(await metrics()) ?? [];
    expect(Number(open)).toBeGreaterThanOrEqual(1);
    stream.leave();
    const [, sent] = /^events_sent_total (\d+)$/m.exec(await metrics()) ?? [];
    expect(Number(sent)).toBeGreaterThanOrEqual(3);
    expect(await metrics()).not.toContain('route="/api/events"');
  });
});

describe('streams of two processes', () => {
  const database = withDatabase({ poolSize: 20 });

  it('tell of what either did, end when theirs ends, and no process waits for them', async () => {
    const [one, two] = await Promise.all([
      startPortal(database.db, settings),
      startPortal(database.db, settings),
    ]);
    const session = {
      ...(await createSession(database.db, { email: 'two@example.com', name: null, roles: ['viewer'] })),
    };
    const [first, second] = await Promise.all([one, two].map(({ url }) => openEventStream(url, session)));
    const { job } = await report(apiClient(one.url, session));
    for (const stream of [first, second])
      await expect.poll(() => stream?.events.some(({ data }) => data['id'] === job)).toBe(true);
    // It would wait for ever for a stream that nobody ends.
    await one.close();
    await expect.poll(() => first?.isOver()).toBe(true);
    expect(second?.isOver()).toBe(false);
    // The connection that listens breaks: nobody is left with a stream that says nothing.
    await database.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'skyledger-events'
         AND datname = current_database()`,
    );
    await expect.poll(() => second?.isOver()).toBe(true);
    const again = await openEventStream(two.url, session);
    await database.db.query(`UPDATE jobs SET title = 'another title' WHERE id = $1`, [job]);
    await expect.poll(() => again.events.some(({ data }) => data['id'] === job)).toBe(true);
    await two.close();
  });
});
