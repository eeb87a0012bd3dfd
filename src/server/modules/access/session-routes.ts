import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { listRefusedSignIns } from '#calls/refused-sign-ins.ts';
import {
  endSession as endSessionCall,
  endSessions as endSessionsCall,
  listSessions as listSessionsCall,
  signOut,
  validateToken,
  type Session,
} from '#calls/sessions.ts';
import { notFound, Refusal } from '#kernel/errors.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { serve, serveWhole } from '#server/platform/http/serve.ts';
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
import { accessDoor } from './door.ts';
import {
  createSession,
  endSession,
  endSessions,
  listSessions,
  rolesFromSignIn,
  type SessionRecord,
} from './sessions.ts';
import { listRefusals } from './refused-sign-ins.ts';
import { takeHandoff } from './sign-ins.ts';
import { whoseOf } from './whose.ts';

/** Validating is part of every page load, so many people behind one address do it often. */
const validationsPerMinute = 600;
const limited = { rateLimit: { max: validationsPerMinute, timeWindow: '1 minute' } };

/** Routes about the sessions themselves: is this one good, end it, which are there. Register it in a scope of its own. */
export async function registerSessionRoutes(scope: FastifyInstance, known: Known): Promise<void> {
  const { config, db } = known;
  await scope.register(cookie);
  const door = accessDoor(scope, known);

  serveWhole({ ...door, options: { config: limited } }, validateToken, async ({ request }, reply) => {
    const success = true as const;
    reply.header('cache-control', 'no-store');
    const found = await authenticate(request, known);
    if (found && !found.admitted) throw notAdmitted(config);
    if (found) return { success, data: describe(found.actor) };
    const browser = readBrowser(request, config);
    const person =
      namesTheClient(request, config) && (await takeHandoff(db, { ...sessionCredentials(request), browser }));
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
    return { success, data: { ...describe(actor), return_to: person.returnTo } };
  });

  const alsoIfNotAdmitted = { ...door, options: { config: { alsoIfNotAdmitted: true } } };
  serveWhole(alsoIfNotAdmitted, signOut, async ({ actor: { email }, request: { sessionId, log } }) => {
    if (sessionId === null) {
      throw new Refusal(
        403,
        'An API token is not signed out. Revoke it under Sessions and Tokens, or with the command "token revoke".',
      );
    }
    await endSession(db, sessionId, null);
    log.info({ event: 'signed out', email }, 'signed out');
    return { success: true as const };
  });

  serveWhole(door, listSessionsCall, async ({ query, actor, request }) => {
    const { rows, total } = await listSessions(db, whoseOf(query, actor, 'end_sessions_of_all'));
    return { data: rows.map((row) => present(row, request.sessionId)), meta: { total } };
  });

  serveWhole(door, listRefusedSignIns, async ({ query: { q }, actor }) => {
    demandAbility(actor, 'see_refused_sign_ins');
    const { rows, total } = await listRefusals(db, q);
    return { data: rows, meta: { total } };
  });

  serveWhole(door, endSessionsCall, async ({ query, actor, request: { sessionId, log } }) => {
    const email = (query.by_email ?? actor.email).toLowerCase();
    if (email !== actor.email) demandAbility(actor, 'end_sessions_of_all');
    const ended = await endSessions(db, email, sessionId);
    log.info({ event: 'sessions ended', email, by: actor.email, count: ended.length }, 'sessions ended');
    return { data: ended.map((row) => present(row, null)), meta: { total: ended.length } };
  });

  serve(door, endSessionCall, async ({ params: { id }, actor, request: { sessionId, log } }) => {
    const whose = can(actor, 'end_sessions_of_all') ? null : actor.email;
    const ended = await endSession(db, id, whose);
    if (!ended) throw notFound(`Session ${id}`);
    log.info({ event: 'session ended', email: ended.email, by: actor.email }, 'session ended');
    return present(ended, sessionId);
  });
}

function describe(actor: Actor) {
  const { email, name, roles, via } = actor;
  return { uid: email, email, name, roles, via, rights: rightsOf(actor) };
}

function present(row: SessionRecord, currentId: string | null): Session {
  return { ...row, current: row.id === currentId };
}
