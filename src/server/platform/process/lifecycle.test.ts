import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeServer } from './lifecycle.ts';

/** A server whose requests and whose own end take as long as the test says, and what a client got from it. */
async function serveSlowly(ms: number, endingMs = 0) {
  const app = fastify({ forceCloseConnections: 'idle' });
  app.addHook('preClose', () => pause(endingMs));
  let arrived: () => void = () => {};
  const inFlight = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  app.get('/', async () => {
    arrived();
    await pause(ms, undefined, { ref: false });
    return 'finished';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const answer = new Promise<number | string>((resolve) => {
    request({ port, host: '127.0.0.1' }, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });
  await inFlight;
  return { app, port, answer };
}

it('lets a request in flight finish, and takes no new one meanwhile', async () => {
  const { app, port, answer } = await serveSlowly(300);
  const closing = closeServer(app);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  expect(await answer).toBe(200);
  // The client keeps its connection open; that must not hold the end up.
  await closing;
});

it('takes no new request either while a part of it is still ending', async () => {
  const { app, port, answer } = await serveSlowly(300, 200);
  const closing = closeServer(app);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  expect(await answer).toBe(200);
  await closing;
});

it('does not wait for ever', async () => {
  const { app, answer } = await serveSlowly(60_000);
  await closeServer(app, 200);
  expect(await answer).toBe('ECONNRESET');
});
