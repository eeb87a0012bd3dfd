import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { withEngine } from '#tests/support/engine.ts';
import { payers } from '#tests/support/payers-model.ts';
import { zipped } from '#tests/support/zipped.ts';

const upload: Behaviour = {
  resource: 'payers',
  uploads: [
    {
      path: '/upload_archive',
      summary: 'Add and change payers',
      member: 'base_file',
      kinds: ['csv.zip'],
      parts: [{ model: 'payers', key: 'code', columns: ['code', 'city'] }],
    },
  ],
};
const engine = withEngine(defineRegistry([payers]), { behaviours: [upload], makeTables: true });
beforeEach(() => engine.db.query('TRUNCATE payers RESTART IDENTITY CASCADE'));

const post = (file: Buffer | string) =>
  engine.call<{ error: string; errors: ImportProblem[] }>('POST', '/payers/upload_archive', {
    base_file: Buffer.from(file).toString('base64'),
  });
const workbook = {
  name: 'a',
  columns: [{ header: 'code', kind: 'text' as const }],
  rows: (async function* () {
    yield await Promise.resolve([]);
  })(),
};

describe('an archive with a CSV file', () => {
  const good = 'code,city\nA,Graz\n';

  it('is read, what a Mac adds left aside, also as a data URL', async () => {
    const file = await zipped({ 'centers.csv': good, '__MACOSX/._centers.csv': 'x' });
    expect((await post(file)).status).toBe(201);
    const url = `data:application/zip;base64,${(await zipped({ 'b.csv': 'code\nB\n' })).toString('base64')}`;
    const { status } = await engine.call('POST', '/payers/upload_archive', { payer: { base_file: url } });
    expect(status).toBe(201);
  });

  /** Writes a number over what the directory of an archive says of its first file. */
  const lying = (file: Buffer, at: number, value: number) => {
    const copy = Buffer.from(file);
    copy.writeUInt32LE(value, copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + at);
    return copy;
  };

  it.each<[string, () => Promise<Buffer | string>, number, RegExp]>([
    ['no archive', async () => good, 422, /^This is a CSV file. Please send a ZIP archive with a CSV file.$/],
    ['a workbook', () => buffer(writeXlsx([workbook])), 422, /^This is an XLSX workbook/],
    ['no CSV', () => zipped({ 'a.txt': 'x' }), 422, /holds no CSV file/],
    ['two of them', () => zipped({ 'a.csv': good, 'b.csv': good }), 422, /holds several CSV files/],
    ['half of one', async () => (await zipped({ 'a.csv': good })).subarray(0, 60), 422, /damaged/],
    [
      'a way out of its folder',
      async () =>
        Buffer.from(
          (await zipped({ 'xx/a.csv': good })).toString('latin1').replaceAll('xx/a', '../a'),
          'latin1',
        ),
      422,
      /damaged/,
    ],
    [
      'an absolute name',
      async () =>
        Buffer.from(
          (await zipped({ 'xa.csv': good })).toString('latin1').replaceAll('xa.csv', '/a.csv'),
          'latin1',
        ),
      422,
      /damaged/,
    ],
    ['a link', () => zipped({ 'a.csv': '/etc/passwd' }, { mode: 0o120777 }), 422, /holds a link/],
    ['a bomb', () => zipped({ 'a.csv': Buffer.alloc(60_000_000, 'a') }), 413, /packed more tightly/],
    [
      'less than it says',
      async () => lying(await zipped({ 'a.csv': good.repeat(50) }), 24, 5),
      422,
      /damaged/,
    ],
    [
      'more than any may',
      async () => lying(await zipped({ 'a.csv': good.repeat(50) }), 24, 3_000_000_000),
      413,
      /unpacks to more than 250 MB/,
    ],
    [
      'files in one another',
      async () => lying(await zipped({ 'a.csv': good }), 20, 4_000_000),
      422,
      /damaged/,
    ],
    [
      'thousands of files',
      () => zipped(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`${at}`, '']))),
      413,
      /more than 2000 files/,
    ],
    [
      'no UTF-8',
      () => zipped({ 'a.csv': Buffer.from('code\nM\xfcller\n', 'latin1') }),
      422,
      /^Line 2: At character 2 .* state its encoding: one of windows-1252, windows-1250, macintosh\.$/,
    ],
    [
      'more rows than are taken, and reads none of the others',
      () => zipped({ 'a.csv': `code\n${'A\n'.repeat(100_001)}"never closed\n` }),
      413,
      /^The file has more than 100000 rows\. Please split it\.$/,
    ],
    [
      'a cell that is longer than any field',
      () => zipped({ 'a.csv': `code,city\nA,Graz\nB,${'x'.repeat(100_001)}\n` }),
      413,
      /^Row 3, city: the cell has 100001 characters\. At most 100000 are possible\.$/,
    ],
    [
      'more columns than anybody fills',
      () => zipped({ 'a.csv': `${Array.from({ length: 1001 }, (_, at) => `c${at}`).join()}\n1\n` }),
      413,
      /more than 1000 columns/,
    ],
    [
      'more text than an import may have',
      () =>
        zipped({
          'a.csv': `code\n${Array.from({ length: 760 }, () => `${randomBytes(500).toString('hex').repeat(80)}\n`).join('')}`,
        }),
      413,
      /more than 60000000 characters/,
    ],
    ['a prototype', () => zipped({ 'a.csv': '__proto__,code\n1,A\n' }), 422, /'__proto__' is not a column/],
    ['nothing', async () => '', 422, /base_file must be the file as base64/],
  ])(
    'that has %s is refused, and nothing is there',
    async (_what, file, status, sentence) => {
      const answer = await post(await file());
      expect([answer.status, answer.body.error, answer.body.errors?.[0]?.message ?? '']).toEqual([
        status,
        answer.body.error,
        expect.stringMatching(sentence) as unknown,
      ]);
      expect((await engine.call('GET', '/payers')).body.data).toEqual([]);
      expect(Object.hasOwn(Object.prototype, 'code')).toBe(false);
    },
    60_000,
  );
});
