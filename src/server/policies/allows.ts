import type { Resource } from '#kernel/resource.ts';
import { ownersSee } from '#kernel/owned.ts';
import { rightFor, seesOwnOnly } from '#kernel/rights.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { rightsOf } from './roles.ts';

/**
 * Whether an actor may do this to the records of a model: the one question of the engine, for a list,
 * a record, an export and a change alike. The model's declaration names the right. Who sees their own records only may look at those
 * of models that have some, and sees the rows that are theirs (`ownRowsOf`).
 */
export function allows(actor: Actor, action: string, resource: Pick<Resource, 'rights' | 'owned'>): boolean {
  if (seesOwnOnly(actor.roles)) return (action === 'read' || action === 'export') && ownersSee(resource);
  return rightsOf(actor)[rightFor(resource, action)];
}

/** Whose rows alone an actor sees: their address; null for somebody who sees the rows of everybody. */
export const ownRowsOf = (actor: Actor): string | null => (seesOwnOnly(actor.roles) ? actor.email : null);
