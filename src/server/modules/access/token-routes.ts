import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listTokens, makeToken, revokeToken, type ApiToken } from '#calls/tokens.ts';
import { collecting, notFound, Refusal, type FieldError } from '#kernel/errors.ts';
import { checkInput } from '#kernel/input.ts';
import { highestRole, roles as allRoles } from '#kernel/rights.ts';
import { newToken } from '#resources/new-token.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serve, serveWhole } from '#server/platform/http/serve.ts';
import { can } from '#server/policies/roles.ts';
import {
  countApiTokens,
  createApiToken,
  findApiTokens,
  revokeApiToken,
  type ApiTokenRecord,
} from './api-tokens.ts';
import type { Known } from './authenticate.ts';
import { accessDoor } from './door.ts';
import { whoseOf } from './whose.ts';

/** So many tokens of one person may count at a time. */
const MOST_TOKENS = 50;
const limits = fairUse({ atOnce: 4, perMinute: 60, noun: 'new API tokens' });

/** API tokens: which are there, make one, revoke one. */
export function registerTokenRoutes(scope: FastifyInstance, known: Known): void {
  const { config, db } = known;
  const door = accessDoor(scope, known);

  serveWhole(door, listTokens, async ({ query, actor }) => {
    const { rows, total } = await findApiTokens(db, whoseOf(query, actor, 'revoke_tokens_of_all'));
    return { data: rows.map(present), meta: { total } };
  });

  const making = { ...door, options: limits, further: roleBeyondOwn };
  serve(making, makeToken, async ({ body: { name, role, days }, actor, request }) => {
    if (actor.via === 'token')
      throw new Refusal(403, 'An API token cannot make another one. Sign in to make it.');
    if ((await countApiTokens(db, actor.email)) >= MOST_TOKENS)
      throw new Refusal(
        409,
        `You have ${MOST_TOKENS} API tokens. Revoke one that is no longer needed first.`,
      );
    // Where roles are not mapped everybody has all of them, which says nothing of what they will have once they are.
    const ownerRoles = config.saml.roleMap ? actor.roles : [];
    const owner = { email: actor.email, name, roles: [role], ownerRoles, days: Number(days) };
    // A repeated request is recognised by the name: its first answer, which has the token, is kept nowhere.
    const made = await createApiToken(db, owner);
    if (!made) {
      const message = `You have a token named ${name} already. Revoke it first, or take another name.`;
      throw new Refusal(409, message, { errors: [{ field: 'name', message }] });
    }
    const { id, email } = made.record;
    request.log.info({ event: 'token made', email, id }, 'token made');
    return { ...present(made.record), token: made.token };
  });

  serve(door, revokeToken, async ({ params: { id }, actor, request }) => {
    const whose = can(actor, 'revoke_tokens_of_all') ? null : actor.email;
    const revoked = await revokeApiToken(db, id, whose);
    if (!revoked) throw notFound(`Token ${id}`);
    const { email } = revoked;
    request.log.info({ event: 'token revoked', email, id, by: actor.email }, 'token revoked');
    return present(revoked);
  });
}

/** A role that the person does not have is not handed on. */
function roleBeyondOwn({ role }: Readonly<Record<string, unknown>>, request: FastifyRequest): FieldError[] {
  const errors: FieldError[] = [];
  const fields = { role: newToken.fieldsFor(highestRole(actorOf(request).roles) ?? 'viewer').role };
  if (allRoles.some((one) => one === role))
    collecting(errors, () => checkInput({ fields }, { role }, 'create'));
  return errors;
}

function present({ roles, ...row }: ApiTokenRecord): ApiToken {
  const now = new Date().toISOString();
  const over = row.expires_at !== null && row.expires_at <= now;
  const state = row.revoked_at !== null ? 'revoked' : over ? 'expired' : 'valid';
  return { ...row, role: roles.at(-1) ?? null, state };
}
