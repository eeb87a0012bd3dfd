import {
  grantsInAccount,
  holdersOfSet,
  membersOfGroup,
  reachOfAccount,
  reachOfGroup,
  reachOfPerson,
} from '#calls/reach.ts';
import type { Resource } from '#kernel/resource.ts';
import { adGroups } from '#resources/ad-groups.ts';
import { adPeople } from '#resources/ad-people.ts';
import { adPermissionSets } from '#resources/ad-permission-sets.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { noRecord } from '#server/engine/records.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import { accountAccess, accountGrants } from './account.ts';
import { groupAccess, groupMembers } from './group.ts';
import { permissionSetAccess } from './permission-set.ts';
import { personAccess } from './person.ts';

/** Who gets where: of a person, a group, a permission set and an account. */
export function reachRoutes(door: Door, db: Database): void {
  serveWhole(door, reachOfPerson, async ({ params: { id }, query }) =>
    there(adPeople, id, await personAccess(db, id, query)),
  );
  serveWhole(door, reachOfAccount, async ({ params: { id }, query }) =>
    there(cloudParents, id, await accountAccess(db, id, query)),
  );
  serveWhole(door, grantsInAccount, async ({ params: { id }, query }) =>
    there(cloudParents, id, await accountGrants(db, id, query)),
  );
  serveWhole(door, membersOfGroup, async ({ params: { id }, query }) =>
    there(adGroups, id, await groupMembers(db, id, query)),
  );
  serveWhole(door, reachOfGroup, async ({ params: { id }, query }) =>
    there(adGroups, id, await groupAccess(db, id, query)),
  );
  serveWhole(door, holdersOfSet, async ({ params: { id }, query }) =>
    there(adPermissionSets, id, await permissionSetAccess(db, id, query)),
  );
}

/** @throws {Refusal} 404 where there is no such record */
function there<T>(resource: Resource, id: number, answer: T | null): T {
  if (answer === null) throw noRecord(resource, id);
  return answer;
}
