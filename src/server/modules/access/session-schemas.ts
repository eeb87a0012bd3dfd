import type { FastifySchema } from 'fastify';
import { answers, arrayOf, object, text } from '#server/engine/route-schemas.ts';
import { roles } from '#server/platform/base/actor.ts';

const tags = ['Sessions'];
const textOrNull = { type: ['string', 'null'] };
const moment = { type: 'string', format: 'date-time' };
const flag = { type: 'boolean' };

const person = object({
  uid: text('The address again, as the headers of a session name it'),
  email: text('Address'),
  name: textOrNull,
  roles: arrayOf({ type: 'string', enum: roles }),
  via: { type: 'string', enum: ['session', 'token'] },
  rights: object({ read: flag, edit_reference_data: flag, operate: flag, administer: flag }),
});

const session = object({
  id: { type: 'string', format: 'uuid' },
  email: text('Whose it is'),
  name: textOrNull,
  user_agent: textOrNull,
  created_at: moment,
  last_seen_at: moment,
  expires_at: moment,
  current: { ...flag, description: 'It is the session of this request.' },
});

const done = object({ success: { const: true } });

/** What the published OpenAPI says of the routes about sessions. Nothing is checked by it. */
export const sessionSchemas = {
  validate: {
    tags,
    summary: 'Who is signed in, and what they may do',
    description:
      'With the hand-off of a sign-in, the headers of the answer are the new session: access-token, client, uid, expiry and token-type.',
    response: answers(200, 'Signed in', object({ success: { const: true }, data: person }), []),
  },
  signOut: {
    tags,
    summary: 'End this session',
    response: answers(200, 'It is ended', done, []),
  },
  list: {
    tags,
    summary: 'List sessions: one’s own, or everybody’s for administrators',
    response: answers(
      200,
      'The sessions that are alive',
      object({ data: arrayOf(session), meta: object({ total: { type: 'integer' } }) }),
      [],
    ),
  },
  end: {
    tags,
    summary: 'End a session',
    params: object({ id: { type: 'string', format: 'uuid', description: 'The id of the session.' } }),
    response: answers(200, 'The session that was ended', object({ data: session }), [404]),
  },
} satisfies Record<string, FastifySchema>;
