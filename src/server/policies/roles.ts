import { Refusal } from '#kernel/errors.ts';
import { abilities, rightsOfRoles, type Ability, type Rights } from '#kernel/rights.ts';
import type { Actor } from '#server/platform/base/actor.ts';

/** The rights of an actor under the names that the web's buttons check. */
export const rightsOf = (actor: Actor): Rights => rightsOfRoles(actor.roles);

/** Whether an actor may do what is neither a record nor a report; its declaration names the right. */
export const can = (actor: Actor, ability: Ability): boolean => rightsOf(actor)[abilities[ability].right];

/** @throws {Refusal} 403 that names what the actor has no right to do */
export function demandAbility(actor: Actor, ability: Ability): void {
  if (!can(actor, ability))
    throw new Refusal(403, `You have no right to ${abilities[ability].to}. Ask an administrator for it.`);
}
