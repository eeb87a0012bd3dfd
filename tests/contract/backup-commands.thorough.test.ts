import { copyFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import {
  apiOf,
  databaseOf,
  newDataDir,
  newToken,
  startedDataDir,
  startServer,
} from '#tests/faults/portal-process.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { untoldIn } from '#tests/support/told-folder.ts';

it(
  'backup and restore move a running portal into another folder, where the same token finds the same records',
  { timeout: 300_000 },
  async () => {
    const [from, to] = [await startedDataDir(), newDataDir()];
    const file = path.join(from, 'backup.tgz');
    const first = await startServer({ DATA_DIR: from });
    const token = await newToken(databaseOf(from));
    const made = await apiOf(first, token).post('/companies', { code: 'kept', country: 'Malta' });
    expect(made.status).toBe(201);

    expect(untoldIn(from)).toEqual([]);
    const written = await skyledger({ DATA_DIR: from }, 'backup', file);
    expect(written).toEqual({ code: 0, output: expect.stringMatching(/holds \d+ rows of \d+ tables/) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await skyledger({ DATA_DIR: from }, 'restore', file)).toEqual({
      code: 1,
      output: expect.stringContaining('The portal (process'),
    });
    expect((await apiOf(first, token).get(`/companies/${made.body.data.id}`)).status).toBe(200);
    const records = (await apiOf(first, token).get('/cost_centers')).text;
    expect(await first.stop()).toBe(0);

    expect(await skyledger({ DATA_DIR: to }, 'restore', file)).toEqual({
      code: 1,
      output: expect.stringContaining('another secret key'),
    });
    copyFileSync(path.join(from, 'secret.key'), path.join(to, 'secret.key'));
    expect((await skyledger({ DATA_DIR: to }, 'restore', file)).output).toContain('It is restored.');
    const second = await startServer({ DATA_DIR: to });
    const api = apiOf(second, token);
    expect((await api.get(`/companies/${made.body.data.id}`)).body.data).toEqual(made.body.data);
    expect((await api.get('/cost_centers')).text).toBe(records);
    expect((await api.post('/companies', { code: 'next' })).body.data.id).toBeGreaterThan(made.body.data.id);
    expect(await second.stop()).toBe(0);

    expect((await skyledger({ DATA_DIR: to }, 'restore', file)).output).toContain('holds records already');
    expect((await skyledger({ DATA_DIR: to }, 'restore', file, '--replace')).output).toContain('Give --yes');
    expect((await skyledger({ DATA_DIR: to }, 'restore', file, '--replace', '--yes')).output).toContain(
      'It is restored.',
    );
  },
);

it(
  'work and mail that wait when a backup is made are done by the portal that is restored from it',
  { timeout: 300_000 },
  async () => {
    const [from, to] = [await startedDataDir(), newDataDir()];
    const file = path.join(from, 'backup.tgz');
    const unreachable = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_RETRY_SECONDS: '3' };
    const first = await startServer({ DATA_DIR: from, ...unreachable });
    const db = databaseOf(from);
    const api = apiOf(first, await newToken(db));
    expect((await api.post('/cost_centers/send_report', { email: true })).status).toBe(202);
    const waiting = async () =>
      (await db.query(`SELECT 1 FROM outbox WHERE state = 'queued' AND attempts > 0`)).rowCount;
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    expect((await skyledger({ DATA_DIR: from }, 'backup', file)).code).toBe(0);
    expect(await first.stop()).toBe(0);

    copyFileSync(path.join(from, 'secret.key'), path.join(to, 'secret.key'));
    expect((await skyledger({ DATA_DIR: to }, 'restore', file)).code).toBe(0);
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const second = await startServer({ DATA_DIR: to, SMTP_URL: server.url });
    await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(1);
    expect(await second.stop()).toBe(0);
    expect(server.taken).toHaveLength(1);
  },
);

it('an unreadable backup is refused before any database is touched', { timeout: 240_000 }, async () => {
  const dataDir = newDataDir();
  const file = path.join(dataDir, 'half.tgz');
  copyFileSync(path.join(projectRoot, 'package.json'), file);
  truncateSync(file, 100);
  const { code, output } = await skyledger({ DATA_DIR: dataDir }, 'restore', file);
  expect([code, output]).toEqual([1, expect.stringContaining('damaged, cut short or no backup')]);
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  expect(readFileSync(file)).toHaveLength(100);
  expect(await skyledger({ DATA_DIR: dataDir }, 'restore')).toEqual({
    code: 2,
    output: expect.stringContaining('Missing: FILE'),
  });
});
