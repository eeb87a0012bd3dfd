import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newDataDir, startServer } from '#tests/faults/portal-process.ts';
import { newTestKey } from '#tests/support/certificate.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { providerMetadata } from '#tests/support/metadata-server.ts';

const PASSWORD = 'hunter2-hunter2';

/** An identity provider's metadata, from a machine whose clock is wrong by this much. */
async function metadataFrom(secondsWrong: number): Promise<string> {
  const text = providerMetadata('https://idp.example.com', 'https://idp.example.com/sso', [
    newTestKey().certificate,
  ]);
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + secondsWrong * 1000).toUTCString());
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
}

async function mailServer(): Promise<string> {
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === PASSWORD ? done(null, { user: 'sky' }) : done(new Error('Wrong password')),
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

describe('the doctor', () => {
  it('finds a portal with its own database in order, before its first start, beside it, and after it', async () => {
    const DATA_DIR = newDataDir();
    const healthy = (told: string) => ({
      code: 0,
      output: expect.stringMatching(new RegExp(`${told}[^]* 0 failed`)),
    });
    expect(await skyledger({ DATA_DIR }, 'doctor')).toEqual(healthy('are to come; the next start'));
    const portal = await startServer({ DATA_DIR });
    const running = await skyledger({ DATA_DIR }, 'doctor');
    expect(running).toEqual(healthy('migrations +All \\d+ are applied'));
    expect(running.output).toContain(`It is used by the portal (process ${portal.pid})`);
    expect(running.output).toMatch(/pg_trgm +The extension is installed/);
    expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
    expect(await portal.stop()).toBe(0);
    expect(await skyledger({ DATA_DIR }, 'doctor')).toEqual(healthy('database +PostgreSQL'));
  });

  it('lists everything that cannot be reached at once, without a password', async () => {
    const { code, output } = await skyledger(
      {
        DATA_DIR: newDataDir(),
        DATABASE_URL: `postgresql://sky@127.0.0.1:1/sky?password=${PASSWORD}&sslmode=disable`,
        SMTP_URL: `smtp://sky:${PASSWORD}@127.0.0.1:1?pass=${PASSWORD}`,
        SAML_IDP_METADATA: 'http://127.0.0.1:1/metadata',
        PUBLIC_URL: 'http://portal.example.com',
        SECRET_KEY: `${PASSWORD} ${PASSWORD} ${PASSWORD}`,
      },
      'doctor',
    );
    expect(code).toBe(1);
    for (const what of ['PUBLIC_URL', 'database', 'mail', 'identity provider'])
      expect(output).toMatch(new RegExp(`^FAILED +${what} `, 'm'));
    expect(output).toMatch(/^ok +DATABASE_URL .*sky\?password=\*\*\*&sslmode=disable$/m);
    expect(output).toMatch(/^ok +SMTP_URL +smtp:\/\/sky:\*\*\*@127\.0\.0\.1:1\?pass=\*\*\*$/m);
    expect(output).not.toContain(PASSWORD);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.each<Record<string, string>>([
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://portal.example.com' },
    { HOST: '0.0.0.0' },
  ])('says that nobody can sign in without a provider with %j', async (settings) => {
    const { code, output } = await skyledger({ DATA_DIR: newDataDir(), ...settings }, 'doctor');
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^FAILED +identity provider +Nobody can sign in[^]* 1 failed/m),
    ]);
  });

  it('lists every setting that is wrong', async () => {
    const { code, output } = await skyledger(
      { PORT: 'x', DB_POOL_SIZE: '1', SAML_IDP_CERT: 'nowhere' },
      'doctor',
    );
    expect(code).toBe(1);
    for (const name of ['PORT', 'DB_POOL_SIZE', 'SAML_IDP_CERT'])
      expect(output).toMatch(new RegExp(`^FAILED +settings +${name} `, 'm'));
  });

  it('sees clocks apart, a certificate that runs out, a half migrated and an unsafe database, and files that others may read', async () => {
    const { connectionString, db, drop } = await createTestDatabase();
    onTestFinished(drop);
    await db.query(`DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)`);
    const dataDir = newDataDir();
    await skyledger({ DATA_DIR: dataDir, DATABASE_URL: connectionString }, 'doctor');
    chmodSync(path.join(dataDir, 'secret.key'), 0o644);
    const { code, output } = await skyledger(
      {
        DATA_DIR: dataDir,
        DATABASE_URL: connectionString,
        SAML_IDP_METADATA: await metadataFrom(600),
        SMTP_URL: `smtp://sky:${PASSWORD}@${await mailServer()}`,
      },
      'doctor',
    );
    expect(code).toBe(1);
    for (const line of [
      /^ok +clock +It is 0\.\d s \S+ (of )?that of the database/m,
      /^FAILED +clock +It is (599|600)\.\d s behind that of the identity provider/m,
      /^WARNING +identity provider +its certificate is good until/m,
      /^WARNING +migrations +1 of \d+ are to come/m,
      /^FAILED +database +fsync is off/m,
      /^FAILED +secret\.key +Others may read it/m,
      /^ok +mail +127\.0\.0\.1:\d+ takes mail/m,
      /^WARNING +MAIL_FROM /m,
    ])
      expect(output).toMatch(line);
  });

  it('tells a mail server that refuses the password', async () => {
    const SMTP_URL = `smtp://sky:wrong@${await mailServer()}`;
    const { code, output } = await skyledger({ DATA_DIR: newDataDir(), SMTP_URL }, 'doctor');
    expect([code, output]).toEqual([1, expect.stringMatching(/^FAILED +mail .*Wrong password/m)]);
  });
});
