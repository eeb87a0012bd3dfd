import type { Ability } from '#kernel/rights.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { can } from '#server/policies/roles.ts';

/** Which sessions or tokens are listed. */
export interface Whose {
  /** Of this person; null: of everybody. */
  email: string | null;
  /** With this text in the address of their owner, their name, or where they were used; empty: all of them. */
  q: string;
}

/** Limits the query to what the actor may see: everybody's with the ability, else their own. */
export function whoseOf(
  { by_email: wanted, q }: { by_email?: string | undefined; q: string },
  actor: Actor,
  ability: Ability,
): Whose {
  const email = wanted?.toLowerCase() ?? null;
  if (can(actor, ability)) return { email, q };
  // Of others there is nothing to be seen.
  return email === null || email === actor.email ? { email: actor.email, q } : { email: '', q };
}
