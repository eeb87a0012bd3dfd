import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import type { Role } from '#kernel/rights.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { SamlConfig } from '#server/platform/config/sign-in.ts';
import type { Database } from '#server/platform/database/database.ts';
import { apiTokenLookUp, findApiToken, isApiTokenValid, rolesOfToken } from './api-tokens.ts';
import { isAllowedDomain } from './person.ts';
import { findSession, isSessionAlive, sessionLookUp } from './sessions.ts';

/** Who makes a request, and in which session when it is a person's, or with which API token. */
export interface Authenticated {
  actor: Actor;
  sessionId: string | null;
  tokenId: number | null;
  /**
   * Settings may have become narrower since the person signed in: a domain that is no longer allowed, or roles
   * that are mapped now. Who is not admitted any more may do nothing but sign out.
   */
  admitted: boolean;
}

/** Where credentials are known. */
export interface Known {
  config: Config;
  db: Database;
  sessions: ReturnType<typeof sessionLookUp>;
  apiTokens: ReturnType<typeof apiTokenLookUp>;
}

export const knownIn = (config: Config, db: Database): Known => ({
  config,
  db,
  sessions: sessionLookUp(db),
  apiTokens: apiTokenLookUp(db),
});

export const signInFirst = (details?: Record<string, unknown>) =>
  new Refusal(401, 'Please sign in first.', details ? { details } : {});

/** For somebody who is known and may not use the portal: signing in once more would not help. */
export const notAdmitted = ({ ccoeEmail }: Config) =>
  new Refusal(403, `You may not use this portal yet. Please ask the CCoE team at ${ccoeEmail} for access.`, {
    details: { success: false },
  });

/** For somebody who sees their own records only, where a call is about more. */
export const notTheirs = ({ ccoeEmail }: Config) =>
  new Refusal(
    403,
    `You see what is in your own name, and this is more than that. Ask the CCoE team at ${ccoeEmail} for it.`,
  );

/**
 * Who the request's headers stand for, or null. An API token goes in `Authorization: Bearer …`; a browser
 * sends its session's headers, together with the client's fixed Authorization header where that is set.
 */
export async function authenticate(request: FastifyRequest, known: Known): Promise<Authenticated | null> {
  const { config } = known;
  const token = apiTokenOf(request);
  if (token !== undefined) {
    const owner = await findApiToken(known, token, request.ip);
    if (owner) {
      const { id, email, name, roles, ownerRoles } = owner;
      const { roleMap } = config.saml;
      const may = rolesOfToken(roles, roleMap ? ownerRoles : null);
      // The token's own name is not the person's, so the history shows the address alone.
      const actor: Actor = {
        email,
        name: null,
        roles: may.length > 0 || roleMap ? may : ['admin'],
        via: 'token',
        token: name,
      };
      return { actor, sessionId: null, tokenId: id, admitted: isAdmitted(actor, config) };
    }
  }
  if (!namesTheClient(request, config)) return null;
  const session = await findSession(known, sessionCredentials(request), request.ip);
  if (!session) return null;
  const { id, email, name } = session;
  const actor: Actor = { email, name, roles: rolesIn(session, config.saml), via: 'session' };
  return { actor, sessionId: id, tokenId: null, admitted: isAdmitted(actor, config) };
}

const apiTokenOf = ({ headers }: FastifyRequest) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** Whether what a request came with still counts, for an answer that goes on. It does not keep a session alive. */
export async function stillCounts(request: FastifyRequest, db: Database): Promise<boolean> {
  if (request.sessionId !== null) return isSessionAlive(db, request.sessionId);
  const token = apiTokenOf(request);
  return token !== undefined && isApiTokenValid(db, token);
}

/** The headers of a session or a hand-off, as they came. */
export function sessionCredentials({ headers }: FastifyRequest) {
  return { token: headers['access-token'], client: headers['client'], uid: headers['uid'] };
}

/** Whether a browser call carries the fixed header that names the client, where one is set. */
export function namesTheClient({ headers }: FastifyRequest, { clientAuthorization }: Config): boolean {
  return clientAuthorization === null || headers.authorization === clientAuthorization;
}

/** The roles that somebody has here: everybody has all of them where none are mapped. */
export function rolesIn({ roles }: { roles: Role[] }, { roleMap }: Pick<SamlConfig, 'roleMap'>): Role[] {
  return roleMap ? roles : ['admin'];
}

const isAdmitted = ({ email, roles }: Actor, { saml }: Config) =>
  roles.length > 0 && isAllowedDomain(email, saml);
