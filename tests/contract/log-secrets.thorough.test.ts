import { connect } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { apiOf, databaseOf, newDataDir, newToken, startServer } from '#tests/faults/portal-process.ts';
import { apiClient, type Answer } from '#tests/support/api.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { beginSignIn, handoffOf, postAnswer, validate, type SamlPortal } from '#tests/support/saml-portal.ts';

/** Stands in everything that must not be logged, so that one search finds any of it. */
const PRIVATE = 'Pr1vate-Marker-7c1f';

it('the log of a whole session has no token, message, cookie, header, query or body, and one line per event', async () => {
  const dataDir = newDataDir();
  const secretKey = `${PRIVATE} secret key of this portal, long enough`;
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'trace', SECRET_KEY: secretKey });
  const { url, output } = server;
  const portal: Pick<SamlPortal, 'url' | 'acsUrl'> = { url, acsUrl: `${url}/api/auth/saml/callback` };
  const secrets: string[] = [PRIVATE];

  // Sign-in through the built-in provider, with a forged answer before the true one.
  const begun = await beginSignIn(portal as SamlPortal);
  secrets.push(begun.cookie.split('=')[1] ?? '', begun.location.searchParams.get('SAMLRequest') ?? '');
  const page = await fetch(`${begun.location.origin}${begun.location.pathname}`, {
    method: 'POST',
    body: new URLSearchParams({
      SAMLRequest: begun.location.searchParams.get('SAMLRequest') ?? '',
      RelayState: '',
      person: 'maya',
    }),
  });
  const message = /name="SAMLResponse" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  secrets.push(message.slice(0, 80), message.slice(200, 280));
  const xml = Buffer.from(message, 'base64').toString('utf8');
  const forged = xml.replace('maya.okafor', PRIVATE);
  expect((await postAnswer(portal as SamlPortal, forged, { cookie: begun.cookie })).status).toBe(403);
  const answer = await postAnswer(portal as SamlPortal, xml, { cookie: begun.cookie });
  const handoff = handoffOf(answer);
  const { session } = await validate(portal as SamlPortal, handoff, begun.cookie);
  secrets.push(handoff['access-token'] ?? '', session['access-token'] ?? '', session['client'] ?? '');

  // Records and refusals, whose values belong to nobody who reads the log.
  const api = apiClient(url, {
    ...session,
    'x-forwarded-for': PRIVATE,
    cookie: `other=${PRIVATE}`,
    'user-agent': PRIVATE,
  });
  expect((await api.post('/departments', { name: PRIVATE })).status).toBe(201);
  expect((await api.post('/departments', { name: PRIVATE })).status).toBe(409);
  expect((await api.post('/departments', { unknown_field: PRIVATE })).status).toBe(422);
  expect((await api.send('POST', '/departments', `{"name": "${PRIVATE}`)).status).toBe(400);
  expect((await api.get(`/cost_centers?q=${PRIVATE}`)).status).toBe(200);
  expect((await api.get(`/cost_centers?by_nothing=${PRIVATE}`)).status).toBe(400);
  expect((await api.get(`/cost_centers/4711?nothing=${PRIVATE}`)).status).toBe(400);
  expect((await api.get(`/nothing?q=${PRIVATE}`)).status).toBe(404);
  const rows = [{ identifier: PRIVATE, cloud_contact_email: `${PRIVATE}@example.com`, active_at: PRIVATE }];
  expect((await api.post('/cost_centers/import_json', { data: rows })).status).toBe(422);
  const token = await newToken(databaseOf(dataDir));
  secrets.push(token['authorization']?.split(' ')[1] ?? '');
  expect((await apiOf(server, token).get('/companies')).status).toBe(200);
  const wrong = { authorization: `Bearer skt_${PRIVATE}`, 'idempotency-key': PRIVATE };
  expect((await apiOf(server, wrong).get('/companies')).status).toBe(401);

  // Lines of somebody's own, and what is no HTTP at all.
  await api.get('/companies?q=%0A%7B%22level%22%3A%22fatal%22%7D%0D%0A');
  await fetch(`${url}/api/%0A%0D%7B%22level%22%3A%22forged%22%7D`);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(`GET /${PRIVATE} HTTP/1.1\r\nBroken ${PRIVATE}\r\n\r\n`);
  socket.resume();
  await once(socket, 'close');
  expect((await api.delete('/auth/sign_out')).status).toBe(200);
  expect(await server.stop()).toBe(0);

  const lines = output().trimEnd().split('\n');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(15);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = told.filter(({ requestId }) => requestId !== undefined);
  expect(requests.length).toBeGreaterThan(15);
  for (const { level, time, requestId } of requests) {
    expect(['trace', 'debug', 'info', 'warn']).toContain(level);
    expect(Date.parse(String(time))).not.toBeNaN();
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
  for (const event of ['sign-in refused', 'signed in', 'signed out'])
    expect(told.filter((line) => line['event'] === event).length).toBeGreaterThan(0);
  expect(told.filter((line) => line['status'] === 401 && line['route'] === '/api/companies')).toHaveLength(1);
});

