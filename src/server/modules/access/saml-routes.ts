import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import { nameBrowser, readBrowser } from './browser-cookie.ts';
import { withAllGroups } from './all-groups.ts';
import { admit } from './person.ts';
import { safeReturnPath } from './return-path.ts';
import type { ProviderSource } from './saml/identity-provider.ts';
import { longestForm, type Message, readMessage } from './saml/message.ts';
import { authorizeUrl, ownProvider, serviceProviderMetadata } from './saml/service-provider.ts';
import { AnswerVerifier } from './saml/verifier.ts';
import { UnknownSignature, type VerifiedAnswer } from './saml/verify.ts';
import { answerFailure, reportMissingGroups } from './sign-in-failure.ts';
import { beginSignIn, completeSignIn, expectAnswer, expectBrowser } from './sign-ins.ts';
import { signInSchemas } from './sign-in-schemas.ts';

/** Hundreds of people behind one address may arrive at nine o'clock; a flooder needs more. */
const signInsPerMinute = 200;

const limited = { rateLimit: { max: signInsPerMinute, timeWindow: '1 minute' } };
const page = { public: true };

const startQuery = z.object({ to: z.string().optional(), moved: z.string().optional() });

interface SamlRoutes {
  config: Config;
  db: Database;
  source: ProviderSource;
  /** Where the groups of a person are looked up that the provider does not send; null: nowhere. */
  directory: Pick<Directory, 'groupsOf'> | null;
}

/** The two ends of a sign-in, and the document that introduces the portal to an identity provider. */
export async function registerSamlRoutes(app: FastifyInstance, parts: SamlRoutes): Promise<void> {
  const { config, db, source, directory } = parts;
  const own = ownProvider(config);
  await app.register(cookie);
  schemasOnlyDescribe(app);
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, parts));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: longestForm },
    (_request, body, done) => done(null, body),
  );
  const verifier = new AnswerVerifier(own);
  app.addHook('onClose', () => verifier.close());

  app.get(
    '/api/auth/saml',
    { config: { ...page, ...limited }, schema: signInSchemas.start },
    async (request, reply) => {
      const query = startQuery.safeParse(request.query);
      const { to, moved } = query.success ? query.data : {};
      const elsewhere = otherHost(request, config);
      // The cookie must be set where the provider's answer will arrive. Once only: behind a proxy that hides
      // the real host it would otherwise never end.
      if (elsewhere && moved === undefined) {
        const target = new URL(`${config.publicUrl}/api/auth/saml`);
        target.searchParams.set('moved', '1');
        if (to !== undefined) target.searchParams.set('to', to);
        return reply.redirect(target.href, 302);
      }
      const provider = await source.current();
      verifier.warm();
      const requestId = `_${randomBytes(20).toString('hex')}`;
      const browser = nameBrowser(request, reply, config);
      await beginSignIn(db, { requestId, browser, returnTo: safeReturnPath(to) });
      return reply
        .header('cache-control', 'no-store')
        .redirect(await authorizeUrl(own, provider, requestId), 302);
    },
  );

  app.post(
    '/api/auth/saml/callback',
    {
      config: { ...page, ...limited, postedByProvider: true },
      schema: signInSchemas.callback,
      bodyLimit: longestForm,
      // Behind the limit of requests, and before the body is read.
      preParsing: (request) => expectBrowser(db, readBrowser(request, config)),
    },
    async (request, reply) => {
      const browser = readBrowser(request, config);
      const message = readMessage(request.body);
      await expectAnswer(db, message.requestId, browser);
      const verified = await verify(message, verifier, source);
      const { answer, missing } = await withAllGroups(verified, config.saml, directory);
      const person = admit(answer, config.saml, missing);
      const headers = await completeSignIn(db, { ...answer, browser }, person);
      if (missing) await reportMissingGroups(db, request, missing, person);
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`${config.publicUrl}/unauth/login?${new URLSearchParams({ ...headers })}`, 303);
    },
  );

  app.get('/api/auth/saml/metadata', { config: page, schema: signInSchemas.metadata }, (_request, reply) =>
    reply.type('application/samlmetadata+xml; charset=utf-8').send(serviceProviderMetadata(own)),
  );
}

/** Whether the browser reached the portal by another name than the one people use, such as localhost. */
function otherHost(request: FastifyRequest, { publicUrl }: Config): boolean {
  return request.host !== '' && request.host !== new URL(publicUrl).host;
}

/** Verifies with the keys that are known, and once more when newer ones were published meanwhile. */
async function verify(
  message: Message,
  verifier: AnswerVerifier,
  source: ProviderSource,
): Promise<VerifiedAnswer> {
  const provider = await source.current();
  try {
    return await verifier.verify(message, provider);
  } catch (error) {
    if (!(error instanceof UnknownSignature) || !(await source.refresh())) throw error;
    return verifier.verify(message, await source.current());
  }
}

/** Schemas of routes in this scope only describe what they take and answer; what comes is checked by the routes themselves. */
function schemasOnlyDescribe(scope: FastifyInstance): void {
  // Set on each route: what a scope sets is forgotten once a schema is added to the server after it.
  scope.addHook('onRoute', (route) => {
    route.validatorCompiler = () => () => true;
    route.serializerCompiler = () => JSON.stringify;
  });
}
