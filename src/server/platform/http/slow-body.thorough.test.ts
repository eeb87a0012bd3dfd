import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitSlowBodies } from './slow-body.ts';

/** Longer than a busy machine stops between two pieces. */
const SILENCE_MS = 3_000;
const WHOLE_MS = 1_000;
const BYTES_PER_SECOND = 2_000;
const PIECE_MS = 50;

const app = Fastify();
let port = 0;
/** How long the route waits before it reads a body. */
let waits = 0;

beforeAll(async () => {
  const refuse = (socket: { end: (answer: string) => void }) => socket.end('HTTP/1.1 408 Too slow\r\n\r\n');
  limitSlowBodies(app, refuse, {
    silenceMs: SILENCE_MS,
    wholeMs: WHOLE_MS,
    bytesPerSecond: BYTES_PER_SECOND,
    lookEveryMs: 20,
  });
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post('/', async (request) => {
    await pause(waits);
    return (await text(request.body as NodeJS.ReadableStream)).length;
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

/** Sends pieces of a body, some of it at a time; answers the status that came back. */
async function send(length: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket).catch(() => 'broken off');
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: a/b\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for (const piece of pieces) {
    if (socket.writableEnded || socket.readableEnded) break;
    socket.write(piece);
    await pause(PIECE_MS);
  }
  const [, status = 'nothing'] = /^HTTP\/1\.1 (\d+)/.exec(await answer) ?? [];
  socket.destroy();
  return status;
}

const steadily = Array.from({ length: 40 }, () => 'x'.repeat(1_000));

it('takes a body that arrives steadily, however long that takes', async () => {
  expect(await send(40_000, steadily)).toBe('200');
});

it('ends a body of which nothing comes any more', async () => {
  expect(await send(40_000, steadily.slice(0, 5))).toBe('408');
});

it('ends a body of which a byte comes now and then', async () => {
  expect(
    await send(
      40_000,
      Array.from({ length: 40 }, () => 'x'),
    ),
  ).toBe('408');
});

it('waits with a body that is not read yet', async () => {
  waits = SILENCE_MS + WHOLE_MS;
  expect(await send(400_000, ['x'.repeat(400_000)])).toBe('200');
});
