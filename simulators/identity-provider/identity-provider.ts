import { generateKeyPair } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { BadRequest, readAuthnRequest } from './authn-request.ts';
import { choosePage, contentPolicy, type Pending, postPage, problemPage } from './pages.ts';
import { groups, people, type Person } from './people.ts';
import { attributesOf, type ProductName } from './products.ts';
import { signedResponse } from './signed-response.ts';

export interface IdentityProviderOptions {
  /** Where the provider's routes are reached, such as `http://127.0.0.1:8080/idp`. */
  baseUrl: string;
  /** The one service provider that it answers. */
  serviceProvider: { entityId: string; acsUrl: string };
  /** The outlook of a person at the service provider, as a sentence. Default: the page does not say. */
  outlook?: (person: Pick<Person, 'email'>, attributes: Record<string, string[]>) => string;
  /** PEM. Default: a key that is made when first needed and lives as long as the process. */
  key?: KeyPair;
  /** Whose answers its own look like. Default: those of no product. */
  product?: ProductName;
}

interface KeyPair {
  publicKey: string;
  privateKey: string;
  /** It is sent along with each signature. */
  certificate?: string;
}

/** The facts about this provider for a service provider. */
export interface Description {
  entityId: string;
  ssoUrl: string;
  /** PEM: the public key that its signatures are verified with. */
  keys: string[];
}

const query = z.object({ SAMLRequest: z.string(), RelayState: z.string().default('') });
const choice = query.extend({
  person: z.string().optional(),
  email: z.string().optional(),
  group: z.enum(['', ...groups]).optional(),
});
/** Headers that proxies add. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const longestForm = 128 * 1024;
const newKeyPair = promisify(generateKeyPair);

/**
 * A SAML 2.0 identity provider for one's own machine: it lets the person there choose whom to be, and signs
 * real assertions. Only requests by a loopback name are answered.
 */
export function createIdentityProvider(options: IdentityProviderOptions) {
  const { baseUrl, serviceProvider, key: given, outlook, product } = options;
  const choices = people.map((person) => ({
    ...person,
    outlook: outlook?.(person, attributesOf(person)) ?? null,
  }));
  const entityId = `${baseUrl}/metadata`;
  const ssoUrl = `${baseUrl}/sso`;
  const expected = { ...serviceProvider, ssoUrl };
  const path = new URL(ssoUrl).pathname;
  let keyPair: Promise<KeyPair> | undefined = given && Promise.resolve(given);
  const key = (): Promise<KeyPair> =>
    (keyPair ??= newKeyPair('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }));

  async function describe(): Promise<Description> {
    return { entityId, ssoUrl, keys: [(await key()).publicKey] };
  }

  function page(reply: FastifyReply, html: string, status = 200, formTarget = "'self'") {
    return reply
      .status(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', contentPolicy(formTarget))
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send(html);
  }

  async function routes(app: FastifyInstance): Promise<void> {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    app.addHook('onRequest', async (request, reply) => {
      if (!isOfThisMachine(request.headers)) {
        return page(reply, problemPage('This provider serves its own machine only.'), 403);
      }
    });
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof BadRequest || error instanceof z.ZodError) {
        return page(
          reply,
          problemPage(error instanceof BadRequest ? error.message : 'It is incomplete.'),
          400,
        );
      }
      request.log.error({ err: error }, 'the built-in identity provider failed');
      return page(reply, problemPage('Please start again.'), 500);
    });

    app.get(path, async (request, reply) => {
      const { SAMLRequest: samlRequest, RelayState: relayState } = query.parse(request.query);
      readAuthnRequest(samlRequest, expected);
      return page(reply, choosePage(path, choices, { samlRequest, relayState }));
    });

    app.post(path, async (request, reply) => {
      const form = choice.parse(request.body);
      const pending: Pending = { samlRequest: form.SAMLRequest, relayState: form.RelayState };
      const requestId = readAuthnRequest(form.SAMLRequest, expected);
      const person = chosen(form);
      if (!person) {
        return page(reply, choosePage(path, choices, pending, 'Please give a mail address.'), 422);
      }
      const { privateKey, certificate } = await key();
      const { entityId: audience, acsUrl } = serviceProvider;
      const parties = { requestId, issuer: entityId, audience, acsUrl };
      const xml = signedResponse({ person, ...parties, privateKey, certificate, product });
      const samlResponse = Buffer.from(xml).toString('base64');
      return page(reply, postPage(acsUrl, samlResponse, pending.relayState), 200, new URL(acsUrl).origin);
    });
  }

  return { describe, routes };
}

/**
 * By the name that the browser requested, which a page that was led here by DNS cannot choose. What a proxy says of
 * a request may come from anybody; that there is one is enough.
 */
function isOfThisMachine(headers: IncomingHttpHeaders): boolean {
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
  return isLocal && !forwarding.some((name) => headers[name] !== undefined);
}

/** The person of the list, or one made of the free address; null without a usable one. */
function chosen(form: z.infer<typeof choice>): Pick<Person, 'email' | 'name' | 'groups'> | null {
  const known = people.find(({ id }) => id === form.person);
  if (known) return known;
  // The pattern of browsers has all characters that an address may have; the usual one of the library has few.
  const email = z.email({ pattern: z.regexes.html5Email }).safeParse(form.email?.trim());
  if (!email.success) return null;
  return { email: email.data, name: nameOf(email.data), groups: form.group ? [form.group] : [] };
}

/** `ada.lovelace@example.com` → `Ada Lovelace`. */
function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
