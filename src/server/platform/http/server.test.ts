import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invalid, Refusal } from '#kernel/errors.ts';
import { loadConfig } from '../config/config.ts';
import { createServer } from './server.ts';
import { createLog } from '../log/log.ts';
import { serveWeb } from './web-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-http-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let app: FastifyInstance;
let lines: string[] = [];
const open: FastifyInstance[] = [];

async function serve(env: Record<string, string> = {}, web = 'not-built'): Promise<FastifyInstance> {
  const config = loadConfig({ DATA_DIR: folder, ...env });
  const destination = { write: (line: string) => void lines.push(line) };
  const server = await createServer(config, await createLog({ level: 'info', destination }));
  server.post('/api/echo', async (request) => ({ got: request.body }));
  server.get('/api/refuse', () => {
    throw new Refusal(409, 'Changed meanwhile.', {
      details: { conflict: 1 },
      headers: { 'Retry-After': '1' },
    });
  });
  server.get('/api/invalid', () => {
    throw invalid([{ field: 'name', message: 'Name is missing.' }]);
  });
  server.get('/api/fault', () => {
    throw new Error('the secret inner workings');
  });
  server.get<{ Querystring: { code: string } }>('/api/database', (request) => {
    throw Object.assign(new Error('from the driver'), { code: request.query.code, detail: 'row (hunter2)' });
  });
  await serveWeb(server, config, path.join(folder, web));
  lines = [];
  open.push(server);
  return server;
}

beforeEach(async () => {
  app = await serve();
});
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const post = (payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/api/echo', payload, headers: { 'content-type': type } });

describe('failures', () => {
  it('have one form, with the request id that the header names too', async () => {
    const answer = await app.inject('/api/refuse');
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json()).toEqual({
      error: 'Changed meanwhile.',
      errors: [],
      conflict: 1,
      request_id: answer.headers['x-request-id'],
    });
    expect((await app.inject('/api/invalid')).json()).toMatchObject({
      errors: [{ field: 'name', message: 'Name is missing.' }],
    });
  });

  it('of ours say nothing of the inner workings, which the log has', async () => {
    const answer = await app.inject('/api/fault');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/inner workings|\.ts/);
    expect(lines.join('')).toContain('the secret inner workings');
    expect(lines.join('')).toContain(answer.json().request_id);
  });

  it.each([
    ['57P01', 503],
    ['53300', 503],
    ['40P01', 503],
    ['53100', 507],
    ['23505', 500],
    ['23503', 500],
    ['23514', 500],
    // A text that the database cannot hold is the sender's.
    ['22021', 422],
    ['22P05', 422],
    ['22003', 500],
    ['42601', 500],
  ])('of the database with code %s answer %i', async (code, status) => {
    const answer = await app.inject(`/api/database?code=${code}`);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['retry-after'] !== undefined).toBe(status === 503);
    expect(answer.body + lines.join('')).not.toContain('hunter2');
  });

  it('do not count a missing body among them, whatever type it claims', async () => {
    expect((await post('', 'application/json')).statusCode).toBe(200);
  });

  it.each([
    ['{"a":', 'application/json', 400],
    ['{"__proto__":{"a":1}}', 'application/json', 400],
    ['{"constructor":{"prototype":{"a":1}}}', 'application/json', 400],
    ['['.repeat(100) + ']'.repeat(100), 'application/json', 400],
    ['['.repeat(200_000), 'application/json', 400],
    ['a=1', 'application/x-www-form-urlencoded', 415],
    ['<a/>', 'text/xml', 415],
    [`"${'x'.repeat(1024 * 1024)}"`, 'application/json', 413],
  ])('of a body that is broken or unwelcome are refused (case %#)', async (body, type, status) => {
    const answer = await post(body, type);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error: expect.stringMatching(/\.$/), errors: [] });
    expect((await post('{"a":[{"b":1}]}')).json()).toEqual({ got: { a: [{ b: 1 }] } });
  });

  it('of unknown and malformed addresses are JSON, without the query', async () => {
    const unknown = await app.inject('/api/nothing?access-token=hunter2');
    expect([unknown.statusCode, unknown.json().error]).toEqual([404, 'GET /api/nothing was not found.']);
    expect((await app.inject('/api/%zz')).statusCode).toBe(400);
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('of what is no HTTP are answered in the same form', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.end('NONSENSE\r\n\r\n');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: 'The request is not valid HTTP.',
    });
  });
});

