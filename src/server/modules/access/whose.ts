import type { FastifyRequest } from 'fastify';
import type { Ability } from '#kernel/rights.ts';
import { askedBy } from '#server/platform/http/asked-by.ts';
import { text } from '#server/platform/http/describe.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { can } from '#server/policies/roles.ts';

/** Which sessions or tokens are listed. */
export interface Whose {
  /** Of this person; null: of everybody. */
  email: string | null;
  /** With this text in the address of their owner, their name, or where they were used; empty: all of them. */
  q: string;
}

/** What the published OpenAPI says of it. */
export const whoseParameters = {
  type: 'object',
  properties: {
    by_email: text('Those of this person; one’s own are all that others than administrators see.'),
    q: text('Part of an address, a name, or where it was used from.'),
  },
};

/**
 * What a request asks to see, within what its person may: everybody's with the ability, else their own.
 * @throws {Refusal} 400 for a parameter that is not known
 */
export function whoseOf(request: FastifyRequest, ability: Ability): Whose {
  const actor = askedBy(request);
  const texts = readTexts(request.query, ['by_email', 'q']);
  const asked = texts.get('by_email')?.toLowerCase() ?? null;
  const q = texts.get('q') ?? '';
  if (can(actor, ability)) return { email: asked, q };
  // Of others there is nothing to be seen.
  return asked === null || asked === actor.email ? { email: actor.email, q } : { email: '', q };
}
