import type { Rights } from '#kernel/rights.ts';
import { type Actor, type Role, roles } from '#server/platform/base/actor.ts';

/** Each role includes what the ones before it may do. */
function hasRole(actor: Actor, least: Role): boolean {
  return actor.roles.some((role) => roles.indexOf(role) >= roles.indexOf(least));
}

/** See lists, records, histories, exports and reports. */
export const mayRead = (actor: Actor) => hasRole(actor, 'viewer');

/** Create, change, delete and import reference data. */
export const mayEditReferenceData = (actor: Actor) => hasRole(actor, 'editor');

/** Run the cloud factory, directory groups and billing. */
export const mayOperate = (actor: Actor) => hasRole(actor, 'operator');

/** See and end other people's sessions. */
export const mayAdminister = (actor: Actor) => hasRole(actor, 'admin');

/** The rights of an actor under the names that the web's buttons ask for. */
export function rightsOf(actor: Actor): Rights {
  return {
    read: mayRead(actor),
    edit_reference_data: mayEditReferenceData(actor),
    operate: mayOperate(actor),
    administer: mayAdminister(actor),
  };
}
