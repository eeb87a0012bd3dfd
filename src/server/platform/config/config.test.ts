import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bringsProvider, defaultPublicUrl, loadConfig, readEnvironment } from './config.ts';
import { settingDocs } from './settings.ts';
import { StartError } from '../base/start-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skyledger-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: path.join(folder, 'data'), ...env });

function mistakesOf(env: Record<string, string>): string {
  try {
    load(env);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return '';
}

describe('loadConfig', () => {
  it('needs no setting at all', () => {
    const config = load({});
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:8080' });
    expect(config).toMatchObject({ databaseUrl: null, loopback: true, nodeEnv: 'development' });
    expect(config.saml).toMatchObject({
      provider: null,
      roleMap: null,
      spEntityId: 'http://127.0.0.1:8080/api/auth/saml/metadata',
    });
  });

  it('takes an empty value for none', () => {
    expect(load({ PORT: '', DATABASE_URL: ' ', SAML_ROLE_MAP: '' })).toMatchObject({
      port: 8080,
      databaseUrl: null,
    });
  });

  it('lists every mistake at once, each by the name of its setting', () => {
    const message = mistakesOf({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://somewhere',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'portal.example.com',
      SAML_IDP_CERT: 'no-such-file.pem',
      SAML_ALLOWED_DOMAIN: 'example.com',
      SMTP_URL: 'mail.example.com',
      MAIL_FROM: 'nobody',
      TRUST_PROXY: 'perhaps',
    });
    for (const expected of [
      'PORT must be a whole number',
      'DATABASE_URL must be a PostgreSQL address',
      'LOG_LEVEL must be',
      'PUBLIC_URL must be an http:// or https:// address',
      'SAML_IDP_CERT names no-such-file.pem, which cannot be read',
      'SAML_IDP_SSO_URL and SAML_IDP_ENTITY_ID must be set too',
      'SAML_ALLOWED_DOMAIN is not a setting',
      'SMTP_URL must be a mail server',
      'MAIL_FROM must be an email address',
      'TRUST_PROXY must be true or false',
    ]) {
      expect(message).toContain(expected);
    }
  });

  it('refuses what contradicts itself', () => {
    expect(mistakesOf({ SAML_SP_KEY: import.meta.filename })).toContain(
      'SAML_SP_KEY and SAML_SP_CERT belong together',
    );
    expect(mistakesOf({ SAML_ROLE_MAP: 'ccoe=admin' })).toContain(
      'SAML_ROLES_ATTRIBUTE must name the attribute',
    );
  });

  it.each(['INVENTORY_SYNC', 'DIRECTORY_SYNC', 'COPILOT_SYNC', 'BILL_FETCH', 'RUNNING_COSTS'])(
    'takes off or five fields for %s, and refuses what the queue could not go by, with every other mistake',
    (name) => {
      for (const value of ['off', '0 3 * * *', '*/20 1-5 L * *', '0 3 29 2 *', '0 3 * jan,jul sun'])
        expect([value, mistakesOf({ [name]: value })]).toEqual([value, '']);
      const wrong = [
        '0 25 * * *',
        '60 3 * * *',
        '0 3 31 2 *',
        '0 3 31 4,6 *',
        '0 3 * * noday',
        '* 0 3 * * *',
      ];
      for (const value of [...wrong, '@daily', 'nightly']) {
        const message = mistakesOf({ [name]: value, PORT: 'eighty' });
        expect([value, message]).toEqual([
          value,
          expect.stringContaining(`- ${name} must be off, or five fields`),
        ]);
        expect(message).toContain('PORT must be a whole number');
      }
    },
  );

  it.each([
    ['http://idp.example.com/metadata', 'http:// is accepted on this machine only'],
    ['https://169.254.169.254/metadata', 'it is a link-local address'],
    ['https://[fe80::1]/metadata', 'it is a link-local address'],
  ])('refuses metadata from %s, which would never be fetched', (address, problem) => {
    expect(mistakesOf({ SAML_IDP_METADATA: address })).toContain(
      `SAML_IDP_METADATA names an address that is never fetched: ${problem}.`,
    );
  });

  it('reads roles as pairs or as JSON, and refuses a role that does not exist', () => {
    const roleMap = (value: string) =>
      load({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: value }).saml.roleMap;
    expect(roleMap('ccoe=admin, finance = viewer')).toEqual({ ccoe: 'admin', finance: 'viewer' });
    expect(roleMap('{"CN=ccoe,OU=it":"editor"}')).toEqual({ 'CN=ccoe,OU=it': 'editor' });
    expect(mistakesOf({ SAML_ROLES_ATTRIBUTE: 'g', SAML_ROLE_MAP: 'ccoe=boss' })).toContain('ccoe to boss');
    expect(mistakesOf({ SAML_ROLES_ATTRIBUTE: 'g', SAML_ROLE_MAP: 'CN=ccoe=admin' })).toContain(
      'group=role pairs',
    );
  });

  it('reads the files that settings name and both certificates of a roll-over', () => {
    const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    const file = path.join(folder, 'idp.pem');
    writeFileSync(file, certificate + certificate);
    const { saml } = load({
      SAML_IDP_SSO_URL: 'https://idp.example.com',
      SAML_IDP_ENTITY_ID: 'idp',
      SAML_IDP_CERT: file,
    });
    expect(saml.provider).toMatchObject({
      kind: 'explicit',
      certificates: [certificate.trim(), certificate.trim()],
    });
    expect(mistakesOf({ SAML_SP_KEY: file, SAML_SP_CERT: file })).toContain(
      'SAML_SP_KEY names a file that holds no',
    );
  });

  it('generates the secret key once, for its owner only', () => {
    const first = load({}).secretKey;
    const file = path.join(folder, 'data/secret.key');
    expect(first).toHaveLength(32);
    expect(load({}).secretKey).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(load({ SECRET_KEY: readFileSync(file, 'utf8').trim() }).secretKey).toEqual(first);
    writeFileSync(file, '');
    expect(() => load({})).toThrow(/secret\.key is damaged/);
  });
});

describe('readEnvironment', () => {
  it('lets the environment win over the file, but not with an empty value', () => {
    const file = path.join(folder, '.env');
    writeFileSync(file, 'PORT=9000\nHOST="::1"\n# a comment\n');
    expect(readEnvironment({ PORT: '9001', HOST: '' }, file)).toEqual({ PORT: '9001', HOST: '::1' });
    expect(readEnvironment({ PORT: '1' }, path.join(folder, 'none'))).toEqual({ PORT: '1' });
  });
});

describe('the built-in identity provider', () => {
  it.each<[boolean, Record<string, string>]>([
    [true, {}],
    [true, { HOST: '::1' }],
    [true, { PUBLIC_URL: 'http://localhost:9000/' }],
    [true, { PUBLIC_URL: 'https://[::1]' }],
    [false, { PUBLIC_URL: 'https://portal.example.com' }],
    [false, { PUBLIC_URL: 'http://127.0.0.1.example.com' }],
    [false, { PUBLIC_URL: 'https://localhost.example.com', TRUST_PROXY: 'true' }],
    [false, { HOST: '0.0.0.0' }],
    [false, { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1' }],
    [false, { NODE_ENV: 'production' }],
    [false, { SAML_IDP_METADATA: 'https://idp.example.com/metadata' }],
  ])('runs: %s with %j', (runs, env) => {
    expect(bringsProvider(load(env))).toBe(runs);
  });
});

it.each(['https://api.github.com', 'https://api.octocorp.ghe.com', 'http://127.0.0.1:4010'])(
  'takes %s for the API of GitHub',
  (address) => {
    expect(mistakesOf({ GITHUB_API: address })).toBe('');
  },
);

it.each([
  'https://github.com',
  'https://octocorp.ghe.com',
  'http://api.octocorp.ghe.com',
  'https://octocorp.ghe.com/api/v3',
  'https://github.example.com/api/v3',
])('refuses %s for it, and says which address it is', (address) => {
  expect(mistakesOf({ GITHUB_API: address })).toContain(
    'GITHUB_API must be https://api.github.com or, for GHE.com, https://api.SUBDOMAIN.ghe.com',
  );
});

describe('the address that people use', () => {
  it.each([
    ['HTTPS://Portal.Example.com', 'https://portal.example.com'],
    ['https://portal.example.com:443/', 'https://portal.example.com'],
    ['https://portal.example.com/desk/', 'https://portal.example.com/desk'],
  ])('%s is taken as browsers spell it', (written, publicUrl) => {
    expect(load({ PUBLIC_URL: written })).toMatchObject({
      publicUrl,
      saml: { spEntityId: `${publicUrl}/api/auth/saml/metadata` },
    });
  });

  it.each([
    'https://portal.example.com/?to=desk',
    'https://portal.example.com?',
    'https://portal.example.com/#desk',
    'https://desk:secret@portal.example.com',
  ])('%s is refused: what is added to it would lead nowhere, or reveal a password', (written) => {
    expect(mistakesOf({ PUBLIC_URL: written })).toContain(
      '- PUBLIC_URL must have no user, password, query or fragment',
    );
  });
});

it.each(['Basic abc ', ' Basic abc'])(
  'a client header %j is refused: browsers leave blanks at its ends out, so no call would be taken',
  (header) => {
    expect(mistakesOf({ CLIENT_AUTHORIZATION: header })).toContain('- CLIENT_AUTHORIZATION must be');
  },
);

it('names an address that a browser can open', () => {
  expect(defaultPublicUrl('0.0.0.0', 80)).toBe('http://localhost:80');
  expect(defaultPublicUrl('::1', 8080)).toBe('http://[::1]:8080');
});

it('gives every setting a meaning for the table of settings', () => {
  expect(settingDocs.length).toBeGreaterThan(20);
  expect(settingDocs.filter(({ meaning }) => !meaning.endsWith('.'))).toEqual([]);
  expect(settingDocs.find(({ name }) => name === 'PORT')?.default).toBe('8080');
});
