import { z } from 'zod';
import { roles } from '#kernel/rights.ts';
import { newToken } from '#resources/new-token.ts';
import { defineCall } from './call.ts';
import { fieldMembers } from './fields.ts';
import { total, whose } from './sessions.ts';
import { idOf, moment } from './shapes.ts';

/*
 * API tokens, which act as the person who made them.
 */

const OF_TOKENS = { tag: 'API tokens', topic: 'api tokens', right: 'signed_in', owners: 'self' } as const;

const token = z.object({
  id: z.int(),
  email: z.string().describe('As whom it acts'),
  name: z.string().describe('What it is for'),
  role: z.enum(roles).nullable().describe('How far it goes; null: as far as its owner.'),
  hint: z.string().nullable().describe('How it begins; null of one that is older than this.'),
  state: z.enum(['valid', 'expired', 'revoked']),
  created_at: moment,
  expires_at: moment.nullable().describe('null: it does not run out.'),
  last_used_at: moment.nullable(),
  address: z.string().nullable().describe('Where it was used from last.'),
  revoked_at: moment.nullable(),
});
/** An API token: never the token itself. */
export type ApiToken = z.output<typeof token>;

/** The API tokens that count, or did until lately. */
export const listTokens = defineCall({
  ...OF_TOKENS,
  method: 'GET',
  path: '/auth/tokens',
  summary: 'List API tokens: one’s own, or everybody’s for administrators',
  success: 'Those that count, and those that did in the last 90 days; up to 1,000 of them',
  query: whose,
  data: z.array(token),
  meta: total,
});

/** Makes a token. */
export const makeToken = defineCall({
  ...OF_TOKENS,
  method: 'POST',
  path: '/auth/tokens',
  keyless: true,
  summary: 'Make an API token that acts as oneself',
  description:
    'The token is in this answer and nowhere else. It goes as far as its role, and no further than its owner. ' +
    'A name is taken once.',
  success: 'It is made',
  status: 201,
  refusals: [409, 422],
  body: z.strictObject(fieldMembers(newToken.fieldsFor('admin'), 'create')),
  wrapper: [newToken.singular, newToken.name],
  data: token.extend({ token: z.string().describe('The token itself; it is never shown again') }),
});

/** Revokes a token. */
export const revokeToken = defineCall({
  ...OF_TOKENS,
  method: 'DELETE',
  path: '/auth/tokens/:id',
  keyless: true,
  summary: 'Revoke an API token at once',
  success: 'The token that was revoked',
  refusals: [404],
  params: z.strictObject({ id: idOf('Token') }),
  data: token,
});
