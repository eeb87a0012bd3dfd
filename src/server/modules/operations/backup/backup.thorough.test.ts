import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { registry } from '#resources/registry.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { apiClient, type Row } from '#tests/support/api.ts';
import { emptyDatabase, everything, restore, withBackups } from '#tests/support/backups.ts';
import { createTestDatabase, withDatabase, type TestDatabase } from '#tests/support/database.ts';
import { Factory } from '#tests/support/factories.ts';
import { startPortal, type SamlPortal } from '#tests/support/saml-portal.ts';
import { fillWebhooks } from '#tests/support/small-webhooks.ts';

const person = { email: 'ada@example.com', name: 'Ada', roles: [] };
/** Texts that a format with its own marks could trip over. */
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

const { folder, backUp } = withBackups();
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
  // Part of a table that was made while the portal ran.
  await source.db.query(`CREATE TABLE billing_lines_7 PARTITION OF billing_lines FOR VALUES IN (7);
    INSERT INTO billing_lines (run_id, line, invoice, kind, amount) VALUES (7, 1, 1, 'usage', 12.345)`);
  await source.db.query(
    `INSERT INTO outbox (message_id, recipient, subject, body_text, state, created_by, request_id)
     VALUES ('<1@x>', 'a@example.com', 'One', E'two\\nlines', 'queued', 'a@example.com', 'r')`,
  );
  // Databases are compared while this portal runs: it must not try its deliveries again meanwhile.
  await source.db.query('UPDATE webhooks SET active = false');
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

  it('can hold back what would leave by itself: mail, and deliveries to webhooks', async () => {
    const source = await createTestDatabase();
    onTestFinished(() => source.drop());
    await fillWebhooks(source.db);
    await source.db.query(`UPDATE webhooks SET active = true;
      INSERT INTO outbox (message_id, recipient, subject, body_text, state, created_by, request_id)
      VALUES ('<2@x>', 'a@example.com', 'Held', '', 'queued', 'a@example.com', 'r')`);
    const { file } = await backUp(source);
    const target = await emptyDatabase();
    await restore(target, file, { holdMail: true });
    const mails = await target.db.query(`SELECT state, last_error FROM outbox`);
    expect(mails.rows).toEqual([{ state: 'failed', last_error: expect.stringContaining('Held back') }]);
    const hooks = await target.db.query(`SELECT DISTINCT active, trouble FROM webhooks`);
    expect(hooks.rows).toEqual([{ active: false, trouble: expect.stringContaining('Switched off') }]);
    const states = await target.db.query(
      `SELECT state, count(*)::int AS deliveries FROM webhook_deliveries GROUP BY 1 ORDER BY 1`,
    );
    expect(states.rows).toEqual([
      { state: 'delivered', deliveries: 26 },
      { state: 'given_up', deliveries: 4 },
    ]);
  });

  it('can hold back work that waits or runs, of which nobody is notified and which can be tried again', async () => {
    const busy = await createTestDatabase();
    onTestFinished(() => busy.drop());
    await fillWebhooks(busy.db);
    const running = { name: 'Read', state: 'running', started_at: '2026-03-01T00:00:00Z', finished_at: null };
    await busy.db.query(
      `INSERT INTO jobs (kind, title, input, state, ticket, claim, next_try, next_look, steps, created_by, request_id, finished_at)
       SELECT 'report', state, '{}', state, gen_random_uuid(), gen_random_uuid(), now(), now(), $1, 'a@example.com', 'r',
         CASE state WHEN 'done' THEN now() END
       FROM unnest('{queued,running,done}'::text[]) AS state`,
      [JSON.stringify([running])],
    );
    await busy.db.query(`UPDATE webhooks SET active = true, events = '["job.*"]';
      DELETE FROM webhook_deliveries`);
    const { file } = await backUp(busy);
    const target = await emptyDatabase();
    await restore(target, file, { holdMail: true });
    const { rows } = await target.db.query(
      `SELECT title, state, error, ticket, claim, next_try, next_look, steps -> 0 ->> 'state' AS step,
         finished_at IS NULL AS goes_on FROM jobs ORDER BY id = (SELECT id FROM jobs WHERE title = 'done'), title`,
    );
    const held = {
      state: 'failed',
      error: expect.stringContaining('Try it again'),
      ticket: null,
      claim: null,
      next_try: null,
      next_look: null,
      step: 'failed',
      goes_on: false,
    };
    expect(rows).toMatchObject([
      { title: 'queued', ...held },
      { title: 'running', ...held },
      { title: 'done', state: 'done', error: null, step: 'running' },
    ]);
    expect((await target.db.query('SELECT FROM webhook_deliveries')).rowCount).toBe(0);
  });

  it('can hold leases of accounts, which end nothing then until somebody sets them again', async () => {
    const lent = await createTestDatabase();
    onTestFinished(() => lent.drop());
    await lent.db.query(`INSERT INTO cloud_parents (identifier, provider_type, terminated, managed)
      VALUES ('lent', 'AwsCloudParent', false, true)`);
    await lent.db
      .query(`INSERT INTO account_leases (cloud_parent_id, starts_on, ends_on, agreed_end, extension_days, most_days, set_by)
      SELECT id, today(), today(), today(), 1, 1, 'a@example.com' FROM cloud_parents`);
    const { file } = await backUp(lent);
    const target = await emptyDatabase();
    await restore(target, file, { holdMail: true });
    expect((await target.db.query('SELECT held FROM account_leases')).rows).toEqual([{ held: true }]);
    const { rows } = await target.db.query('SELECT what, reason FROM account_lease_events');
    expect(rows).toEqual([{ what: 'Lease held', reason: expect.stringContaining('Set or extend it') }]);
  });
});
