import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall, defineFileCall } from '#calls/call.ts';
import { wholeNumber } from '#calls/shapes.ts';
import { BYTE_ORDER_MARK } from '../files/csv.ts';
import { serveFile, serveJson } from './serve.ts';

const about = { topic: 'tests', tag: 'Tests', summary: 'Test', success: 'It', right: 'public' } as const;
const sheet = (path: string) =>
  defineFileCall({ ...about, method: 'GET', path, file: 'text/csv', columns: ['a', 'b, c'] });

const numbered = defineCall({
  ...about,
  method: 'GET',
  path: '/numbered',
  query: z.strictObject({ n: wholeNumber(9) }),
  data: z.object({ n: z.literal(1) }),
});

/** Files as they are sent, by their address. */
const files: Record<string, [type: string, content: string | (() => Readable)]> = {
  '/right': ['text/csv; charset=utf-8', `${BYTE_ORDER_MARK}a,"b, c"\r\n1,2\r\n`],
  '/streamed': ['text/csv', () => Readable.from(['a,', '"b, c"', '\n1,2\n'], { objectMode: false })],
  '/html': ['text/html', 'a,"b, c"\r\n'],
  '/other': ['text/csv', 'a,"b, c",d\r\n1,2,3\r\n'],
  '/short': ['text/csv', 'a'],
  '/wrong-stream': ['text/csv', () => Readable.from(['a,d\n', '1,2\n'], { objectMode: false })],
};

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.decorateRequest('actor', null);
  const door = { scope: app, demand: () => undefined, checksAnswers: true };
  for (const [path, [type, content]] of Object.entries(files))
    serveFile(door, sheet(path), async (_made, reply) =>
      reply.type(type).send(typeof content === 'string' ? content : content()),
    );
  serveJson(door, numbered, async ({ query: { n } }) =>
    Readable.from(['{"data":', `{"n":${n}}}`], { objectMode: false }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const get = async (path: string) => {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`);
  return [answer.status, await answer.text().catch(() => 'broken off')] as const;
};

it('a file of the type and with the header that its call declares comes as it is', async () => {
  expect(await get('/right')).toEqual([200, 'a,"b, c"\r\n1,2\r\n']);
  expect(await get('/streamed')).toEqual([200, 'a,"b, c"\n1,2\n']);
});

it.each([
  ['/html', 'a file of the type text/html in place of text/csv'],
  ['/other', 'a file without the header a,\\"b, c\\"'],
  ['/short', 'a file without the header a,\\"b, c\\"'],
])('%s fails in tests, since it is %s', async (path, sentence) => {
  const [status, text] = await get(path);
  expect([status, text]).toEqual([500, expect.stringContaining(`GET ${path} answers ${sentence}.`)]);
});

it('a file with another header that is streamed breaks off in tests', async () => {
  expect((await get('/wrong-stream'))[1]).toBe('broken off');
});

it('a streamed answer that its call does not declare breaks off in tests', async () => {
  expect(await get('/numbered?n=1')).toEqual([200, '{"data":{"n":1}}']);
  expect((await get('/numbered?n=2'))[1]).toBe('broken off');
});
