import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Session } from '#kernel/access.ts';
import { z } from 'zod';
import { notFound, Refusal } from '#kernel/errors.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { can, demandAbility, rightsOf } from '#server/policies/roles.ts';
import {
  authenticate,
  namesTheClient,
  notAdmitted,
  rolesIn,
  sessionCredentials,
  signInFirst,
  type Known,
} from './authenticate.ts';
import { readBrowser } from './browser-cookie.ts';
import {
  createSession,
  endSession,
  endSessions,
  listSessions,
  rolesFromSignIn,
  type SessionRecord,
} from './sessions.ts';
import { sessionSchemas } from './session-schemas.ts';
import { takeHandoff } from './sign-ins.ts';
import { whoseOf } from './whose.ts';

/** Validating is part of every page load, so many people behind one address do it often. */
const validationsPerMinute = 600;

/** Routes about the sessions themselves: is this one good, end it, which are there. Register it in a scope of its own. */
export async function registerSessionRoutes(app: FastifyInstance, credentials: Known): Promise<void> {
  const { config, db } = credentials;
  await app.register(cookie);
  schemasOnlyTell(app);

  app.get(
    '/api/auth/validate_token',
    {
      schema: sessionSchemas.validate,
      config: { public: true, rateLimit: { max: validationsPerMinute, timeWindow: '1 minute' } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const known = await authenticate(request, credentials);
      if (known && !known.admitted) throw notAdmitted(config);
      if (known) return { success: true, data: describe(known.actor) };
      const browser = readBrowser(request, config);
      const person =
        namesTheClient(request, config) &&
        (await takeHandoff(db, { ...sessionCredentials(request), browser }));
      if (!person) throw signInFirst({ success: false });
      const userAgent = request.headers['user-agent'] ?? null;
      const headers = await db.transaction(async (tx) => {
        await rolesFromSignIn(tx, person);
        return createSession(tx, person, userAgent, { address: request.ip, endsAt: person.sessionEnds });
      });
      const roles = rolesIn(person, config.saml);
      const actor: Actor = { email: person.email, name: person.name, roles, via: 'session' };
      request.log.info({ event: 'signed in', email: person.email }, 'signed in');
      reply.headers({ ...headers });
      return { success: true, data: { ...describe(actor), return_to: person.returnTo } };
    },
  );

  app.delete(
    '/api/auth/sign_out',
    { schema: sessionSchemas.signOut, config: { alsoIfNotAdmitted: true } },
    async (request) => {
      if (request.sessionId === null) {
        throw new Refusal(
          403,
          'An API token is not signed out. Revoke it under Sessions and Tokens, or with the command "token revoke".',
        );
      }
      await endSession(db, request.sessionId, null);
      request.log.info({ event: 'signed out', email: request.actor?.email }, 'signed out');
      return { success: true };
    },
  );

  app.get('/api/auth/sessions', { schema: sessionSchemas.list }, async (request) => {
    const { rows, total } = await listSessions(db, whoseOf(request, 'end_sessions_of_all'));
    return { data: rows.map((row) => present(row, request.sessionId)), meta: { total } };
  });

  app.delete('/api/auth/sessions', { schema: sessionSchemas.endAll }, async (request) => {
    const by = askedBy(request);
    const email = (readTexts(request.query, ['by_email']).get('by_email') ?? by.email).toLowerCase();
    if (email !== by.email) demandAbility(by, 'end_sessions_of_all');
    const ended = await endSessions(db, email, request.sessionId);
    request.log.info({ event: 'sessions ended', email, by: by.email, count: ended.length }, 'sessions ended');
    return { data: ended.map((row) => present(row, null)), meta: { total: ended.length } };
  });

  app.delete('/api/auth/sessions/:id', { schema: sessionSchemas.end }, async (request) => {
    noQuery(request);
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const whose = can(askedBy(request), 'end_sessions_of_all') ? null : askedBy(request).email;
    const ended = z.uuid().safeParse(id).success ? await endSession(db, id, whose) : null;
    if (!ended) throw notFound('The session');
    request.log.info(
      { event: 'session ended', email: ended.email, by: request.actor?.email },
      'session ended',
    );
    return { data: present(ended, request.sessionId) };
  });
}

function describe(actor: Actor) {
  const { email, name, roles, via } = actor;
  return { uid: email, email, name, roles, via, rights: rightsOf(actor) };
}

function present(row: SessionRecord, currentId: string | null): Session {
  return { ...row, current: row.id === currentId };
}
