import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineRegistry } from '#tests/support/define-registry.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { tableSql } from '#server/engine/schema/schema.ts';
import { withDatabase } from '#tests/support/database.ts';
import { startEnginePortal, type EnginePortal } from '#tests/support/engine-portal.ts';
import { workbookOf } from '#tests/support/long-workbook.ts';
import { payers } from '#tests/support/payers-model.ts';

const LONG = 45_000_000;

const registry = defineRegistry([payers]);
const behaviour: Behaviour = {
  resource: 'payers',
  uploads: [
    {
      path: '/upload',
      summary: 'Add and change payers',
      member: 'file',
      kinds: ['csv', 'xlsx'],
      parts: [{ model: 'payers', key: 'code', columns: ['code', 'city'] }],
    },
  ],
};

const database = withDatabase();
let portal: EnginePortal;
beforeAll(async () => {
  await database.db.query('DROP TABLE IF EXISTS payers CASCADE');
  await database.db.query(tableSql(registry, payers));
  portal = await startEnginePortal(database.db, registry, [behaviour]);
});
afterAll(() => portal.close());

/** What a preview of this file is answered with. */
async function upload(file: Buffer | string): Promise<[status: number, text: string]> {
  const answer = await portal.api.post('/payers/upload', {
    file: Buffer.from(file).toString('base64'),
    dry_run: true,
  });
  return [answer.status, answer.text];
}

it('refuses files with a cell of 45 MB, and says where it is', { timeout: 300_000 }, async () => {
  expect(await upload(`code\n${'x'.repeat(LONG)}\n`)).toEqual([
    422,
    expect.stringContaining('Line 2: The row is longer'),
  ]);
  expect(await upload(await workbookOf('code', 'x'.repeat(LONG)))).toEqual([
    413,
    expect.stringContaining('Row 2, code: the cell has 45000000'),
  ]);
});

it('reads and checks all of the largest file', { timeout: 300_000 }, async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `${at}-${'x'.repeat(190)},${'y'.repeat(250)}`);
  const [status, said] = await upload(`code,city\n${rows.join('\n')}\n`);
  expect([status, JSON.parse(said)]).toMatchObject([200, { data: { valid: true, skipped: 0 } }]);
});
