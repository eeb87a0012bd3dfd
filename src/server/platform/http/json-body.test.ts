import { Readable } from 'node:stream';
import Fastify from 'fastify';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { answerError } from './errors.ts';
import { takeJson } from './json-body.ts';

const app = Fastify({ bodyLimit: 10_000 });
app.decorateRequest('actor', null);
app.decorateRequest('refusal', null);
app.setErrorHandler(answerError);
takeJson(app, 10);
app.post('/echo', (request) => ({ body: request.body, hash: request.bodyHash?.toString('hex') }));
app.post('/file', { config: { fileMember: 'file' } }, ({ body, bodyFile }) => ({
  body: { body, file: bodyFile && Buffer.from(bodyFile).toString('latin1') },
}));
app.post('/short', { config: { longestText: 20 } }, (request) => ({ body: request.body }));
afterAll(() => app.close());

/** A prototype, and a list or an object under a number. */
const NOT_TAKEN = /"__proto__"|"\d+"\s*:\s*[[{]/;

interface Echo {
  body?: unknown;
  hash?: string;
  error?: string;
}

/** Sends these bytes, part by part. */
async function send(parts: Buffer[], type = 'application/json', url = '/echo') {
  const payload = Readable.from(parts);
  const answer = await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  return { status: answer.statusCode, echo: answer.json<Echo>() };
}

const split = (text: string | Buffer, size: number): Buffer[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
};

it('reads any JSON as it is read in one piece, wherever its parts end', async () => {
  const json = fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme', noUnicodeString: false });
  await fc.assert(
    fc.asyncProperty(json, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (value, size, wide) => {
      const text = JSON.stringify(value, null, wide ? 2 : undefined);
      fc.pre(!NOT_TAKEN.test(text) && Buffer.byteLength(text) < 10_000);
      const { status, echo } = await send(split(text, size));
      expect([status, echo.body]).toEqual([200, JSON.parse(text)]);
    }),
    { numRuns: 300 },
  );
});

it('reads and refuses what is almost JSON as it would be in one piece', async () => {
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme', noUnicodeString: false });
  const almost = fc
    .tuple(json, fc.nat(), fc.nat(3), fc.constantFrom('', ',', '}', ']', '{', '[', '"', ' ', '1', ':', '\\'))
    .map(([value, at, cut, put]) => {
      const text = JSON.stringify(value);
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + cut);
    });
  await fc.assert(
    fc.asyncProperty(almost, fc.integer({ min: 1, max: 20 }), async (text, size) => {
      fc.pre(!NOT_TAKEN.test(text) && text !== '' && text.isWellFormed() && text.length < 3000);
      let expected: unknown[];
      try {
        // As the echo writes it: a number beyond all numbers is null there.
        expected = [200, JSON.parse(JSON.stringify(JSON.parse(text)))];
      } catch {
        expected = [400, undefined];
      }
      const { status, echo } = await send(split(text, size));
      expect([status, echo.body]).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('refuses what no parser reads, wherever its parts end', async () => {
  const broken = [
    '{',
    '{"a":}',
    '[1,]',
    '{}{}',
    '[]]',
    '"a',
    'tru',
    '{"a":1}x',
    ' ',
    '[1 2]',
    '{"a" 1}',
    ']',
  ];
  for (const text of broken)
    for (const size of [1, 2, 100])
      expect([text, await send(split(text, size))]).toEqual([
        text,
        { status: 400, echo: expect.objectContaining({ error: 'The body is not valid JSON.' }) as unknown },
      ]);
});

it('distinguishes numbers that are names of lists, or refuses them', async () => {
  const text = '{"b":[1],"7":[2,3],"10":{"x":[1,2,3],"2":{"y":[4]}}}';
  expect((await send(split(text, 1))).status).toBe(400);
  const small = '{"7":[1]}';
  expect((await send(split(small, 1))).echo.body).toEqual({ 7: [1] });
});

it('takes a body with a byte order mark, and none at all', async () => {
  expect(await send([Buffer.from('\ufeff{"a":"ü"}')])).toMatchObject({ echo: { body: { a: 'ü' } } });
  expect(await send([])).toMatchObject({ status: 200, echo: {} });
});

it('refuses bytes that are no UTF-8, where they begin in one part and end in another as well', async () => {
  const wrong: [string, Buffer][] = [
    ['a byte of Windows-1252', Buffer.from('{"a":"M\xfcller"}', 'latin1')],
    ['half of a character', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
    ['a character that never ends', Buffer.from([0x22, 0xe2])],
    ['half of a pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ];
  for (const [what, bytes] of wrong)
    for (const size of [1, 3, 100])
      expect([what, await send(split(bytes, size))]).toEqual([
        what,
        { status: 400, echo: expect.objectContaining({ error: 'The body is not valid UTF-8.' }) as unknown },
      ]);
  expect((await send(split('"€ü😀"', 1))).echo.body).toBe('€ü😀');
});

it.each<[string, number]>([
  ['application/json; charset=utf-8', 200],
  ['application/json;charset="UTF-8"', 200],
  ['application/json; charset=utf8', 200],
  ['application/json; charset=iso-8859-1', 415],
  ['application/json; charset=utf-16', 415],
  ['application/json; charset=windows-1252', 415],
])('%s gets %i', async (type, status) => {
  expect((await send([Buffer.from('{"a":1}')], type)).status).toBe(status);
});

const inCoding = (coding: string) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': coding };
  return app.inject({ method: 'POST', url: '/echo', headers, payload: '{"a":1}' });
};

it.each(['gzip', 'br'])(
  'a body in the content coding %s is refused, and its coding is named',
  async (coding) => {
    const answer = await inCoding(coding);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      415,
      { error: `The content coding ${coding} is not taken here; send JSON that is not packed.` },
    ]);
  },
);

it('a body in the content coding identity is taken', async () => {
  expect((await inCoding('identity')).statusCode).toBe(200);
});

it('takes a body of the limit and refuses one of a byte more, whether its length was stated or not', async () => {
  const body = (length: number) => Buffer.from(`"${'x'.repeat(length - 2)}"`);
  expect((await send([body(10_000)])).status).toBe(200);
  expect((await send(split(body(10_001), 1000))).status).toBe(413);
  const stated = { method: 'POST', url: '/echo', headers: { 'content-type': 'application/json' } } as const;
  expect((await app.inject({ ...stated, payload: body(10_001) })).statusCode).toBe(413);
});

it('refuses a text that is longer than its route takes', async () => {
  expect(await send([Buffer.from(`["${'x'.repeat(21)}"]`)], 'application/json', '/short')).toMatchObject({
    status: 413,
    echo: { error: 'The body holds a text of more than 20 characters.' },
  });
});

it('knows a body by its bytes, however they arrive', async () => {
  const text = '{"name":"Zoë","of":[1,2,3]}';
  const { echo } = await send(split(text, 5));
  expect(echo.hash).toBe((await send([Buffer.from(text)])).echo.hash);
  expect(echo.hash).not.toBe((await send([Buffer.from(text.replace('3', '4'))])).echo.hash);
});

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

it('takes a file out of the body, wherever its parts end', async () => {
  const file = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
  const written = fc.constantFrom<(text: string) => string>(
    base64,
    (text) => `data:text/csv;base64,${base64(text)}`,
    (text) => base64(text).replaceAll(/.{10}/g, '$&\r\n'),
  );
  const escaped = fc.constantFrom<(json: string) => string>(
    (json) => json,
    (json) => json.replaceAll('/', String.raw`\/`),
    (json) => json.replaceAll('+', String.raw`\u002b`),
  );
  await fc.assert(
    fc.asyncProperty(
      file,
      written,
      escaped,
      fc.integer({ min: 1, max: 40 }),
      async (bytes, as, escape, size) => {
        const body = { before: 'file', payer: { file: as(bytes), after: [1] } };
        const { status, echo } = await send(split(escape(JSON.stringify(body)), size), undefined, '/file');
        expect([status, echo.body]).toEqual([
          200,
          { body: { before: 'file', payer: { file: '', after: [1] } }, file: bytes },
        ]);
      },
    ),
    { numRuns: 200 },
  );
});

it.each<[string, string, unknown]>([
  [
    'the last of two',
    `{"file":"${base64('one')}","file":"${base64('two')}"}`,
    { body: { file: '' }, file: 'two' },
  ],
  ['no text', '{"file":["eA=="]}', { body: { file: ['eA=='] }, file: null }],
  ['a text elsewhere', '{"a":{"b":{"file":"eA=="}}}', { body: { a: { b: { file: 'eA==' } } }, file: null }],
  ['a text that follows', '{"file":1,"a":"eA=="}', { body: { file: 1, a: 'eA==' }, file: null }],
  ['a name in escapes', String.raw`{"\u0066ile":"eA=="}`, { body: { file: '' }, file: 'x' }],
])('knows the file of a body from %s', async (_what, text, expected) => {
  expect((await send(split(text, 7), undefined, '/file')).echo.body).toEqual(expected);
});

it.each([
  '{"file":"e\nA=="}',
  String.raw`{"file":"e\qA=="}`,
  String.raw`{"file":"eA==\u00"}`,
  '{"file":"eA==',
])('refuses a file that no JSON text is: %j', async (text) => {
  for (const size of [1, 5, 100])
    expect((await send(split(text, size), undefined, '/file')).status).toBe(400);
});
