import { beforeAll, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const ada = { email: 'ada.lovelace@example.com', name: null, roles: [] };
/** What is smaller fits one packet and is not compressed. */
const LARGE = 1400;

beforeAll(async () => {
  const factory = new Factory(portal.api, registry, portal.db);
  for (let count = 0; count < 12; count += 1) await factory.create(registry.get('cost_centers'));
});

async function ask(path: string, encoding: string, method = 'GET') {
  const session = await createSession(portal.db, ada, 'a test');
  const headers = { ...session, 'accept-encoding': encoding };
  const answer = await fetch(`${portal.url}${path}`, { method, headers, redirect: 'manual' });
  return {
    encoding: answer.headers.get('content-encoding'),
    status: answer.status,
    text: await answer.text(),
  };
}

it.each(['/api/cost_centers', '/api/cost_centers.csv', '/api/openapi.json'])(
  '%s goes out as gzip where the client takes it, and says the same without',
  async (path) => {
    const plain = await ask(path, 'identity');
    expect(plain).toMatchObject({ status: 200, encoding: null });
    expect(plain.text.length).toBeGreaterThan(LARGE);
    expect(await ask(path, 'gzip')).toEqual({ ...plain, encoding: 'gzip' });
  },
);

it('no route of signing in is compressed, however large its answer is', async () => {
  for (let count = 0; count < 20; count += 1) await createSession(portal.db, ada, 'a test');
  const routes = portal.routes.filter(({ path }) => /^\/api\/auth\/.*[^/]$/.test(path));
  let large = 0;
  for (const { method, path } of routes) {
    const { encoding, text } = await ask(path.replaceAll(/:\w+/g, '1'), 'gzip', method);
    expect(encoding, `${method} ${path}`).toBeNull();
    if (text.length > LARGE) large += 1;
  }
  expect(large).toBeGreaterThan(0);
});
