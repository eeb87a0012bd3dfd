import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { emptyDatabase, everything, restore, withBackups } from '#tests/support/backups.ts';
import { withDatabase, type TestDatabase } from '#tests/support/database.ts';

const { folder, newFile, backUp } = withBackups();
const source = withDatabase();
beforeAll(async () => {
  await createSession(source.db, { email: 'ada@example.com', name: 'Ada', roles: [] });
  await source.db.query(
    `INSERT INTO departments (name) SELECT 'Department ' || n FROM generate_series(1, 4) n`,
  );
});

describe('a backup file', () => {
  it('belongs to its owner alone, and takes no name that is taken', async () => {
    const { file } = await backUp(source);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file);
    await expect(backUp(source, file)).rejects.toThrow('is there already');
    expect(readFileSync(file).equals(before)).toBe(true);
    await expect(backUp(source, path.join(folder, 'no/such/folder.tgz'))).rejects.toThrow(
      'its folder is not there',
    );
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is not made of an empty database', async () => {
    const file = newFile();
    await expect(backUp(await emptyDatabase(), file)).rejects.toThrow('nothing to back up');
    expect(existsSync(file)).toBe(false);
  });

  describe('that is', () => {
    let whole: Buffer;
    let target: TestDatabase;
    beforeAll(async () => {
      whole = readFileSync((await backUp(source)).file);
    });
    beforeEach(async () => {
      target = await emptyDatabase();
    });
    const reseal = (change: (plain: Buffer) => void) => {
      const plain = gunzipSync(whole);
      change(plain);
      return gzipSync(plain);
    };
    const replaceText = (plain: Buffer, from: string, to: string) => {
      expect(from).toHaveLength(to.length);
      const at = plain.indexOf(from);
      expect(at).toBeGreaterThan(0);
      plain.write(to, at);
    };

    it.each<[string, () => Buffer, RegExp]>([
      ['cut short in the middle', () => whole.subarray(0, whole.length / 2), /damaged/],
      ['cut short at its last byte', () => whole.subarray(0, -1), /damaged/],
      [
        'without its end, but packed properly',
        () => gzipSync(gunzipSync(whole).subarray(0, 512 * 20)),
        /damaged/,
      ],
      ['empty', () => Buffer.alloc(0), /damaged/],
      ['no backup at all', () => Buffer.from('once upon a time'), /damaged/],
      ['another tar file', () => gzipSync(Buffer.alloc(1024)), /damaged/],
      [
        'changed in one byte',
        () => {
          const copy = Buffer.from(whole);
          const at = Math.floor(copy.length / 2);
          copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
          return copy;
        },
        /damaged/,
      ],
      [
        'changed in one value and packed again',
        () => reseal((plain) => replaceText(plain, 'ada@example.com', 'eve@example.com')),
        /altered/,
      ],
      [
        'changed in its header and packed again',
        () => reseal((plain) => replaceText(plain, '"skyledger": "1.2.3"', '"skyledger": "9.9.9"')),
        /altered/,
      ],
    ])('%s is refused, and nothing is changed', async (_what, bytes, reason) => {
      const file = newFile();
      writeFileSync(file, bytes());
      await expect(restore(target, file)).rejects.toThrow(reason);
      expect(await everything(target)).toEqual(new Map());
    });

    it('changed with fitting sums but without the secret key is refused', async () => {
      const plain = gunzipSync(whole);
      const sums = plain.indexOf('"header_sha256": "');
      const header = plain.subarray(512, plain.indexOf('\0', 512));
      const altered = Buffer.from(
        header.toString('utf8').replace('"skyledger": "1.2.3"', '"skyledger": "9.9.9"'),
      );
      altered.copy(plain, 512);
      plain.write(createHash('sha256').update(altered).digest('hex'), sums + '"header_sha256": "'.length);
      const file = newFile();
      writeFileSync(file, gzipSync(plain));
      await expect(restore(target, file)).rejects.toThrow('altered after it was made');
      expect(await everything(target)).toEqual(new Map());
    });

    it('of another secret key is refused, unless that is wanted', async () => {
      const file = newFile();
      writeFileSync(file, whole);
      const other = Buffer.alloc(32, 8);
      await expect(restore(target, file, { secretKey: other })).rejects.toThrow('another secret key');
      expect(await everything(target)).toEqual(new Map());
      await restore(target, file, { secretKey: other, otherKey: true });
      expect((await everything(target)).get('public.departments')?.length).toBeGreaterThan(3);
    });
  });
});
