import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { seesOwnOnly } from '#kernel/rights.ts';
import { isLoopback } from '#server/platform/base/special-addresses.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isApi } from '#server/platform/http/server.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import { authenticate, knownIn, notAdmitted, notTheirs, signInFirst } from './authenticate.ts';
import { refuseForeignOrigin, refuseFormBody } from './cross-site.ts';
import type { IdentityProvider, ProviderSource } from './saml/identity-provider.ts';
import { removeOldRefusals } from './refused-sign-ins.ts';
import { builtInProvider, configuredProvider, noProvider } from './saml/provider-source.ts';
import { registerSamlRoutes } from './saml-routes.ts';
import { registerRoleRoutes } from './role-routes.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { removeExpired } from './sessions.ts';
import { registerTokenRoutes } from './token-routes.ts';

const cleaningMs = 10 * 60_000;
/** A body that has come within this time was sent together with the headers that say who sends it. */
const quickBodyMs = 250;

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the request belongs to; null for API tokens and without one. */
    sessionId: string | null;
    /** The API token that the request was made with; null for sessions and without one. */
    tokenId: number | null;
    /** When it was known who makes the request, in milliseconds of this process. */
    knownAt: number;
  }

  interface FastifyContextConfig {
    /** A form of another site posts here: the identity provider's. */
    postedByProvider?: boolean;
    /** Open to a person who is signed in and may not use the portal. */
    alsoIfNotAdmitted?: boolean;
  }
}

export interface AccessOptions {
  config: Config;
  db: Database;
  log: Log;
  /** Describes the built-in identity provider where it runs; it serves when no other is configured. */
  builtIn?: (() => Promise<IdentityProvider>) | null;
  /** Where the groups of a person are looked up that the provider does not send; null: nowhere. */
  directory?: Pick<Directory, 'groupsOf'> | null;
}

/**
 * Everything that decides who may talk to the API: nothing under /api answers without a session or an API
 * token but what its route calls public, and that is settled before a body is read.
 */
export async function registerAccess(app: FastifyInstance, options: AccessOptions): Promise<void> {
  const { config, db, log, directory = null } = options;
  const known = knownIn(config, db);
  const publicOrigin = new URL(config.publicUrl).origin;

  if (!app.hasRequestDecorator('actor')) app.decorateRequest('actor', null);
  app.decorateRequest('sessionId', null);
  app.decorateRequest('tokenId', null);
  app.decorateRequest('knownAt', 0);
  app.addHook('onRequest', async (request) => {
    if (!concernsApi(request)) return;
    const route = request.routeOptions.config;
    if (!route.postedByProvider) refuseForeignOrigin(request, publicOrigin);
    if (route.public) return;
    const found = await authenticate(request, known);
    if (!found) throw signInFirst();
    if (!found.admitted && !route.alsoIfNotAdmitted) throw notAdmitted(config);
    // What does not say that owners may see it is closed to them, whatever comes after this.
    if (seesOwnOnly(found.actor.roles) && !route.toOwners) throw notTheirs(config);
    request.actor = found.actor;
    request.sessionId = found.sessionId;
    request.tokenId = found.tokenId;
    request.knownAt = performance.now();
    if (found.sessionId !== null) refuseFormBody(request);
  });
  // A body may take minutes to arrive, and its sender may have lost the right to it meanwhile.
  app.addHook('preHandler', async (request) => {
    const { actor, body, knownAt } = request;
    if (!actor || body === undefined || performance.now() - knownAt < quickBodyMs) return;
    const found = await authenticate(request, known);
    if (!found) throw signInFirst();
    if (!found.admitted) throw notAdmitted(config);
    if (String(found.actor.roles) !== String(actor.roles))
      throw new Refusal(403, 'What you may do has changed meanwhile. Please try again.');
  });

  await app.register(async (scope) => registerSessionRoutes(scope, known));
  await app.register(async (scope) => registerTokenRoutes(scope, known));
  await app.register(async (scope) => registerRoleRoutes(scope, known));
  const source = providerSource(options);
  await app.register(async (scope) => registerSamlRoutes(scope, { config, db, source, directory }));

  const cleaning = setInterval(() => {
    Promise.all([removeExpired(db), removeOldRefusals(db)]).catch((error: unknown) =>
      log.warn({ err: error }, 'expired sessions were not removed'),
    );
  }, cleaningMs);
  cleaning.unref();
  app.addHook('onClose', () => clearInterval(cleaning));
}

/** By the route's pattern, since addresses can be spelt in several ways, and where none fits by the address. */
function concernsApi(request: FastifyRequest): boolean {
  return isApi(request.routeOptions.url ?? '') || isApi(request.url);
}

function providerSource({ config, log, builtIn }: AccessOptions): ProviderSource {
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return noProvider(
      'browsers keep the sign-in cookie over https:// only; set PUBLIC_URL to the https address',
    );
  }
  if (config.saml.provider) return configuredProvider(config.saml.provider, log);
  return builtIn ? builtInProvider(builtIn) : noProvider('no identity provider is configured');
}
