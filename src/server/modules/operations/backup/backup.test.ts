import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { registry } from '#resources/registry.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { apiClient, type Row } from '#tests/support/api.ts';
import { createTestDatabase, withDatabase, type TestDatabase } from '#tests/support/database.ts';
import { Factory } from '#tests/support/factories.ts';
import { startPortal, type SamlPortal } from '#tests/support/saml-portal.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const secretKey = Buffer.alloc(32, 7);
const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const person = { email: 'ada@example.com', name: 'Ada', roles: [] };
/** What a format with its own marks could trip over. */
const NASTY = [
  'tab\there',
  'back\\slash',
  '\\N',
  '\\.',
  'line\nfeed',
  'quote\'"',
  'Zürich 🏔',
  'x'.repeat(200),
];

let files = 0;
const newFile = () => path.join(folder, `${(files += 1)}.tgz`);

const backUp = async ({ connectionString }: TestDatabase, file = newFile()) => {
  const summary = await writeBackup({ connectionString, secretKey, file, version: '1.2.3' });
  return { file, ...summary };
};

async function emptyDatabase(): Promise<TestDatabase> {
  const empty = await createTestDatabase({ migrated: false });
  onTestFinished(() => empty.drop());
  return empty;
}

const restore = ({ connectionString }: TestDatabase, file: string, more: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    connectionString,
    secretKey,
    file,
    replace: false,
    otherKey: false,
    holdMail: false,
    ...more,
  });

/** On how many lines a number or a sum is kept is of no importance. */
const SUMS = new Map([
  [
    'public.record_counts',
    '(SELECT resource, sum(records) FROM record_counts GROUP BY 1 HAVING sum(records) <> 0)',
  ],
  [
    'public.cloud_bill_sums',
    `(SELECT identifier, date, currency, sum(amount), sum(bills) FROM cloud_bill_sums GROUP BY 1, 2, 3
      HAVING sum(bills) <> 0)`,
  ],
]);

