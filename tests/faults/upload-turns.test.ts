import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineRegistry } from '#tests/support/define-registry.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { tableSql } from '#server/engine/schema/schema.ts';
import { withDatabase } from '#tests/support/database.ts';
import { startEnginePortal, type EnginePortal } from '#tests/support/engine-portal.ts';
import { workbookOf } from '#tests/support/long-workbook.ts';
import { payers } from '#tests/support/payers-model.ts';
import { turnsOf } from '#tests/support/turns-of-requests.ts';
import { LONGEST_TURN_MS } from './watched-process.ts';

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

/** Uploads a file; answers the status, the text and the longest turn of the portal meanwhile, in ms. */
async function upload(file: Buffer | string): Promise<[number, string, number]> {
  const body = new TextEncoder().encode(
    JSON.stringify({ file: Buffer.from(file).toString('base64'), dry_run: true }),
  );
  const headers = { ...portal.headers, 'content-type': 'application/json' };
  return turnsOf({ url: `${portal.url}/api/payers/upload`, method: 'POST', headers, body });
}

it('serves others while files come with a cell of 45 MB', { timeout: 120_000 }, async () => {
  const csv = await upload(`code\n${'x'.repeat(LONG)}\n`);
  expect(csv.slice(0, 2)).toEqual([422, expect.stringContaining('Line 2: The row is longer')]);
  const workbook = await upload(await workbookOf('code', 'x'.repeat(LONG)));
  expect(workbook.slice(0, 2)).toEqual([413, expect.stringContaining('Row 2, code: the cell has 45000000')]);
  expect(Math.max(csv[2], workbook[2])).toBeLessThan(LONGEST_TURN_MS);
});

it('serves others while the largest file is read and checked', { timeout: 180_000 }, async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `${at}-${'x'.repeat(190)},${'y'.repeat(250)}`);
  const [status, said, longest] = await upload(`code,city\n${rows.join('\n')}\n`);
  expect([status, JSON.parse(said)]).toMatchObject([200, { data: { valid: true, skipped: 0 } }]);
  expect(longest).toBeLessThan(LONGEST_TURN_MS);
});
