import type { FastifySchema } from 'fastify';
import { inputJsonSchema } from '#kernel/input.ts';
import { roles } from '#kernel/rights.ts';
import { newToken } from '#resources/new-token.ts';
import {
  answers,
  arrayOf,
  integer,
  moment,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { whoseParameters } from './whose.ts';

const tags = ['API tokens'];

const shown = {
  id: integer,
  email: text('As whom it acts'),
  name: text('What it is for'),
  role: {
    ...orNull({ type: 'string', enum: roles }),
    description: 'How far it goes; null: as far as its owner.',
  },
  hint: { ...textOrNull, description: 'How it begins; null of one that is older than this.' },
  state: { type: 'string', enum: ['valid', 'expired', 'revoked'] },
  created_at: moment,
  expires_at: { ...orNull(moment), description: 'null: it does not run out.' },
  last_used_at: orNull(moment),
  address: { ...textOrNull, description: 'Where it was used from last.' },
  revoked_at: orNull(moment),
};
const token = object(shown);
const body = inputJsonSchema({ fields: newToken.fieldsFor('admin') }, 'create');

/** What the published OpenAPI says of the routes about API tokens. Nothing is checked by it. */
export const tokenSchemas = {
  list: {
    tags,
    summary: 'List API tokens: one’s own, or everybody’s for administrators',
    querystring: whoseParameters,
    response: answers(
      200,
      'Those that count, and those that did in the last 90 days; up to 1,000 of them',
      object({ data: arrayOf(token), meta: object({ total: integer }) }),
    ),
  },
  create: {
    tags,
    summary: 'Make an API token that acts as oneself',
    description:
      'The token is in this answer and nowhere else. It goes as far as its role, and no further than its owner. ' +
      'An Idempotency-Key has no effect, since the answer is not kept; a name is taken once.',
    body: {
      anyOf: [body, object({ [newToken.singular]: body }), object({ [newToken.name]: body })],
    },
    response: answers(
      201,
      'It is made',
      object({ data: object({ ...shown, token: text('The token itself; it is never shown again') }) }),
      [409, 422],
    ),
  },
  revoke: {
    tags,
    summary: 'Revoke an API token at once',
    params: object({ id: text('The id of the token.') }),
    response: answers(200, 'The token that was revoked', object({ data: token }), [404]),
  },
} satisfies Record<string, FastifySchema>;
