import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeServer } from '../process/lifecycle.ts';
import { registerCompression } from './compression.ts';

const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: `Department ${id}` }));
const PORTION = 'identifier;company\r\n'.repeat(1000);
const PORTIONS = 2000;

let app: FastifyInstance;
let sent = 0;
let go: () => void;

beforeAll(async () => {
  const held = new Promise<void>((resolve) => (go = resolve));
  async function* file() {
    for (; sent < PORTIONS; sent += 1) {
      // The first part must reach the client before the rest is there.
      if (sent === PORTIONS / 2) await held;
      yield PORTION;
    }
  }
  app = Fastify();
  await registerCompression(app);
  app.get('/api/departments', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify({ data: rows })),
  );
  app.get('/api/departments/1', async () => ({ data: rows[0] }));
  app.get('/api/departments.csv', async (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send(Readable.from(file(), { objectMode: false })),
  );
  app.get('/api/picture', async (_request, reply) => reply.type('image/png').send(Buffer.alloc(9000)));
  app.get('/api/auth/session', async () => ({ token: 'secret', state: 'x'.repeat(9000) }));
  app.post('/api/echo', async (request) => ({ got: request.body }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  go();
  await closeServer(app);
});

const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const get = (url: string, more = headers) => app.inject({ url, headers: more });

it('a list goes out as gzip where the client takes it, and says that this depends on what it takes', async () => {
  const plain = await get('/api/departments', { 'accept-encoding': 'identity' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await get('/api/departments');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
});

it.each(['/api/departments/1', '/api/picture', '/api/auth/session'])(
  '%s is small, compressed already, or holds a secret, and goes out as it is',
  async (url) => {
    expect((await get(url)).headers['content-encoding']).toBeUndefined();
  },
);

it('a compressed body of a request is not unpacked, since a few bytes could become all of the memory', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/echo',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: Buffer.from('1f8b08000000000000ff', 'hex'),
  });
  expect(answer.statusCode).toBe(400);
});

it('a file of 40 MB is on its way before it is complete, and no faster than it is read', async () => {
  const { port } = app.server.address() as AddressInfo;
  const request = httpRequest({ host: '127.0.0.1', port, path: '/api/departments.csv', headers }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' });
  const unpacked = answer.pipe(createGunzip());
  const [first] = (await once(unpacked, 'data')) as [Buffer];
  unpacked.pause();
  expect(first.toString()).toMatch(/^identifier;company/);
  // What nothing held back would be sent between these.
  for (let at = 0; at < 20; at += 1) await get('/api/departments/1');
  expect(sent).toBeLessThanOrEqual(PORTIONS / 2);
  go();
  let length = first.length;
  for await (const part of unpacked) length += (part as Buffer).length;
  expect(length).toBe(PORTION.length * PORTIONS);
});
