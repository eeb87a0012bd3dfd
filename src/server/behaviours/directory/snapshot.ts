import { adPeople } from '#resources/ad-people.ts';
import { adPermissionSets } from '#resources/ad-permission-sets.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { readAt } from './read-at.ts';

/** Lists of people and permission sets say how old they are. */
export const adPeopleBehaviour: Behaviour = { resource: adPeople.name, list: { meta: [readAt] } };
export const adPermissionSetsBehaviour: Behaviour = {
  resource: adPermissionSets.name,
  list: { meta: [readAt] },
};
