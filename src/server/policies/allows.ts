import type { Actor } from '#server/platform/actor.ts';
import { mayEditReferenceData, mayRead } from './roles.ts';

/**
 * Whether an actor may do this to the records of a model: the one question that the engine asks, for a list,
 * a record, an export and a change alike. Every model is reference data so far, so its name decides nothing.
 */
export function allows(actor: Actor, action: string, _resource: string): boolean {
  return action === 'read' ? mayRead(actor) : mayEditReferenceData(actor);
}
