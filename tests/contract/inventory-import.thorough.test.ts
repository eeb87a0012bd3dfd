import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeXlsx } from 'hucre';
import yazl from 'yazl';
import { buffer } from 'node:stream/consumers';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from '#tests/faults/portal-process.ts';
import type { Row } from '#tests/support/api.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { withDatabase } from '#tests/support/database.ts';

const database = withDatabase();
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skyledger-inventory-'));
  // What new cost centers refer to by default is the first unit and the first department.
  await database.db.query(`INSERT INTO business_units (name) VALUES ('Retail')`);
  await database.db.query(`INSERT INTO departments (name) VALUES ('Finance')`);
  await database.db.query(`INSERT INTO companies (code, country) VALUES ('4711', 'Malta')`);
  await database.db.query(
    `INSERT INTO cloud_contacts (email, name, terminated) VALUES ('ada@example.com', 'Ada', false)`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const put = (name: string, content: string | Uint8Array): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const run = (...args: string[]) =>
  skyledger({ DATABASE_URL: database.connectionString, DATA_DIR: folder }, 'inventory', 'import', ...args);
const feed = (file: string, ...args: string[]) => run(file, '--model', 'cost_centers', ...args);
const csv = (...rows: string[]) =>
  ['identifier,companies_code,cloud_contact_email,expired_at', ...rows].join('\r\n');
const stored = async () => {
  const { rows } = await database.db.query<{ line: string }>(
    `SELECT identifier || ' ' || coalesce(expired_at::text, 'open') AS line FROM cost_centers ORDER BY identifier`,
  );
  return rows.map(({ line }) => line);
};

describe('inventory import', () => {
  it('shows what a file would do, and does it when it is told to', async () => {
    const file = put('two.csv', csv('F-1,4711,ada@example.com,', 'F-2,4711,ada@example.com,2030-01-31', ''));
    const planned = await feed(file, '--plan');
    expect(planned).toEqual({
      code: 0,
      output: [
        'Cost Centers: 2 would be created, 0 would be updated, 0 would stay as they are.',
        '  would be created: F-1, F-2',
        '',
      ].join('\n'),
    });
    expect(await stored()).toEqual([]);
    expect((await feed(file)).output).toContain('Cost Centers: 2 created, 0 updated, 0 unchanged.');
    expect(await stored()).toEqual(['F-1 open', 'F-2 2030-01-31']);

    const next = put(
      'next.csv',
      csv('f-1,4711,ada@example.com,2031-12-31', 'F-2,4711,ada@example.com,2030-01-31'),
    );
    const second = await feed(next);
    expect(second).toEqual({
      code: 0,
      output: 'Cost Centers: 0 created, 1 updated, 1 unchanged.\n  updated: F-1\n',
    });
    expect(await stored()).toEqual(['F-1 2031-12-31', 'F-2 2030-01-31']);
    const { rows } = await database.db.query<{ action: string; actor: string }>(
      `SELECT action, by_email AS actor FROM record_history WHERE resource = 'cost_centers' ORDER BY id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['import', 'import', 'update']);
    expect(rows[0]?.actor).toBe('inventory-import@skyledger.example');
  });

  it('names every wrong cell, writes nothing, and ends with 1', async () => {
    const before = await stored();
    const wrong = Array.from({ length: 600 }, (_, at) => `W-${at},4711,ada@example.com,someday`);
    const file = put('wrong.csv', csv('F-9,4711,nobody@example.com,', ...wrong));
    for (const args of [['--plan'], []]) {
      const { code, output } = await feed(file, ...args);
      expect(code).toBe(1);
      const lines = output.split('\n').filter((line) => line.startsWith('Row'));
      expect(lines).toHaveLength(601);
      expect(lines[0]).toMatch(/^Row 2, cloud_contact_email: .*nobody@example\.com/);
      expect(lines[600]).toMatch(/^Row 602, expired_at: .*'someday' is not a date/);
      expect(output).toContain('Nothing was imported: 601 cells are wrong.');
    }
    expect(await stored()).toEqual(before);
  });

  it('keeps names that nobody knows, and identifiers as texts', async () => {
    const parents = (...rows: string[]) =>
      ['identifier,name,provider_type,terminated,cost_center,cloud_contact_email', ...rows].join('\r\n');
    const file = put('parents.csv', parents('000123,One,aws,No,nobody knows,gone@example.com'));
    const told = (...args: string[]) => run(file, '--model', 'cloud_parents', ...args);
    expect((await told('--plan')).output).toContain('Cloud Parents: 1 would be created, 0 would be updated');
    expect(await told()).toMatchObject({ code: 0, output: expect.stringContaining('created: 000123') });
    put('parents.csv', parents('000123,Two,GcpCloudParent,Yes,nobody knows,ada@example.com'));
    expect((await told()).output).toContain('Cloud Parents: 0 created, 1 updated, 0 unchanged.');
    const { rows } = await database.db.query<object>(
      'SELECT identifier, name, provider_type, terminated, cost_center, cloud_contact_email FROM cloud_parents',
    );
    expect(rows).toEqual([
      {
        identifier: '000123',
        name: 'Two',
        provider_type: 'GcpCloudParent',
        terminated: true,
        cost_center: 'nobody knows',
        cloud_contact_email: 'ada@example.com',
      },
    ]);
  });

  it('reads packed files and workbooks as well', async () => {
    const zip = new yazl.ZipFile();
    zip.addBuffer(Buffer.from(csv('Z-1,4711,ada@example.com,')), 'list.csv');
    zip.end();
    expect((await feed(put('packed.csv.zip', await buffer(zip.outputStream)))).output).toContain('1 created');
    const rows = [
      ['identifier', 'companies_code', 'cloud_contact_email'],
      ['X-1', '4711', 'ada@example.com'],
    ];
    const workbook = await writeXlsx({ sheets: [{ name: 'Sheet1', rows }] });
    expect((await feed(put('book.xlsx', workbook))).output).toContain('created: X-1');
  });

  it('refuses what it cannot do with a sentence', async () => {
    const file = put('one.csv', csv('F-8,4711,ada@example.com,'));
    const usage = await run(file, '--model', 'clouds');
    expect([usage.code, usage.output]).toEqual([
      2,
      expect.stringMatching(/^There is no model clouds\. Models: .*cost_centers/),
    ]);
    expect((await run('--model', 'cost_centers')).output).toContain('Missing: FILE');
    const missing = await feed(path.join(folder, 'nothing.csv'));
    expect([missing.code, missing.output]).toEqual([
      1,
      expect.stringContaining('nothing.csv cannot be read'),
    ]);
    const damaged = await feed(put('damaged.csv', 'identifier,companies_code\r\n"F-1,4711'));
    expect([damaged.code, damaged.output]).toEqual([1, expect.stringMatching(/^Line \d/)]);
    expect((await feed(put('none.csv', csv()))).output).toContain('The file has headers but no rows.');
  });
});

it('feeds a portal that runs with its own database', async () => {
  const dataDir = await startedDataDir();
  const server = await startServer({ DATA_DIR: dataDir });
  const api = apiOf(server, await newToken(databaseOf(dataDir)));
  const { body: known } = await api.get<Row[]>('/cost_centers?per_page=1&page=1');
  const [first] = known.data;
  expect(first).toBeDefined();
  const file = put(
    'running.csv',
    `identifier,companies_code,cloud_contact_email\r\nRUN-1,${String(first?.['companies_code'])},${String(first?.['cloud_contact_email'])}\r\n`,
  );
  const { code, output } = await skyledger(
    { DATA_DIR: dataDir },
    'inventory',
    'import',
    file,
    '--model',
    'cost_centers',
  );
  expect([code, output]).toEqual([0, expect.stringContaining('created: RUN-1')]);
  expect((await api.get<Row[]>('/cost_centers?by_identifier=RUN-1')).body.meta.total).toBe(1);
  expect(await server.stop()).toBe(0);
});