it('a private key is in no log, no answer and no backup, neither where it is kept nor where it is refused', async () => {
  const dataDir = newDataDir();
  const settings = { DATA_DIR: dataDir, SECRET_KEY: 'the secret key of this portal, long enough' };
  const server = await startServer({ ...settings, LOG_LEVEL: 'trace' });
  const api = apiOf(server, await newToken(databaseOf(dataDir)));
  const where = '/github_organization_apps';
  const keys = ['Added', 'Changed', 'Refused'].map((what) => `${what}-Key-Marker-4b9d`);
  const [added, changed, refused] = keys.map(
    (marker) => `-----BEGIN RSA PRIVATE KEY-----\n${marker}\n-----END RSA PRIVATE KEY-----\n`,
  );
  const answers: Answer<unknown>[] = [];
  const expectStatus = (status: number, answer: Answer<unknown>) => {
    answers.push(answer);
    expect(answer.status).toBe(status);
  };
  const center = await api.get<{ id: number }[]>('/cost_centers?per_page=1');
  const record = { name: 'Kept beside its key', cost_centers_id: center.body.data[0]?.id };

  const made = await api.post(where, { ...record, private_key: added }, { 'idempotency-key': 'one-click' });
  expectStatus(201, made);
  const one = `${where}/${made.body.data.id}`;
  expectStatus(200, await api.put(one, { github_organization_app: { private_key: changed } }));

  const wrong = { ...record, name: '', private_key: refused };
  expectStatus(422, await api.post(where, wrong));
  expectStatus(422, await api.post(where, { github_organization_app: wrong }));
  // Who sends a member that nobody knows is told its name; the log is not.
  expect((await api.post(where, { ...record, name: 'Other', [String(refused)]: 1 })).status).toBe(422);
  expectStatus(422, await api.put(one, wrong));
  for (const value of [[refused], { pem: refused }, `${refused}\u0000`, String(refused).repeat(2000)]) {
    expectStatus(422, await api.post(where, { ...record, name: 'Other', private_key: value }));
    expectStatus(422, await api.put(one, { private_key: value }));
  }
  expectStatus(409, await api.post(where, { ...record, private_key: refused }));
  expectStatus(400, await api.send('POST', where, `{"private_key": "${keys[2]}`));
  for (const read of [one, where, `${where}?q=Marker-4b9d`]) answers.push(await api.get(read));

  const backup = path.join(dataDir, 'backup.tgz');
  expect((await skyledger(settings, 'backup', backup)).code).toBe(0);
  expect(await server.stop()).toBe(0);
  const unpacked = gunzipSync(readFileSync(backup)).toString('latin1');
  expect(unpacked).toContain(record.name);
  for (const key of keys) {
    expect(server.output()).not.toContain(key);
    expect(unpacked).not.toContain(key);
    for (const { text } of answers) expect(text).not.toContain(key);
  }
});
