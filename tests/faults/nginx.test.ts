import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { rawRequest } from '#tests/support/raw-http.ts';
import { nginxProblem, startNginx } from './nginx.ts';

const problem = nginxProblem();
const reason = problem ? ` (skipped: ${problem})` : '';
const BODY = '{"code":"0042"}';

/** A process that is killed in the middle of each request; `asked` is told of each. */
async function dyingProcess(asked: (request: string) => void): Promise<number> {
  const server = createServer((socket) => {
    let request = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      request += chunk.toString();
      const [head = '', body] = request.split('\r\n\r\n');
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return;
      asked(request);
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** nginx before processes that all die of what they are asked. */
async function nginxBeforeTheDying() {
  const received: string[] = [];
  const ports = await Promise.all([1, 2, 3].map(() => dyingProcess((request) => received.push(request))));
  const [port, plainPort] = [await freePort(), await freePort()];
  const { log } = await startNginx(port, plainPort, ports);
  const ask = (method: string, path: string, host = 'localhost', servername = 'localhost') =>
    askByTls(port, { method, path, host, servername });
  return { received, ask, log, plain: `http://127.0.0.1:${plainPort}` };
}

interface Asked {
  method: string;
  path: string;
  host: string;
  servername: string;
}

/** The answer as it comes; empty where the connection is closed without one. */
async function askByTls(port: number, { method, path, host, servername }: Asked): Promise<string> {
  const socket = tls.connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const body = method === 'GET' ? '' : BODY;
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`);
  socket.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  return text(socket);
}

it.skipIf(problem !== null).for(['POST', 'PUT', 'PATCH', 'DELETE'])(
  `nginx gives a %s that a process died of to no other one${reason}`,
  async (method) => {
    const { received, ask } = await nginxBeforeTheDying();
    expect(await ask(method, '/api/companies/7')).toMatch(/^HTTP\/1\.1 502 /);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(new RegExp(`^${method} /api/companies/7 HTTP/1.1\r\n`));
    expect(received[0]).toMatch(new RegExp(`\r\n\r\n${BODY}$`));
    expect(received[0]).toMatch(/^Host: localhost\r$/m);
    expect(received[0]).toMatch(/^X-Forwarded-For: 127\.0\.0\.1\r$/m);
    expect(received[0]).toMatch(/^X-Forwarded-Proto: https\r$/m);
  },
);

it.skipIf(problem !== null)(`nginx reads from another process what one died of${reason}`, async () => {
  const { received, ask } = await nginxBeforeTheDying();
  expect(await ask('GET', '/api/companies')).toMatch(/^HTTP\/1\.1 502 /);
  expect(received).toHaveLength(3);
});

it.skipIf(problem !== null)(
  `nginx lets nobody read the figures of the processes, and refuses names that are not the portal's${reason}`,
  async () => {
    const { received, ask, plain } = await nginxBeforeTheDying();
    for (const path of ['/metrics', '//metrics', '/%6detrics', '/x/../metrics', '/metrics/', '/metrics?a=1'])
      expect(await ask('GET', path)).toMatch(/^HTTP\/1\.1 404 /);
    // Another name in the request alone, in the TLS greeting too, and without TLS.
    expect(await ask('GET', '/', 'evil.example')).toBe('');
    await expect(ask('GET', '/', 'evil.example', 'evil.example')).rejects.toThrow(/unrecognized name/);
    await expect(rawRequest(plain, 'GET', '/', { host: 'evil.example' })).rejects.toThrow('socket hang up');
    expect(received).toEqual([]);

    const moved = await rawRequest(plain, 'GET', '/a%0d%0aSet-Cookie:%20b?c=d', { host: 'localhost' });
    expect(moved.status).toBe(301);
    expect(moved.headers.location).toBe('https://localhost/a%0d%0aSet-Cookie:%20b?c=d');
    expect(moved.headers['set-cookie']).toBeUndefined();
  },
);

it.skipIf(problem !== null)(`nginx logs no credential that an address ends with${reason}`, async () => {
  const { received, ask, log } = await nginxBeforeTheDying();
  const credential = `skl_${'A1-_'.repeat(11).slice(0, 43)}`;
  for (const path of ['/attest/', '//attest/', '/%61ttest/', '/Attest/', '/unauth/update-member?credential='])
    await ask('GET', `${path}${credential}`);
  await expect.poll(() => log().trim().split('\n').length).toBeGreaterThanOrEqual(5);
  expect(received.join()).toContain(credential);
  expect(log()).toContain(' GET /attest/ ');
  expect(log()).not.toContain(credential);
});