describe('the log', () => {
  it('has one line per request with route, status and id, and no query or token', async () => {
    const answer = await app.inject({
      url: '/api/refuse?access-token=hunter2',
      headers: { authorization: 'Bearer hunter2', cookie: 'a=hunter2' },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      method: 'GET',
      route: '/api/refuse',
      status: 409,
      refusal: 'Changed meanwhile.',
      requestId: answer.headers['x-request-id'],
      ms: expect.any(Number),
    });
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('hides secrets by their name and keeps line breaks in values from making lines', async () => {
    app.log.info(
      { headers: { authorization: 'hunter2', 'access-token': 'hunter2' }, SAMLResponse: 'hunter2' },
      'x\n{"level":"info"}',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/hunter2|\n/);
  });
});

describe('request ids', () => {
  it('are our own, unless a trusted proxy sends a plain one', async () => {
    const headers = { 'x-request-id': 'proxy-1' };
    expect((await app.inject({ url: '/api/refuse', headers })).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    const behind = await serve({ TRUST_PROXY: 'true' });
    const idOf = async (id: string) =>
      (await behind.inject({ url: '/api/refuse', headers: { 'x-request-id': id } })).headers['x-request-id'];
    expect(await idOf('proxy-1')).toBe('proxy-1');
    expect(await idOf('a b"c')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('headers', () => {
  it('keep scripts of others out, and answers of the API out of every cache', async () => {
    const { headers } = await app.inject('/api/refuse');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    for (const part of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "default-src 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    const secure = await serve({ PUBLIC_URL: 'https://skyledger.example.com' });
    expect((await secure.inject('/api/refuse')).headers['strict-transport-security']).toContain(
      'max-age=31536000',
    );
  });
});

describe('the web', () => {
  beforeEach(async () => {
    const web = path.join(folder, 'web');
    mkdirSync(path.join(web, 'assets'), { recursive: true });
    writeFileSync(
      path.join(web, 'index.html'),
      '<meta name="client-authorization" content="" /><p>start</p>',
    );
    writeFileSync(path.join(web, 'favicon.svg'), '<svg/>');
    writeFileSync(path.join(web, 'assets/app-1a2b.js'), 'plain');
    writeFileSync(path.join(web, 'assets/app-1a2b.js.gz'), gzipSync('packed'));
    app = await serve({ CLIENT_AUTHORIZATION: 'Basic "x"' }, 'web');
  });

  it('starts at every address outside the API, with the header that its calls carry', async () => {
    for (const url of ['/', '/auth/view/cost_centers?page=2', '/index.html', '/apiary']) {
      const { statusCode, headers, body } = await app.inject(url);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(body).toContain('content="Basic &quot;x&quot;"');
    }
    expect((await app.inject('/api/nothing')).json().error).toBe('GET /api/nothing was not found.');
    expect((await app.inject({ method: 'POST', url: '/auth/home' })).statusCode).toBe(404);
  });

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1, GZIP;q=0.5', 'gzip'],
    ['gzip;q=0, br', undefined],
    ['gzipped', undefined],
  ])('sends its start page packed to who takes it: %s', async (accepted, encoding) => {
    const plain = await app.inject('/auth/home');
    const answer = await app.inject({ url: '/auth/home', headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toContain('accept-encoding');
    const sent = encoding ? gunzipSync(answer.rawPayload) : answer.rawPayload;
    expect(sent.toString()).toBe(plain.body);
  });

  it('sends hashed files packed and for ever, others checked each time, missing ones not at all', async () => {
    const script = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip' } });
    expect(script.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    });
    expect((await app.inject('/assets/app-1a2b.js')).body).toBe('plain');
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
    expect(lines).toEqual([]);
    expect((await app.inject('/assets/app-old.js')).statusCode).toBe(404);
    expect(lines.join('')).toContain('GET /assets/app-old.js was not found.');
    expect((await app.inject('/../secret.key')).body).not.toContain('root:');
  });
});
