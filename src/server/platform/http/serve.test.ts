import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#calls/call.ts';
import { fieldGiven } from '#calls/fields.ts';
import { fileGiven, idOf, monthGiven, oneOf, queryFlag, wholeNumber } from '#calls/shapes.ts';
import { Refusal } from '#kernel/errors.ts';
import { text } from '#kernel/fields/text.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../log/log.ts';
import { fairUse } from './request-limits.ts';
import { Previewed, serve, serveOnce, servePrepared, WithStatus, WrittenData } from './serve.ts';
import { createServer } from './server.ts';

const about = { topic: 'tests', tag: 'Tests', summary: 'Test', success: 'It', right: 'see_billing' } as const;
const count = defineCall({
  ...about,
  method: 'GET',
  path: '/counts/:id',
  params: z.strictObject({ id: idOf('Count') }),
  query: z.strictObject({
    month: monthGiven,
    per_page: wholeNumber(24).default(6),
    of: oneOf(['a', 'b']).optional(),
  }),
  data: z.object({ id: z.int(), per_page: z.int(), of: z.string().optional() }),
});
const list = defineCall({
  ...about,
  method: 'GET',
  path: '/list',
  query: z.strictObject({ aws: queryFlag('Those of AWS'), name: z.string('Say whose they are.') }),
  data: z.object({ aws: z.boolean(), name: z.string() }),
});
const give = defineCall({
  ...about,
  method: 'POST',
  path: '/gifts',
  keyless: true,
  status: 201,
  body: z.strictObject({
    name: z.string().max(6, 'The name must be short.'),
    of: oneOf(['a', 'b']),
    lock_version: z.int().optional(),
  }),
  wrapper: ['gift', 'gifts'],
  data: z.object({ name: z.string(), of: z.string(), lock_version: z.int().optional() }),
});

const rename = defineCall({
  ...about,
  method: 'POST',
  path: '/renames',
  body: z.strictObject({
    name: fieldGiven('name', text('Name', { max: 5 })),
    size: wholeNumber(9).optional(),
    dry_run: z.boolean().optional(),
  }),
  wrapper: 'count',
  data: z.object({}),
  preview: { success: 'What it would be', answer: z.object({ name: z.string() }) },
});
const line = z
  .strictObject({ amount: z.string('must be an amount.'), kind: oneOf(['tax', 'credit']) })
  .refine(({ kind, amount }) => kind !== 'credit' || String(amount).startsWith('-'), {
    path: ['amount'],
    error: 'A credit is below zero.',
    when: () => true,
  });
const keep = defineCall({
  ...about,
  method: 'POST',
  path: '/lines',
  weight: 'upload',
  fileMember: 'data',
  wrapper: ['line', 'lines'],
  status: 201,
  body: z.strictObject({ lines: z.array(line), data: fileGiven.optional() }),
  data: z.object({ kept: z.int(), bytes: z.int() }),
});

const fair = fairUse({ atOnce: 1, perMinute: 10, noun: 'tests' });
const free = defineCall({
  ...about,
  method: 'PATCH',
  path: '/free',
  query: z.looseObject({}),
  checksQuery: 'handler',
  body: z.looseObject({}),
  needsBody: true,
  checksBody: 'handler',
  data: z.object({ query: z.unknown(), body: z.unknown() }),
});
const written = defineCall({
  ...about,
  method: 'POST',
  path: '/written',
  data: z.object({ amount: z.string() }),
});
const wrong = defineCall({ ...about, method: 'GET', path: '/wrong', data: z.object({ amount: z.string() }) });

const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-serve-'));
let app: FastifyInstance;
let mayRead = true;

