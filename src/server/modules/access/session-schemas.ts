import type { FastifySchema } from 'fastify';
import { roles } from '#kernel/rights.ts';
import { answers, arrayOf, moment, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { whoseParameters } from './whose.ts';

const tags = ['Sessions'];
const flag = { type: 'boolean' };

const person = object(
  {
    uid: text('The address again, as the headers of a session name it'),
    email: text('Address'),
    name: textOrNull,
    roles: arrayOf({ type: 'string', enum: roles }),
    via: { type: 'string', enum: ['session', 'token'] },
    rights: object({ read: flag, edit_reference_data: flag, operate: flag, administer: flag }),
    return_to: text('Where the person wanted to go; with a hand-off only'),
  },
  ['return_to'],
);

const session = object({
  id: { type: 'string', format: 'uuid' },
  email: text('Whose it is'),
  name: textOrNull,
  user_agent: textOrNull,
  address: { ...textOrNull, description: 'Where it was used from last.' },
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
    response: answers(200, 'Signed in', object({ success: { const: true }, data: person }), [401, 403]),
  },
  signOut: {
    tags,
    summary: 'End this session',
    response: answers(200, 'It is ended', done),
  },
  list: {
    tags,
    summary: 'List sessions: one’s own, or everybody’s for administrators',
    querystring: whoseParameters,
    response: answers(
      200,
      'The sessions that are alive, up to 1,000 of them',
      object({ data: arrayOf(session), meta: object({ total: { type: 'integer' } }) }),
    ),
  },
  endAll: {
    tags,
    summary: 'End all sessions of a person but that of the request',
    querystring: {
      type: 'object',
      properties: { by_email: text('Whose they are, which administrators may say; one’s own by default.') },
    },
    response: answers(
      200,
      'The sessions that were ended',
      object({ data: arrayOf(session), meta: object({ total: { type: 'integer' } }) }),
    ),
  },
  end: {
    tags,
    summary: 'End a session',
    params: object({ id: { type: 'string', format: 'uuid', description: 'The id of the session.' } }),
    response: answers(200, 'The session that was ended', object({ data: session }), [404]),
  },
} satisfies Record<string, FastifySchema>;

const page = (description: string, type = 'text/html') => ({
  description,
  content: { [type]: { schema: { type: 'string' } } },
});
const goes = (description: string) => ({ description, type: 'null' });
const failedPages = {
  400: page('What went wrong, for the person'),
  403: page('The provider’s answer is not taken, or the person is not let in; the page says why'),
  429: page('Too many sign-ins from this address'),
  503: page('There is no identity provider, or its description cannot be had'),
  default: page('What went wrong, for the person'),
};

/** What the published OpenAPI says of signing in, which browsers do. */
export const signInSchemas = {
  start: {
    tags,
    summary: 'Begin to sign in',
    querystring: {
      type: 'object',
      properties: {
        to: text('The path of the portal to come back to.'),
        moved: text('Set by the portal itself where it sends a browser to its public address first.'),
      },
    },
    response: { 302: goes('To the identity provider'), ...failedPages },
  },
  callback: {
    tags,
    summary: 'Take the answer of the identity provider',
    consumes: ['application/x-www-form-urlencoded'],
    body: object({ SAMLResponse: text('The signed answer, in base64'), RelayState: text('Not used') }, [
      'RelayState',
    ]),
    response: {
      303: goes('To the page that takes the hand-off'),
      ...failedPages,
      413: page('The answer is too large'),
      415: page('It is no form'),
    },
  },
  metadata: {
    tags,
    summary: 'The description of the portal for identity providers',
    response: { 200: page('SAML metadata', 'application/samlmetadata+xml') },
  },
} satisfies Record<string, FastifySchema>;
