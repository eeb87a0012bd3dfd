import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import type { Config } from '../config/config.ts';

const HSTS_SECONDS = 31_536_000;

/** The headers of every answer, whatever it answers. */
const OF_ANY_ANSWER = new Set(['connection', 'content-length', 'date']);

/**
 * The headers that keep foreign scripts, frames and guesses away from every answer. They never differ between
 * requests, while the library works them out for each; so it is called once.
 */
export async function securityHeaders(config: Pick<Config, 'publicUrl'>): Promise<Record<string, string>> {
  const once = Fastify();
  await once.register(helmet, choices(config));
  once.get('/', (_request, reply) => reply.code(204).send());
  const { headers } = await once.inject('/');
  await once.close();
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OF_ANY_ANSWER.has(name) ? [] : [[name, String(value)]],
    ),
  );
}

/**
 * Scripts come from the portal alone. Inline styles are allowed: the component library sets sizes and colours as
 * style attributes and elements, and a style cannot run anything.
 */
function choices({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: HSTS_SECONDS, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    xFrameOptions: { action: 'deny' as const },
  };
}
