import type { FastifyInstance } from 'fastify';
import type { ApiToken } from '#kernel/access.ts';
import { z } from 'zod';
import { notFound, Refusal } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { can } from '#server/policies/roles.ts';
import {
  countApiTokens,
  createApiToken,
  findApiTokens,
  revokeApiToken,
  type ApiTokenRecord,
} from './api-tokens.ts';
import type { Known } from './authenticate.ts';
import { readNewToken } from './new-token.ts';
import { tokenSchemas } from './token-schemas.ts';
import { whoseOf } from './whose.ts';

/** So many tokens of one person may count at a time. */
const MOST_TOKENS = 50;
const limits = fairUse({ atOnce: 4, perMinute: 60, noun: 'new API tokens' });

/** API tokens: which are there, make one, revoke one. Register it in a scope of its own. */
export async function registerTokenRoutes(app: FastifyInstance, { config, db }: Known): Promise<void> {
  schemasOnlyTell(app);

  app.get('/api/auth/tokens', { schema: tokenSchemas.list }, async (request) => {
    const { rows, total } = await findApiTokens(db, whoseOf(request, 'revoke_tokens_of_all'));
    return { data: rows.map(present), meta: { total } };
  });

  app.post('/api/auth/tokens', { ...limits, schema: tokenSchemas.create }, async (request, reply) => {
    const actor = askedBy(request);
    noQuery(request);
    const { name, role, days } = readNewToken(request.body, actor);
    if (actor.via === 'token')
      throw new Refusal(403, 'An API token cannot make another one. Sign in to make it.');
    if ((await countApiTokens(db, actor.email)) >= MOST_TOKENS)
      throw new Refusal(
        409,
        `You have ${MOST_TOKENS} API tokens. Revoke one that is no longer needed first.`,
      );
    // Where roles are not mapped everybody has all of them, which says nothing of what they will have once they are.
    const ownerRoles = config.saml.roleMap ? actor.roles : [];
    const owner = { email: actor.email, name, roles: [role], ownerRoles, days };
    // A repeated request is told by the name: its first answer, which has the token, is kept nowhere.
    const made = await createApiToken(db, owner);
    if (!made) {
      const message = `You have a token named ${name} already. Revoke it first, or take another name.`;
      throw new Refusal(409, message, { errors: [{ field: 'name', message }] });
    }
    const { id, email } = made.record;
    request.log.info({ event: 'token made', email, id }, 'token made');
    return reply.status(201).send({ data: { ...present(made.record), token: made.token } });
  });

  app.delete('/api/auth/tokens/:id', { schema: tokenSchemas.revoke }, async (request) => {
    noQuery(request);
    const actor = askedBy(request);
    const id = parseId(z.object({ id: z.string() }).parse(request.params).id);
    const whose = can(actor, 'revoke_tokens_of_all') ? null : actor.email;
    const revoked = id === null ? null : await revokeApiToken(db, id, whose);
    if (!revoked) throw notFound('The API token');
    const { email } = revoked;
    request.log.info({ event: 'token revoked', email, id, by: actor.email }, 'token revoked');
    return { data: present(revoked) };
  });
}

function present({ roles, ...row }: ApiTokenRecord): ApiToken {
  const now = new Date().toISOString();
  const over = row.expires_at !== null && row.expires_at <= now;
  const state = row.revoked_at !== null ? 'revoked' : over ? 'expired' : 'valid';
  return { ...row, role: roles.at(-1) ?? null, state };
}