beforeAll(async () => {
  app = await createServer(
    loadConfig({ DATA_DIR: folder, NODE_ENV: 'test' }),
    await createLog({ level: 'fatal', destination: { write: () => undefined } }),
  );
  app.addHook('onRequest', async (request) => {
    request.actor = { email: 'ada@example.com', name: 'Ada', roles: [] } as unknown as typeof request.actor;
  });
  const door = {
    scope: app,
    demand: () => {
      if (!mayRead) throw new Refusal(403, 'You have no right to see billing runs.');
    },
    onceAfter: () => {
      throw new Error('No change is made here.');
    },
    once: () => {
      throw new Error('These calls change nothing.');
    },
    heavy: fair,
    uploads: { ...fair, bodyLimit: 1000 },
    checksAnswers: true,
  };
  serve(door, count, async ({ params: { id }, query: { per_page, of } }) => ({ id, per_page, of }));
  const further = ({ name }: { name?: unknown }) =>
    name === 'taken' ? [{ field: 'name', message: 'The name is taken.' }] : [];
  serve({ ...door, further }, give, async ({ body }) => body);
  servePrepared(door, rename, async ({ body: { name, dry_run: isPreview } }) =>
    isPreview ? new Previewed({ name }) : async () => ({}),
  );
  serve(door, list, async ({ query }) => query);
  serveOnce(
    door,
    keep,
    async ({ body: { lines, data } }) =>
      new WithStatus(200, { kept: lines.length, bytes: data?.length ?? 0 }),
  );
  serve(door, free, async ({ query, body }) => ({ query, body }));
  serveOnce(door, written, async ({ request }) => new WrittenData(String(request.headers['x-amount'])));
  serve(door, wrong, async () => ({ amount: 1.5 }) as unknown as { amount: string });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (url: string) => {
  const answer = await app.inject(url);
  return [answer.statusCode, answer.json<{ error?: string; data?: unknown }>()] as const;
};

it('a call is answered with what it declares of its path and query, and with what it presets', async () => {
  expect(await call('/api/counts/7?month=2026-03&per_page=9&of=a')).toEqual([
    200,
    { data: { id: 7, per_page: 9, of: 'a' } },
  ]);
  expect(await call('/api/counts/7?month=2026-03&per_page=&of=')).toEqual([
    200,
    { data: { id: 7, per_page: 6 } },
  ]);
});

it('a member of a query that stands alone is given without a value', async () => {
  for (const [query, aws] of [
    ['aws', true],
    ['aws=1', true],
    ['aws=0', false],
    ['', false],
  ] as const)
    expect(await call(`/api/list?name=Ada&${query}`)).toEqual([200, { data: { aws, name: 'Ada' } }]);
});

it.each([
  ['/api/list?aws=perhaps', 400, 'aws stands by itself, or is 1 or true. Say whose they are.'],
  ['/api/counts/x?month=2026-03', 404, 'Count x was not found.'],
  [
    '/api/counts/7?per_page=99&of=c',
    400,
    'month must be a month such as 2026-03. per_page must be a whole number from 1 to 24. of must be one of a, b.',
  ],
  ['/api/counts/7?month=2026-03&year=2026', 400, 'The parameter year is not known here.'],
  ['/api/counts/7?month=2026-03&constructor=1', 400, 'The parameter constructor is not known here.'],
  ['/api/counts/7?month=2026-03&month=2026-04', 400, 'The parameter month is given more than once.'],
])('%s is refused with all that is wrong', async (url, status, error) => {
  expect(await call(url)).toMatchObject([status, { error }]);
});

const send = async (body: object) => {
  const answer = await app.inject({ method: 'POST', url: '/api/gifts', body });
  return [answer.statusCode, answer.json<{ error?: string; errors?: { field: string }[] }>()] as const;
};

it('a body is taken bare or wrapped, with its version in it or beside it', async () => {
  const gift = { name: 'Ring', of: 'a' };
  expect(await send(gift)).toEqual([201, { data: gift }]);
  const whole = { ...gift, lock_version: 3 };
  expect(await send({ gift, lock_version: 3 })).toEqual([201, { data: whole }]);
  expect(await send({ gifts: whole })).toEqual([201, { data: whole }]);
  expect(await send({ gift: [] })).toMatchObject([400, { error: 'gift must be a JSON object.' }]);
});

it.each([
  [{ name: 'Necklace', of: 'c' }, ['name', 'of'], 'The name must be short. of must be one of a, b.'],
  [
    { name: 'taken', more: 1 },
    ['of', 'more', 'name'],
    'of must be one of a, b. more is not known here. The name is taken.',
  ],
  [{ name: 7, of: 'a' }, ['name'], 'name is not valid.'],
  [{ of: 'a' }, ['name'], 'name must be given.'],
])('the body %j is refused with all that is wrong, in its shape and beyond', async (body, fields, error) => {
  const [status, answer] = await send(body);
  expect([status, answer.error]).toEqual([422, error]);
  expect(answer.errors?.map(({ field }) => field)).toEqual(fields);
});

it.each([
  ['bare', { name: 'Ada', dry_run: true }],
  ['wrapped', { count: { name: 'Ada', dry_run: true } }],
  ['wrapped, with what may stand beside it', { count: { name: 'Ada' }, dry_run: true }],
])(
  'a change that is sent %s is answered with what it would do, where only that is requested',
  async (_, payload) => {
    const answer = await app.inject({ method: 'POST', url: '/api/renames', payload });
    expect([answer.statusCode, answer.json()]).toEqual([200, { name: 'Ada' }]);
  },
);

it('a field is refused with the sentences of its declaration, beside all that is wrong otherwise', async () => {
  const call = async (payload: object) => {
    const answer = await app.inject({ method: 'POST', url: '/api/renames', payload });
    return [answer.statusCode, answer.json<{ errors: unknown }>().errors];
  };
  expect(await call({ size: 10, more: 1 })).toEqual([
    422,
    [
      { field: 'name', message: 'Name is required.' },
      { field: 'size', message: 'size must be a whole number from 1 to 9.' },
      { field: 'more', message: 'more is not known here.' },
    ],
  ]);
  expect(await call({ count: 7 })).toEqual([400, []]);
});

const post = async (payload: object) => {
  const answer = await app.inject({ method: 'POST', url: '/api/lines', payload });
  return [answer.statusCode, answer.json<{ error?: string; errors?: unknown; data?: unknown }>()] as const;
};

it('a body is taken bare or wrapped, with a file in base64, and may be answered with another status than its own', async () => {
  const body = { lines: [{ kind: 'tax', amount: '1' }], data: Buffer.from('abc').toString('base64') };
  const answer = [200, { data: { kept: 1, bytes: 3 } }];
  expect([await post(body), await post({ line: body }), await post({ lines: body })]).toEqual([
    answer,
    answer,
    answer,
  ]);
});

it('what is wrong in a list is named with its place, by the name of its field or as a whole sentence', async () => {
  const lines = [
    { kind: 'tax', amount: 7, more: 1 },
    { kind: 'credit', amount: '1' },
    { kind: 'fee', amount: '1' },
  ];
  expect(await post({ lines, data: '' })).toMatchObject([
    422,
    {
      errors: [
        { field: 'lines.0.amount', message: 'amount must be an amount.' },
        { field: 'lines.0.more', message: 'more is not known here.' },
        { field: 'lines.1.amount', message: 'A credit is below zero.' },
        { field: 'lines.2.kind', message: 'kind must be one of tax, credit.' },
        { field: 'data', message: 'data must be the file as base64.' },
      ],
    },
  ]);
});

it('who has no right to a call gets nothing of it', async () => {
  mayRead = false;
  const answer = await call('/api/counts/7?month=2026-03');
  mayRead = true;
  expect(answer).toMatchObject([403, { error: 'You have no right to see billing runs.' }]);
});

it('what a handler checks itself comes unread, and a body that is needed is demanded where it may be empty', async () => {
  const patch = async (body?: object) => {
    const answer = await app.inject({ method: 'PATCH', url: '/api/free?any=+1+&of=', body });
    return [answer.statusCode, answer.json<unknown>()];
  };
  const query = { any: ' 1 ', of: '' };
  expect(await patch({ a: 1 })).toEqual([200, { data: { query, body: { a: 1 } } }]);
  expect(await patch({})).toEqual([200, { data: { query, body: {} } }]);
  expect(await patch()).toMatchObject([400, { error: 'The body must be a JSON object.' }]);
});

it('data that are written as JSON already are sent as they are, and held against their declaration', async () => {
  const answer = async (json: string) => {
    const { statusCode, headers, body } = await app.inject({
      method: 'POST',
      url: '/api/written',
      headers: { 'x-amount': json },
    });
    return [statusCode, headers['content-type'], body];
  };
  const type = 'application/json; charset=utf-8';
  expect(await answer('{"amount": "1.50"}')).toEqual([200, type, '{"data":{"amount": "1.50"}}']);
  expect((await answer('{"amount": 1.5}'))[0]).toBe(500);
});

it('an answer that a call does not declare fails in tests', async () => {
  expect(await call('/api/wrong')).toMatchObject([500, {}]);
});
