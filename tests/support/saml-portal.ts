import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { buildApp } from '#server/app.ts';
import type { Pace } from '#server/platform/jobs/pace.ts';
import type { ServedReport } from '#server/modules/reports/served.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createLog } from '#server/platform/log/log.ts';
import { closeServer } from '#server/platform/process/lifecycle.ts';
import type { TestKey } from './certificate.ts';
import { onFreePort } from './free-port.ts';
import { routesOf, type Route } from './routes.ts';

/** A portal that listens on a port of its own, on a database that the test owns. */
export interface SamlPortal {
  url: string;
  acsUrl: string;
  entityId: string;
  /** What it has logged so far, one JSON object per line. */
  log: () => string;
  /** The address where it listens itself, which differs from `url` when PUBLIC_URL is set. */
  listening: (path: string) => string;
  routes: readonly Route[];
  close: () => Promise<void>;
}

/** Starts a portal with these settings. Closing it leaves the database, so that another may follow. */
export async function startPortal(
  db: Database,
  settings: Record<string, string> = {},
  reports?: readonly ServedReport[],
  pace?: Pace,
  billsFirst = false,
): Promise<SamlPortal> {
  const start = (port: number) => portalOn(port, db, settings, { reports, pace, billsFirst });
  const own = settings['PORT'];
  return own === undefined ? onFreePort(start) : start(Number(own));
}

async function portalOn(
  port: number,
  db: Database,
  settings: Record<string, string>,
  {
    reports,
    pace,
    billsFirst,
  }: { reports: readonly ServedReport[] | undefined; pace: Pace | undefined; billsFirst: boolean },
): Promise<SamlPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skyledger-portal-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    SECRET_KEY: 'a secret for tests that nobody else has',
    ...settings,
  });
  let written = '';
  const log = await createLog({
    level: 'info',
    pretty: false,
    destination: { write: (line) => void (written += line) },
  });
  const app = await buildApp({
    config,
    db,
    log,
    billsFirst,
    ...(reports && { reports }),
    ...(pace && { pace }),
  });
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  let routes: readonly Route[] | undefined;
  return {
    url: config.publicUrl,
    acsUrl: `${config.publicUrl}/api/auth/saml/callback`,
    entityId: config.saml.spEntityId,
    log: () => written,
    // Printing them takes as long as a tenth of a start, and few tests walk them.
    get routes() {
      return (routes ??= routesOf(app));
    },
    listening: (path) => `http://127.0.0.1:${port}${path}`,
    close: async () => {
      // As the process ends it: a connection that is idle only a moment later would hold it up for its whole keep-alive.
      await closeServer(app);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The settings of a portal whose provider has this entity id and these certificates. */
export function explicitProvider(entityId: string, certificates: string[]): Record<string, string> {
  return {
    SAML_IDP_SSO_URL: 'http://127.0.0.1:9/sso',
    SAML_IDP_ENTITY_ID: entityId,
    SAML_IDP_CERT: certificates.join('\n'),
  };
}

/** Writes the portal's own key into `folder`; answers the settings that name the files. */
export function ownKeyFiles(folder: string, key: TestKey): Record<string, string> {
  const settings = { SAML_SP_KEY: join(folder, 'sp.key'), SAML_SP_CERT: join(folder, 'sp.crt') };
  writeFileSync(settings.SAML_SP_KEY, key.privateKey);
  writeFileSync(settings.SAML_SP_CERT, key.certificate);
  return settings;
}

/** A sign-in that a browser has begun and the provider has not answered yet. */
export interface BegunSignIn {
  requestId: string;
  /** As the browser sends it back. */
  cookie: string;
  /** The provider's address with the request. */
  location: URL;
  /** The AuthnRequest as XML. */
  request: string;
}

export async function beginSignIn(
  portal: Pick<SamlPortal, 'url'>,
  { to, cookie }: { to?: string; cookie?: string } = {},
): Promise<BegunSignIn> {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`;
  const answer = await fetch(`${portal.url}/api/auth/saml${query}`, {
    redirect: 'manual',
    headers: cookie ? { cookie } : {},
  });
  if (answer.status !== 302) throw new Error(`The sign-in did not begin: ${answer.status}`);
  const location = new URL(answer.headers.get('location') ?? '');
  const message = Buffer.from(location.searchParams.get('SAMLRequest') ?? '', 'base64');
  const request = inflateRawSync(message).toString('utf8');
  const requestId = /\bID="([^"]+)"/.exec(request)?.[1] ?? '';
  return { requestId, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', location, request };
}

/** Posts a response as a browser does that comes from the provider's site. */
export function postAnswer(
  portal: Pick<SamlPortal, 'acsUrl'>,
  xml: string,
  { cookie, relayState }: { cookie?: string | undefined; relayState?: string } = {},
): Promise<Response> {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
  if (relayState !== undefined) form.set('RelayState', relayState);
  return fetch(portal.acsUrl, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: 'null', 'sec-fetch-site': 'cross-site', ...(cookie ? { cookie } : {}) },
  });
}

/** The hand-off in the address that a successful sign-in leads to. */
export function handoffOf(answer: Response): Record<string, string> {
  const location = new URL(answer.headers.get('location') ?? '', answer.url);
  return Object.fromEntries(location.searchParams);
}

const sessionHeaderNames = ['access-token', 'client', 'uid', 'expiry', 'token-type'];

/** What `validate_token` answers. */
export interface Validation {
  success: boolean;
  data: {
    uid: string;
    email: string;
    name: string | null;
    roles: string[];
    via: string;
    rights: Record<string, boolean>;
    return_to?: string;
  };
  error?: string;
}

/** Asks `validate_token` with these headers; the headers of a new session come back when it answers some. */
export async function validate(portal: SamlPortal, headers: Record<string, string>, cookie?: string) {
  const answer = await fetch(`${portal.url}/api/auth/validate_token`, {
    headers: cookie ? { ...headers, cookie } : headers,
  });
  const session = Object.fromEntries(
    sessionHeaderNames.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return { status: answer.status, body: (await answer.json()) as Validation, session };
}
