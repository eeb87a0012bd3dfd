import tls from 'node:tls';
import Fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { createIdentityProvider } from '#simulators/identity-provider/identity-provider.ts';
import { newTestKey } from '#tests/support/certificate.ts';
import { freePort } from '#tests/support/free-port.ts';
import { beginSignIn, handoffOf, postAnswer, validate, type SamlPortal } from '#tests/support/saml-portal.ts';
import { startNginx } from './nginx.ts';
import { newDataDir, startServer, type PortalProcess } from './portal-process.ts';

/** Of a process whose sign-in failed. */
const LOG_SHOWN = 3000;

/** An identity provider that all processes are configured with, as an organisation's is. */
async function identityProvider(publicUrl: string) {
  const port = await freePort();
  const key = newTestKey();
  const provider = createIdentityProvider({
    baseUrl: `http://localhost:${port}/idp`,
    serviceProvider: {
      entityId: `${publicUrl}/api/auth/saml/metadata`,
      acsUrl: `${publicUrl}/api/auth/saml/callback`,
    },
    key,
  });
  const server = Fastify();
  await server.register(provider.routes);
  await server.listen({ host: 'localhost', port });
  onTestFinished(() => server.close());
  const { entityId, ssoUrl } = await provider.describe();
  return { SAML_IDP_SSO_URL: ssoUrl, SAML_IDP_ENTITY_ID: entityId, SAML_IDP_CERT: key.certificate };
}

async function signIn(portal: Pick<SamlPortal, 'url' | 'acsUrl'>): Promise<Record<string, string>> {
  const begun = await beginSignIn(portal as SamlPortal);
  const SAMLRequest = begun.location.searchParams.get('SAMLRequest') ?? '';
  const page = await fetch(`${begun.location.origin}${begun.location.pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ SAMLRequest, RelayState: '', person: 'maya' }),
  });
  const message = /name="SAMLResponse" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const xml = Buffer.from(message, 'base64').toString('utf8');
  const answer = await postAnswer(portal as SamlPortal, xml, { cookie: begun.cookie });
  if (answer.status !== 303) throw new Error(`The answer of the provider was refused with ${answer.status}.`);
  return (await validate(portal as SamlPortal, handoffOf(answer), begun.cookie)).session;
}

/** Processes of the portal on one database, with the nginx of the operators' guide before them. */
export interface BehindNginx {
  /** Where people reach them, whichever process answers. */
  url: string;
  processes: PortalProcess[];
  /** The headers of a session of somebody who may do everything. */
  signIn: () => Promise<Record<string, string>>;
  /** Starts the process of this number once more, under its old address. */
  startAgain: (at: number) => Promise<PortalProcess>;
  nginxLog: () => string;
}

/** Starts so many of them at once, on a database that may be empty: they take turns to make its schema. */
export async function startBehindNginx(
  databaseUrl: string,
  count: number,
  settings: Record<string, string> = {},
): Promise<BehindNginx> {
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const [port, plainPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const shared = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: url,
    TRUST_PROXY: 'true',
    // A busy machine must not look like a database that is away.
    DB_WAIT_SECONDS: '60',
    SECRET_KEY: 'the same secret key for all of the processes',
    ...settings,
    ...(await identityProvider(url)),
  };
  const start = (own = 0) => startServer({ ...shared, DATA_DIR: newDataDir(), PORT: String(own) });
  const processes = await Promise.all(ports.map(start));
  const nginx = await startNginx(port, plainPort, ports);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), nginx.certificate]);
  return {
    url,
    processes,
    signIn: () =>
      signIn({ url, acsUrl: `${url}/api/auth/saml/callback` }).catch((error: unknown) => {
        throw new Error(processes.map(({ output }) => output().slice(-LOG_SHOWN)).join('\n'), {
          cause: error,
        });
      }),
    startAgain: (at) => start(ports[at]),
    nginxLog: nginx.log,
  };
}
