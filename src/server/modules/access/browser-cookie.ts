import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import { newIdentifier } from '#server/platform/base/credentials.ts';
import { signInMinutes } from './sign-ins.ts';

type PublicUrl = Pick<Config, 'publicUrl'>;

/** With the prefix no other host of the domain can plant the cookie; it needs TLS. */
function cookieName({ publicUrl }: PublicUrl): string {
  return publicUrl.startsWith('https:') ? '__Host-skyledger-sign-in' : 'skyledger-sign-in';
}

/** The name of the browser that began a sign-in, as its cookie says; null without a usable one. */
export function readBrowser(request: FastifyRequest, config: PublicUrl): string | null {
  const value = request.cookies[cookieName(config)];
  return value && /^[\w-]{32}$/.test(value) ? value : null;
}

/**
 * Names the browser that begins a sign-in, or lengthens the name it has: two tabs may both sign in.
 * The provider answers with a POST from its own site: only `SameSite=None` goes with that, and it needs
 * `Secure`, which browsers take from localhost without TLS too.
 */
export function nameBrowser(request: FastifyRequest, reply: FastifyReply, config: PublicUrl): string {
  const browser = readBrowser(request, config) ?? newIdentifier();
  void reply.setCookie(cookieName(config), browser, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'none',
    maxAge: signInMinutes * 60,
  });
  return browser;
}