/** Every row of every table, by table; over a connection that is closed again, since nobody may be connected. */
async function everything({ connectionString }: TestDatabase): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' OR schemaname = 'pgboss' AND tablename = 'job_common' ORDER BY 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const lines = SUMS.get(name) ?? name;
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${lines} t ORDER BY 1`);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  await client.end();
  return found;
}

const source = withDatabase();
let portal: SamlPortal;
let session: Record<string, string>;

/** Records of every model with all that texts can hold, changes, a deletion, a session, mail with a file. */
beforeAll(async () => {
  portal = await startPortal(source.db);
  session = { ...(await createSession(source.db, person)) };
  const api = apiClient(portal.url, session);
  const factory = new Factory(api, registry, source.db);
  for (const resource of registry.all.filter(({ actions }) => actions.includes('create')))
    for (let n = 0; n < 3; n += 1) await factory.create(resource);
  for (const name of NASTY) {
    const { status } = await api.post('/departments', {
      name: `${name} department`,
      abbreviation: name.trim(),
    });
    expect([201, 422]).toContain(status);
  }
  const { body } = await api.get<Row[]>('/cost_centers?sort=id');
  const [first, second, third] = body.data;
  // Records that refer to others of their table, and to later ones.
  await api.put(`/cost_centers/${first?.id}`, { alt_cost_center_id: second?.id, lock_version: 1 });
  await api.delete(`/cost_centers/${third?.id}`);
  await source.db.query(
    `INSERT INTO files (name, content_type, size, complete) VALUES ('a.xlsx', 'x/y', 3, true)`,
  );
  await source.db.query(String.raw`INSERT INTO file_chunks SELECT id, 0, '\x000aff5c2e0a' FROM files`);
  await source.db.query(
    `INSERT INTO outbox (message_id, recipient, subject, body_text, state, created_by, request_id)
     VALUES ('<1@x>', 'a@example.com', 'One', E'two\\nlines', 'queued', 'a@example.com', 'r')`,
  );
});
afterAll(() => portal.close());

describe('a restored database', () => {
  it('has every row of the one that was backed up, and is used on with the next numbers', async () => {
    const { file, header, tables } = await backUp(source);
    const before = await everything(source);
    const target = await emptyDatabase();
    await restore(target, file);
    expect(await everything(target)).toEqual(before);
    expect(header.tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['cost_centers', 'sessions']),
    );
    const at = header.tables.findIndex(({ name }) => name === 'departments');
    expect(tables[at]?.rows).toBe(before.get('public.departments')?.length);

    const again = await startPortal(target.db);
    onTestFinished(() => again.close());
    const [old, restored] = [apiClient(portal.url, session), apiClient(again.url, session)];
    for (const path of [
      '/cost_centers',
      '/departments',
      '/cost_centers/1/history',
      '/cost_centers/deleted',
    ]) {
      const answer = await restored.get(path);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe((await old.get(path)).text);
    }
    const newSession = await createSession(target.db, { ...person, email: 'new@example.com' });
    const made = await apiClient(again.url, { ...newSession }).post('/departments', {
      name: 'made afterwards',
    });
    expect(made.status).toBe(201);
    const highest = Math.max(...(await old.get<Row[]>('/departments')).body.data.map(({ id }) => id));
    expect(made.body.data.id).toBeGreaterThan(highest);
  });

  it('keeps what the database demands: keys, uniqueness, references, generated values', async () => {
    const { file } = await backUp(source);
    const target = await emptyDatabase();
    await restore(target, file);
    const form = async ({ connectionString }: TestDatabase) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      const { rows } = await client.query(
        `SELECT conrelid::regclass::text AS owner, conname, pg_get_constraintdef(oid) AS definition
           FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
      );
      const { rows: indexes } = await client.query(
        `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
      );
      await client.end();
      return [rows, indexes];
    };
    expect(await form(target)).toEqual(await form(source));
  });

  it('is one moment of a portal that goes on writing', async () => {
    const writing = { on: true };
    const api = apiClient(portal.url, session);
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; writing.on; n += 1) await api.post('/companies', { code: `moment ${writer}.${n}` });
    });
    await expect
      .poll(async () => (await api.get('/companies?q=moment&page=1')).body.meta.total)
      .toBeGreaterThan(5);
    const { file } = await backUp(source);
    writing.on = false;
    await Promise.all(writers);
    const target = await emptyDatabase();
    await restore(target, file);
    const { rows } = await target.db.query<{ records: number; lines: number; newest: number; last: number }>(
      `SELECT (SELECT count(*)::int FROM companies) AS records, (SELECT max(id) FROM companies) AS newest,
         (SELECT count(*)::int FROM record_history WHERE resource = 'companies' AND action = 'create') AS lines,
         nextval(pg_get_serial_sequence('companies', 'id'))::int AS last`,
    );
    expect(rows[0]?.records).toBeGreaterThan(5);
    expect(rows[0]?.lines).toBe(rows[0]?.records);
    expect(rows[0]?.last).toBeGreaterThan(rows[0]?.newest ?? Infinity);
  });
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

describe('a restoration', () => {
  it('leaves a database that holds records alone, unless it is to be replaced', async () => {
    const { file } = await backUp(source);
    const target = await createTestDatabase();
    onTestFinished(() => target.drop());
    const client = new pg.Client({ connectionString: target.connectionString });
    await client.connect();
    await client.query(`INSERT INTO departments (name) VALUES ('mine')`);
    await expect(restore(target, file, { replace: true })).rejects.toThrow(
      'in use by a client without a name',
    );
    await client.end();
    const before = await everything(target);
    await expect(restore(target, file)).rejects.toThrow('holds records already');
    expect(await everything(target)).toEqual(before);
    await restore(target, file, { replace: true });
    expect(await everything(target)).toEqual(await everything(source));
  });

  it('takes a backup of an earlier version, whose schema the next start brings up to date', async () => {
    const [last] = readdirSync(path.join(projectRoot, 'migrations')).toSorted().slice(-1);
    const earlier = path.join(folder, 'earlier');
    cpSync(path.join(projectRoot, 'migrations'), earlier, { recursive: true });
    rmSync(path.join(earlier, last ?? ''));
    const old = await emptyDatabase();
    await migrate(old.connectionString, earlier);
    await old.db.query(`INSERT INTO departments (name) VALUES ('of an earlier version')`);
    const { file } = await backUp(old);
    const target = await emptyDatabase();
    await restore(target, file);
    expect(await everything(target)).toEqual(await everything(old));
    expect(await migrate(target.connectionString)).toEqual([last]);
  });

  it('refuses a backup of a later version', async () => {
    const later = await createTestDatabase();
    onTestFinished(() => later.drop());
    await later.db.query(`INSERT INTO schema_migrations (name, checksum) VALUES ('9999_later.sql', $1)`, [
      'a'.repeat(64),
    ]);
    const { file } = await backUp(later);
    const target = await emptyDatabase();
    await expect(restore(target, file)).rejects.toThrow('9999_later.sql');
    expect(await everything(target)).toEqual(new Map());
  });

  it('can hold back mail that has not left yet', async () => {
    const { file } = await backUp(source);
    const target = await emptyDatabase();
    await restore(target, file, { holdMail: true });
    const { rows } = await target.db.query(`SELECT state, last_error FROM outbox`);
    expect(rows).toEqual([{ state: 'failed', last_error: expect.stringContaining('Held back') }]);
  });
});
