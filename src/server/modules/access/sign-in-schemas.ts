import type { FastifySchema } from 'fastify';
import { object, text } from '#server/platform/http/describe.ts';

const tags = ['Sessions'];

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

/** Schemas of the published OpenAPI for signing in, which browsers do. */
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
    description: 'An Idempotency-Key has no effect: an answer is taken once.',
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
