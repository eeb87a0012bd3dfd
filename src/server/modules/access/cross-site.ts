import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Content types that a page of another site can make a browser send without a preflight request. */
const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

const foreign = () => new Refusal(403, 'The request comes from another site, so it was not carried out.');

/** Refuses a request with effects that a page of another site sent. */
export function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign();
  const { origin } = request.headers;
  if (origin === undefined || origin === publicOrigin) return;
  // The browser names the origin that it sees; behind a proxy or by another loopback name that is the Host.
  if (!URL.canParse(origin) || new URL(origin).host !== request.headers.host) throw foreign();
}

/** Refuses bodies that a form of another site can send, from browsers that do not name its origin. */
export function refuseFormBody(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  if (formTypes.test(request.headers['content-type'] ?? '')) {
    throw new Refusal(403, 'Forms are not accepted here. Send JSON as application/json.');
  }
}
