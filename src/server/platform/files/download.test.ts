import { parse } from 'content-disposition';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { asDownload } from './download.ts';

async function headerOf(name: string): Promise<string> {
  const app = Fastify();
  app.get('/', (_request, reply) => asDownload(reply, name, 'text/csv; charset=utf-8').send('a'));
  const { statusCode, headers } = await app.inject('/');
  expect(statusCode).toBe(200);
  return String(headers['content-disposition']);
}

it.each([
  'inventory.csv',
  'Kosten – März.xlsx',
  'a "quoted" name.csv',
  '請求書 2026.zip',
  'x%20y.csv',
  "it's 100 %.csv",
  '😀.png',
])('a file called %s is saved under this very name', async (name) => {
  expect(parse(await headerOf(name))).toMatchObject({ type: 'attachment', parameters: { filename: name } });
});

it.each([
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['a\r\nset-cookie: b=1.csv', 'a__set-cookie: b=1.csv'],
  ['a\u0000b', 'a_b'],
  ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ['half \ud83d', 'half \ufffd'],
  ['', 'download'],
])('a file called %j is saved as %j', async (name, saved) => {
  const header = await headerOf(name);
  expect(header).not.toMatch(/[\r\n]/);
  expect(parse(header).parameters['filename']).toBe(saved);
});

it('readers that know ASCII alone get a name too', async () => {
  expect(await headerOf('a – b.csv')).toBe(
    `attachment; filename="a ? b.csv"; filename*=UTF-8''a%20%E2%80%93%20b.csv`,
  );
});
