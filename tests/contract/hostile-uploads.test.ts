import { beforeAll, describe, expect, it } from 'vitest';
import { writeXlsx } from 'hucre';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { behaviours } from '#server/behaviours/all.ts';
import type { Api, Body } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { unzip } from '#tests/support/workbook.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal({ LOG_LEVEL: 'info' });
let api: Api;
beforeAll(async () => {
  api = await portal.signIn({ email: 'mallory@example.com' });
});

const uploads = behaviours.flatMap(({ resource, uploads: specs = [] }) =>
  specs.map(({ path, member }) => ({ address: `${resourcePath(resource)}${path}`, member })),
);

/** How many records there are of each model, and how many files and jobs. */
async function counts(): Promise<Record<string, number>> {
  const tables = registry.all.filter(({ source }) => source === 'table').map(({ name }) => name);
  const members = [...tables, 'files', 'jobs', 'outbox'].map(
    (name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`,
  );
  const { rows } = await portal.db.query<Record<string, number>>(`SELECT ${members.join(', ')}`);
  return rows[0] ?? {};
}

const SECRET = 'nobody-logs-this-cell';
const WORKBOOK = { sheets: [{ name: 'S', rows: [['a'], [SECRET]] }] };

/** A workbook whose parts are changed by hand. */
async function changed(part: string, change: (xml: string) => string): Promise<Buffer> {
  const files = unzip(Buffer.from(await writeXlsx(WORKBOOK)));
  return zipped(
    Object.fromEntries([...files].map(([name, xml]) => [name, name === part ? change(xml) : xml])),
  );
}

/** Writes a number over what the directory of an archive says of its first file. */
function lying(file: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(value, copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + at);
  return copy;
}

const renamed = async (from: string, to: string) =>
  Buffer.from((await zipped({ [from]: `a\n${SECRET}\n` })).toString('latin1').replaceAll(from, to), 'latin1');
const entities = (xml: string) =>
  xml.replace(
    /^(<\?xml[^>]*>)?/,
    '$1<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>',
  );

const hostile: [string, () => Promise<Buffer | string>][] = [
  ['a bomb of a CSV', () => zipped({ 'a.csv': Buffer.alloc(60_000_000, 'a') })],
  ['a bomb of a workbook', () => changed('xl/worksheets/sheet1.xml', () => ' '.repeat(60_000_000))],
  ['an archive in an archive', async () => zipped({ 'a.zip': await zipped({ 'a.csv': `a\n${SECRET}\n` }) })],
  ['sizes that lie', async () => lying(await zipped({ 'a.csv': `a\n${SECRET}\n`.repeat(50) }), 24, 5)],
  ['files that lie in one another', async () => lying(await zipped({ 'a.csv': 'a\n1\n' }), 20, 4_000_000)],
  ['a way out of its folder', () => renamed('xx/a.csv', '../a.csv')],
  ['an absolute name', () => renamed('xa.csv', '/a.csv')],
  ['entities', () => changed('xl/workbook.xml', entities)],
  ['entities in a sheet', () => changed('xl/worksheets/sheet1.xml', entities)],
  [
    'a sheet that says it is huge',
    () =>
      changed('xl/worksheets/sheet1.xml', (xml) =>
        xml
          .replace(/<dimension[^>]*>/, '')
          .replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>'),
      ),
  ],
  ['a header that is a prototype', async () => `__proto__,constructor\n${SECRET},1\n`],
  ['a NUL', async () => `a\n${SECRET}\0\n`],
  ['a CSV whose quote never ends', async () => `a\n"${SECRET}\n`],
  ['bytes of nothing known', async () => Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0, 1, 2, 3])],
  ['an executable', async () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5000, 0x90)])],
  ['nothing', async () => ''],
];

describe.each(uploads)('$address', ({ address, member }) => {
  it.each(hostile)('refuses %s in readable words, and nothing of it is left', async (_what, make) => {
    const before = await counts();
    const file = Buffer.from(await make()).toString('base64');
    const began = performance.now();
    const { status, body, text } = await api.post(address, { [member]: file });
    expect(performance.now() - began).toBeLessThan(20_000);
    expect([400, 413, 422]).toContain(status);
    const { error, errors, request_id: request } = body as Body;
    expect([typeof error, Array.isArray(errors), typeof request]).toEqual(['string', true, 'string']);
    expect(text).not.toMatch(/ at \w+.*\(|SELECT |\/work\/|node_modules|root:/);
    expect(await counts()).toEqual(before);
    expect(portal.log()).not.toContain(SECRET);
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  });

  it('refuses a body that is broken, deep, no object, or has what it does not know', async () => {
    const before = await counts();
    for (const body of [
      '{',
      '[]',
      '"x"',
      `{"${member}": 7}`,
      `{"${member}":"eA==","__proto__":{"a":1}}`,
      `{"${member}":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `{"${member}":"eA==","approved":true}`,
    ]) {
      const { status } = await api.send('POST', address, body);
      expect([400, 413, 422], body.slice(0, 60)).toContain(status);
    }
    expect((await api.send('POST', address, 'a=b', { 'content-type': 'text/plain' })).status).toBe(403);
    expect(await counts()).toEqual(before);
  });

  it('is closed to those who are not signed in and to pages of other sites', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${portal.url}/api${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{ not even JSON',
      });
    expect((await post({})).status).toBe(401);
    expect((await post({ origin: 'https://elsewhere.example.org' })).status).toBe(403);
  });
});
