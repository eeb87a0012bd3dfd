import Fastify from 'fastify';
import { createIdentityProvider } from '#simulators/identity-provider/identity-provider.ts';
import { newTestKey } from './certificate.ts';
import { onFreePort } from './free-port.ts';
import { spawnPortal, type SpawnedPortal } from './spawned-portal.ts';

/** A portal with the provider that it is configured for, which runs on another site. */
export interface PortalWithProvider {
  portal: SpawnedPortal;
  stop: () => Promise<void>;
}

/**
 * The portal on 127.0.0.1 and its identity provider on localhost: to a browser these are two sites, so the
 * provider's answer is a cross-site POST as it is in an organisation.
 */
export const spawnPortalWithProvider = (): Promise<PortalWithProvider> =>
  onFreePort((providerPort) => onFreePort((port) => spawnBoth(port, providerPort)));

async function spawnBoth(port: number, providerPort: number): Promise<PortalWithProvider> {
  const url = `http://127.0.0.1:${port}`;
  const key = newTestKey();
  const provider = createIdentityProvider({
    baseUrl: `http://localhost:${providerPort}/idp`,
    serviceProvider: {
      entityId: `${url}/api/auth/saml/metadata`,
      acsUrl: `${url}/api/auth/saml/callback`,
    },
    key,
  });
  const server = Fastify();
  await server.register(provider.routes);
  await server.listen({ host: 'localhost', port: providerPort });
  try {
    const { entityId, ssoUrl } = await provider.describe();
    const portal = await spawnPortal({
      PORT: String(port),
      SAML_IDP_SSO_URL: ssoUrl,
      SAML_IDP_ENTITY_ID: entityId,
      SAML_IDP_CERT: key.certificate,
    });
    const stop = async () => {
      await portal.stop();
      await server.close();
    };
    return { portal, stop };
  } catch (error) {
    await server.close();
    throw error;
  }
}
