import type { Resource } from '#kernel/resource.ts';
import { rightFor } from '#kernel/rights.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { rightsOf } from './roles.ts';

/**
 * Whether an actor may do this to the records of a model: the one question of the engine, for a list,
 * a record, an export and a change alike. The model's declaration names the right.
 */
export function allows(actor: Actor, action: string, resource: Pick<Resource, 'rights'>): boolean {
  return rightsOf(actor)[rightFor(resource, action)];
}
