import { expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { dataOf, type Json, type Replayed } from '#tests/support/replay.ts';

/** What is answered of sessions, roles, tokens and of the description itself. */
export function replayAccess({ portal, replay }: Replayed): void {
  const { expectTold, toldOf, replayed } = replay;

  it('sessions, signing in and the description itself answer as it is told', async () => {
    await expectTold('get', '/api/auth/validate_token', 200);
    await expectTold('get', '/api/auth/validate_token', 401, { as: {} });
    const { data } = (await expectTold('get', '/api/auth/sessions', 200)) as { data: { id: string }[] };
    await expectTold('delete', '/api/auth/sessions/none', 404);
    await expectTold('get', '/api/auth/refused_sign_ins?q=none', 200);
    await expectTold('get', '/api/auth/saml?to=/auth', 302, { as: {} });
    await expectTold('get', '/api/auth/saml/metadata', 200, { as: {} });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await fetch(`${portal.url}/api/auth/saml/callback`, {
      method: 'POST',
      body: 'SAMLResponse=x',
      headers: form,
    });
    const { operationId, responses } = toldOf('post', '/api/auth/saml/callback');
    replayed.set(operationId, new Set([refused.status]));
    expect(Object.keys(responses)).toContain(String(refused.status));
    await expectTold('get', '/api/docs', 200, { as: {} });
    for (const path of ['/healthz', '/readyz']) await expectTold('get', path, 200, { as: {} });
    const whole = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as Json;
    expect(whole['openapi']).toBe('3.1.0');
    replayed.set(toldOf('get', '/api/openapi.json').operationId, new Set([200]));
    const other = await portal.signIn({ email: 'ada@example.com' });
    const others = (await other.get<{ id: string; current: boolean }[]>('/auth/sessions')).body.data;
    await expectTold('delete', `/api/auth/sessions/${others.find(({ current }) => current)?.id}`, 200);
    expect(data.length).toBeGreaterThan(0);
    const leaving = await createSession(portal.db, { email: 'ada@example.com', name: null, roles: [] });
    await expectTold('delete', '/api/auth/sign_out', 200, { as: { ...leaving } });
  });

  it('roles, API tokens and the end of all other sessions answer as it is told', async () => {
    await expectTold('get', '/api/auth/roles', 200);
    const body = { name: 'replayed', role: 'viewer', days: '7' };
    const made = dataOf(await expectTold('post', '/api/auth/tokens', 201, { body: { api_token: body } }));
    await expectTold('post', '/api/auth/tokens', 409, { body });
    await expectTold('post', '/api/auth/tokens', 422, { body: {} });
    await expectTold('get', '/api/auth/tokens?by_email=ada@example.com&q=replayed', 200);
    await expectTold('delete', `/api/auth/tokens/${made.id}`, 200);
    await expectTold('delete', `/api/auth/tokens/${made.id}`, 404);
    const leaving = { email: 'leaves.others@example.com', name: null, roles: [] };
    const sessions = [await createSession(portal.db, leaving), await createSession(portal.db, leaving)];
    await expectTold('delete', '/api/auth/sessions', 200, { as: { ...sessions[0] } });
    await expectTold('delete', '/api/auth/sessions?by_email=leaves.others@example.com', 200);
  });
}
